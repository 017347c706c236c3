import { isItemPending, type ChecklistItem } from '~/merchants/applications/answers/checklist';
import { toReviewItemPath } from '~/merchants/applications/answers/review-items';
import type { Missing } from './missing-list';

/** What is still to do: what is missing or wrong, and what was asked to change and says the same still. */
export function missingOf(items: readonly ChecklistItem[]): Missing[] {
  return items.filter(isItemPending).map((item) => ({ text: textOf(item), path: toReviewItemPath(item) }));
}

function textOf({ label, fault, question, displayValue }: ChecklistItem): string {
  if (!fault) return `Change: ${label}`;
  return question && displayValue ? `${label}: ${fault}` : fault;
}

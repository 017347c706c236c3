import { isItemPending, type ChecklistItem } from '~/merchants/applications/answers/checklist';
import { toReviewItemPath } from '~/merchants/applications/answers/review-items';
import type { Missing } from './missing-list';

/** What is still to do: what is missing or wrong, and what was asked to change and says the same still. */
export function listMissing(items: readonly ChecklistItem[]): Missing[] {
  return items.filter(isItemPending).map((item) => ({ text: toText(item), path: toReviewItemPath(item) }));
}

function toText({ label, fault, question, displayValue }: ChecklistItem): string {
  if (!fault) return `Change: ${label}`;
  return question && displayValue ? `${label}: ${fault}` : fault;
}

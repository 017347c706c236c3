import { isPending, type ChecklistItem } from '~/merchants/applications/checklist';
import { pathOf } from '~/merchants/applications/subjects';
import type { Missing } from './missing-list';

/** What is still to do: what is missing or wrong, and what was asked to change and says the same still. */
export function missingOf(items: readonly ChecklistItem[]): Missing[] {
  return items.filter(isPending).map((item) => ({ text: textOf(item), path: pathOf(item) }));
}

function textOf({ label, fault, question, shown }: ChecklistItem): string {
  if (!fault) return `Change: ${label}`;
  return question && shown ? `${label}: ${fault}` : fault;
}

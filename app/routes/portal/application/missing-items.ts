import { isItemPending, type ChecklistItem } from '~/merchants/applications/answers/checklist';
import { toReviewItemPath } from '~/merchants/applications/answers/review-items';
import type { Missing } from './missing-list';

/** What is left to do: missing and invalid answers, and unchanged requested changes. */
export function listMissing(items: readonly ChecklistItem[], query?: string): Missing[] {
  return items.filter(isItemPending).flatMap((item) =>
    item.answerFaults?.length
      ? item.answerFaults.map(({ text, questionName }) => ({
          text,
          path: toReviewItemPath(item, query, questionName),
        }))
      : [{ text: toText(item), path: toReviewItemPath(item, query) }],
  );
}

function toText({ label, fault, question, displayValue }: ChecklistItem): string {
  if (!fault) return `Change: ${label}`;
  return question && displayValue ? `${label}: ${fault}` : fault;
}

import type { ApplicationHistoryEntry } from '~/merchants/applications/history';
import type { ItemReviewInput } from '~/merchants/applications/review/item-reviews';
import { Panel } from '~/ui/layout/panel';
import { ReviewHistory } from './review-history';

type Props = {
  rejection: string;
  submitted: readonly ItemReviewInput[];
  getItemLabel: (key: string) => string;
  history: readonly ApplicationHistoryEntry[];
};

/** Item reviews that came too late: what happened in the meantime, and the input, to copy. */
export function UnsavedItemReviews({ rejection, submitted, getItemLabel, history }: Props) {
  const writtenReasons = submitted.filter(
    ({ result: itemReview, reason }) => itemReview === 'change' && reason,
  );
  return (
    <Panel title="Your item reviews weren’t saved">
      <p role="alert">{rejection}</p>
      <h3 className="mt-4 font-medium">Latest activity</h3>
      <ReviewHistory entries={history.slice(0, 2)} />
      {writtenReasons.length > 0 && (
        <>
          <h3 className="mt-4 font-medium">Your unsaved reviews</h3>
          <ul className="mt-1 list-disc space-y-1 pl-5">
            {writtenReasons.map(({ subject, reason }) => (
              <li key={subject}>
                {getItemLabel(subject)}: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

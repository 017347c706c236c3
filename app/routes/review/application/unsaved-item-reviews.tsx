import type { ApplicationHistoryEntry } from '~/merchants/applications/history';
import type { ItemReviewInput } from '~/merchants/applications/review/item-reviews';
import { Panel } from '~/ui/layout/panel';
import { ReviewHistory } from './review-history';

type Props = {
  rejection: string;
  late: readonly ItemReviewInput[];
  getItemLabel: (key: string) => string;
  /** Empty: the case is unchanged. */
  history: readonly ApplicationHistoryEntry[];
};

const resultTexts: Record<ItemReviewInput['result'], string> = {
  accepted: 'Accept',
  change: 'Request change',
  undecided: 'No review',
};

/** Item reviews that came too late: what happened in the meantime, and the input, to copy. */
export function UnsavedItemReviews({ rejection, late, getItemLabel, history }: Props) {
  return (
    <Panel title={history.length ? 'Your item reviews weren’t saved' : 'Some item reviews weren’t saved'}>
      <p role="alert">{rejection}</p>
      {history.length > 0 && (
        <>
          <h3 className="mt-4 font-medium">Latest activity</h3>
          <ReviewHistory entries={history.slice(0, 2)} />
        </>
      )}
      {late.length > 0 && (
        <>
          <h3 className="mt-4 font-medium">Your unsaved reviews</h3>
          <ul className="mt-1 list-disc space-y-1 pl-5">
            {late.map(({ subject, result, reason }) => (
              <li key={subject}>
                {getItemLabel(subject)}: {(result === 'change' && reason) || resultTexts[result]}
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

import type { CaseItem } from '~/merchants/applications/review/review-case';
import type { ItemReviewInput } from '~/merchants/applications/review/item-reviews';
import { Badge } from '~/ui/content/status-badge';
import { TextLink } from '~/ui/content/text-link';
import { getReviewPath } from '../review-path';
import { DocumentPreview } from './document-preview';
import { ItemReviewFields } from './item-review-fields';

type Props = {
  item: CaseItem;
  applicationId: string;
  canReview: boolean;
  submitted: ItemReviewInput | undefined;
  error: string | undefined;
};

/** An item to review: its name, its current and previous content, and its review. */
export function ItemRow({ item, applicationId, canReview, submitted, error }: Props) {
  const { label, displayValue, previousValue, previouslyRequestedChange, document, secret } = item;
  return (
    <li className="grid gap-x-8 gap-y-3 py-4 first:pt-0 last:pb-0 lg:grid-cols-[minmax(0,1fr)_25rem]">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
          {label}
          {previousValue !== undefined && (
            <Badge text={previousValue === null ? 'New' : 'Changed'} tone="accent" />
          )}
        </h3>
        {previousValue && (
          <p>
            <span className="sr-only">Before: </span>
            <del className="whitespace-pre-wrap text-ink-soft">{previousValue}</del>
          </p>
        )}
        {document ? (
          <DocumentPreview document={document} fileName={displayValue} label={label} />
        ) : (
          <p className="whitespace-pre-wrap">
            {displayValue || <span className="text-ink-soft">Not provided</span>}
          </p>
        )}
        {secret && (
          <TextLink
            to={getReviewPath(applicationId, 'bank-account')}
            target="_blank"
            rel="noopener"
            className="mt-1 inline-block text-sm"
          >
            Show full number (opens in a new tab)
          </TextLink>
        )}
        {previouslyRequestedChange && (
          <p className="mt-2 border-l-2 border-line-strong pl-3 text-sm">
            Requested last round: {previouslyRequestedChange}
          </p>
        )}
      </div>
      {canReview ? (
        <ItemReviewFields item={item} submitted={submitted} error={error} />
      ) : (
        <ItemReviewBadge item={item} />
      )}
    </li>
  );
}

function ItemReviewBadge({ item: { outcome, reason } }: { item: CaseItem }) {
  if (outcome === 'undecided') return null;
  return (
    <div>
      <Badge
        text={outcome === 'accepted' ? 'Accepted' : 'Change needed'}
        tone={outcome === 'accepted' ? 'positive' : 'caution'}
      />
      {reason && <p className="mt-1">{reason}</p>}
    </div>
  );
}

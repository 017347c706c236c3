import type { CaseItem } from '~/merchants/applications/review/review-case';
import type { ItemReviewInput } from '~/merchants/applications/review/item-reviews';
import { Badge } from '~/ui/content/status-badge';
import { BankAccountNumber } from './bank-account-number';
import { DocumentViewer } from './document-viewer';
import { ItemReviewFields } from './item-review-fields';
import { toItemRowId } from './item-review-form';

type Props = {
  item: CaseItem;
  applicationId: string;
  canReview: boolean;
  submitted: ItemReviewInput | undefined;
  error: string | undefined;
};

/** An item to review: its name, its current and previous content, and its review. */
export function ItemRow({ item, applicationId, canReview, submitted, error }: Props) {
  const { key, label, displayValue, previousValue, previouslyRequestedChange, document, secret } = item;
  return (
    <li
      id={toItemRowId(key)}
      data-item={key}
      tabIndex={-1}
      className="py-3 outline-offset-4 first:pt-0 last:pb-0"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-36">
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
          {!document && (
            <p className="whitespace-pre-wrap wrap-anywhere">
              {displayValue || <span className="text-ink-soft">Not provided</span>}
            </p>
          )}
          {secret && displayValue && (
            <BankAccountNumber
              applicationId={applicationId}
              views={secret.views}
              isUnopened={item.isUnopened}
            />
          )}
          {previouslyRequestedChange && (
            <p className="mt-2 border-l-2 border-line-strong pl-3 text-sm">
              Requested last round: {previouslyRequestedChange}
            </p>
          )}
        </div>
        <div className="max-w-full">
          {canReview ? (
            <ItemReviewFields item={item} submitted={submitted} error={error} />
          ) : (
            <ItemReviewBadge item={item} />
          )}
        </div>
      </div>
      {document && (
        <DocumentViewer
          document={document}
          fileName={displayValue}
          label={label}
          opensWhenVisible={canReview}
          isUnopened={item.isUnopened}
        />
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

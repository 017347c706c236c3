import type { ReviewCase, CaseItem } from '~/merchants/applications/review/review-case';
import { Panel } from '~/ui/layout/panel';
import { ItemRow } from './item-row';
import type { RejectedItemReviews } from './item-review-reply';

type Props = {
  step: ReviewCase['steps'][number];
  applicationId: string;
  canReview: boolean;
  /** After the first round, unchanged items are collapsed. */
  isLaterRound: boolean;
  rejected: RejectedItemReviews | undefined;
};

/** The steps' names for staff. Those for merchants address the reader. */
const stepTitles: Record<ReviewCase['steps'][number]['id'], string> = {
  business: 'Business',
  contact: 'Address and contact',
  sales: 'Products',
  people: 'Owners and directors',
  bank: 'Bank account',
};

export function StepPanel({ step: { id, items }, applicationId, canReview, isLaterRound, rejected }: Props) {
  const isExpanded = (item: CaseItem) =>
    !isLaterRound ||
    item.previousValue !== undefined ||
    item.previouslyRequestedChange !== null ||
    Boolean(rejected?.errors[item.key]);
  const [expanded, folded] = [items.filter(isExpanded), items.filter((item) => !isExpanded(item))];
  const renderRows = (some: readonly CaseItem[]) => (
    <ul className="divide-y divide-line">
      {some.map((item) => (
        <ItemRow
          key={item.key}
          item={item}
          applicationId={applicationId}
          canReview={canReview}
          submitted={rejected?.submitted.find(({ subject }) => subject === item.key)}
          error={rejected?.errors[item.key]}
        />
      ))}
    </ul>
  );
  const title = stepTitles[id];
  return (
    <Panel title={title}>
      {renderRows(expanded)}
      {folded.length > 0 && (
        <details className={expanded.length ? 'mt-4 border-t border-line pt-4' : ''}>
          <summary className="font-medium text-accent underline underline-offset-4">
            {folded.length === 1 ? '1 unchanged answer' : `${folded.length} unchanged answers`}
            <span className="sr-only"> of {title}</span>
          </summary>
          <div className="pt-2">{renderRows(folded)}</div>
        </details>
      )}
    </Panel>
  );
}

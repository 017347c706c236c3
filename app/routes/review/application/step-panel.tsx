import clsx from 'clsx';
import type { ReviewCase, CaseItem } from '~/merchants/applications/review/review-case';
import { Button } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { toAcceptRestValue } from './item-review-form';
import { ItemRow } from './item-row';
import type { RejectedItemReviews } from './item-review-reply';

type Step = ReviewCase['steps'][number];

type Props = {
  step: Step;
  applicationId: string;
  canReview: boolean;
  /** After the first round, unchanged items are collapsed. */
  isLaterRound: boolean;
  rejected: RejectedItemReviews | undefined;
};

/** The steps' names for staff. Those for merchants address the reader. */
const stepTitles: Record<Step['id'], string> = {
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
  const renderList = (some: readonly CaseItem[], className?: string) => (
    <ul className={clsx('min-w-0 divide-y divide-line', className)}>
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
  const renderRows = (some: readonly CaseItem[]) =>
    groupWithDocuments(some).map(({ answers, documents }) =>
      answers.length && documents.length ? (
        <div
          key={answers[0]!.key}
          className="grid gap-x-8 gap-y-3 border-t border-line pt-4 pb-5 first:border-0 first:pt-0 last:pb-0 lg:grid-cols-2"
        >
          {renderList(answers, 'self-start lg:sticky lg:top-6')}
          {renderList(documents)}
        </div>
      ) : (
        <div key={[...answers, ...documents][0]!.key} className="pb-4 last:pb-0">
          {renderList([...answers, ...documents])}
        </div>
      ),
    );
  const title = stepTitles[id];
  return (
    <Panel
      id={id}
      title={title}
      action={
        canReview && (
          <Button type="submit" name="then" value={toAcceptRestValue(id)} variant="secondary" size="small">
            Accept all in this section<span className="sr-only">: {title}</span>
          </Button>
        )
      }
    >
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

type ItemGroup = { answers: CaseItem[]; documents: CaseItem[] };

/** Each document beside the answers that it proves: a person's beside that person, and others beside the rest. */
function groupWithDocuments(items: readonly CaseItem[]): ItemGroup[] {
  const groups = new Map<string, ItemGroup>();
  for (const item of items) {
    const [type, ...address] = item.key.split(':');
    const person = type === 'person' || type === 'document' ? address.at(-1)! : '';
    const group = groups.get(person) ?? { answers: [], documents: [] };
    groups.set(person, group);
    (item.document ? group.documents : group.answers).push(item);
  }
  return [...groups.values()];
}

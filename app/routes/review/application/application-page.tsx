import { Form } from '@remix-run/react';
import { useMemo, useRef } from 'react';
import type { ReviewCase } from '~/merchants/applications/review/review-case';
import { Banner } from '~/ui/layout/banner';
import { Panel } from '~/ui/layout/panel';
import { ErrorSummary } from '~/ui/forms/error-summary';
import type { DueLabel } from '../due-date/due-label';
import type { ReviewFlashMessage } from '../flash-message';
import { getReviewPath } from '../review-path';
import { ChecksPanel } from './checks-panel';
import { DecisionBar } from './decision-bar';
import { DuplicatesBanner } from './duplicates-banner';
import { ReviewHeader } from './review-header';
import { ReviewHistory } from './review-history';
import { InternalNotes } from './internal-notes';
import { ReviewStatus } from './review-status';
import { StepPanel } from './step-panel';
import { UnsavedItemReviews } from './unsaved-item-reviews';
import { itemReviewFieldNames } from './item-review-form';
import type { RejectedItemReviews } from './item-review-reply';
import { ItemReviewChange, useItemReviews } from './use-item-reviews';

type Props = {
  reviewCase: ReviewCase;
  due: DueLabel | null;
  maySuspend: boolean;
  outcome: ReviewFlashMessage | null;
  rejected: RejectedItemReviews | undefined;
};

export function ApplicationPage({ reviewCase, due, maySuspend, outcome, rejected }: Props) {
  const { summary, message, steps, duplicates, checks, history } = reviewCase;
  const isAppeal = history.some(({ type, round }) => type === 'appealed' && round === summary.round);
  const errors = useMemo(
    () =>
      Object.entries(rejected?.errors ?? {}).map(([key, message]) => ({
        fieldId: itemReviewFieldNames.reason(key),
        message: `${getItemLabel(steps, key)}: ${message}`,
      })),
    [rejected, steps],
  );
  const canReview = summary.isMine && summary.state === 'IN_REVIEW';
  return (
    <>
      <ReviewHeader assignment={summary} due={due} />
      <div className="space-y-6">
        <ErrorSummary errors={errors} title="Some item reviews aren’t saved yet" />
        {outcome && !rejected && !(canReview && outcome.isAboutItems) && (
          <Banner tone={outcome.tone} title={outcome.text} announced />
        )}
        {rejected?.rejection && (
          <UnsavedItemReviews
            rejection={rejected.rejection}
            late={rejected.late}
            getItemLabel={(key) => getItemLabel(steps, key)}
            history={rejected.isCaseChanged ? history : []}
          />
        )}
        <ReviewStatus assignment={summary} maySuspend={maySuspend} />
        {message && (
          <Panel title={isAppeal ? 'The merchant’s appeal' : 'The merchant’s message'}>
            <p className="max-w-3xl whitespace-pre-wrap">{message}</p>
          </Panel>
        )}
        <DuplicatesBanner duplicates={duplicates} />
        <ChecksPanel
          checks={checks}
          assignment={summary}
          canReview={canReview}
          findItem={(key) => findItem(steps, key)}
        />
        <InternalNotes applicationId={summary.id} history={history} />
        {canReview ? (
          <ItemReviewForm reviewCase={reviewCase} rejected={rejected} outcome={outcome} />
        ) : (
          <StepPanels reviewCase={reviewCase} canReview={false} rejected={rejected} />
        )}
        <Panel title="History">
          <ReviewHistory entries={history} />
        </Panel>
      </div>
    </>
  );
}

type ReviewProps = Pick<Props, 'reviewCase' | 'rejected'>;

function ItemReviewForm({ reviewCase, rejected, outcome }: ReviewProps & Pick<Props, 'outcome'>) {
  const { summary, steps, checks } = reviewCase;
  const form = useRef<HTMLFormElement>(null);
  const savedResults = Object.fromEntries(
    steps.flatMap(({ items }) => items.map(({ key, outcome }) => [key, outcome])),
  );
  const { results, progress, noteChange, formEvents } = useItemReviews(
    form,
    getReviewPath(summary.id, 'item-reviews'),
    savedResults,
  );
  return (
    // A full page load, and no choices restored by the browser, so that the selected values are the saved ones.
    <Form
      ref={form}
      method="post"
      action={getReviewPath(summary.id)}
      reloadDocument
      noValidate
      autoComplete="off"
      className="space-y-6"
      {...formEvents}
    >
      <input type="hidden" name="version" value={summary.version} />
      <ItemReviewChange.Provider value={noteChange}>
        <StepPanels reviewCase={reviewCase} canReview rejected={rejected} />
      </ItemReviewChange.Provider>
      <DecisionBar
        outcome={outcome?.isAboutItems ? outcome.text : null}
        assignment={summary}
        steps={steps}
        screening={checks.screening}
        results={results}
        progress={progress}
      />
    </Form>
  );
}

const StepPanels = ({
  reviewCase: { summary, steps },
  canReview,
  rejected,
}: ReviewProps & { canReview: boolean }) => (
  <>
    {steps.map((step) => (
      <StepPanel
        key={step.id}
        step={step}
        canReview={canReview}
        isLaterRound={summary.round > 1}
        rejected={rejected}
        applicationId={summary.id}
      />
    ))}
  </>
);

function getItemLabel(steps: ReviewCase['steps'], key: string): string {
  return findItem(steps, key)?.label ?? key;
}

const findItem = (steps: ReviewCase['steps'], key: string) =>
  steps.flatMap(({ items }) => items).find((item) => item.key === key);

import { Form } from '@remix-run/react';
import { useMemo } from 'react';
import type { ReviewCase } from '~/merchants/applications/review/review-case';
import { Banner } from '~/ui/layout/banner';
import { Panel } from '~/ui/layout/panel';
import { ErrorSummary } from '~/ui/forms/error-summary';
import type { DueLabel } from '../due-date/due-label';
import type { ReviewFlashMessage } from '../flash-message';
import { DecisionBar } from './decision-bar';
import { DuplicatesBanner } from './duplicates-banner';
import { ReviewHeader } from './review-header';
import { ReviewHistory } from './review-history';
import { InternalNoteForm } from './note-form';
import { ReviewStatus } from './review-status';
import { StepPanel } from './step-panel';
import { UnsavedItemReviews } from './unsaved-item-reviews';
import { itemReviewFieldNames } from './item-review-form';
import type { RejectedItemReviews } from './item-review-reply';

type Props = {
  reviewCase: ReviewCase;
  due: DueLabel | null;
  maySuspend: boolean;
  outcome: ReviewFlashMessage | null;
  rejected: RejectedItemReviews | undefined;
};

export function ApplicationPage({ reviewCase, due, maySuspend, outcome, rejected }: Props) {
  const { summary, message, steps, duplicates, history } = reviewCase;
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
  const stepPanels = steps.map((step) => (
    <StepPanel
      key={step.id}
      step={step}
      canReview={canReview}
      isLaterRound={summary.round > 1}
      rejected={rejected}
      applicationId={summary.id}
    />
  ));
  return (
    <>
      <ReviewHeader assignment={summary} due={due} />
      <div className="space-y-6">
        <ErrorSummary errors={errors} title="Some item reviews aren’t saved yet" />
        {outcome && !rejected && <Banner tone={outcome.tone} title={outcome.text} announced />}
        {rejected?.rejection && (
          <UnsavedItemReviews
            rejection={rejected.rejection}
            submitted={rejected.submitted}
            getItemLabel={(key) => getItemLabel(steps, key)}
            history={history}
          />
        )}
        <ReviewStatus assignment={summary} maySuspend={maySuspend} />
        {message && (
          <Panel title={isAppeal ? 'The merchant’s appeal' : 'The merchant’s message'}>
            <p className="max-w-3xl whitespace-pre-wrap">{message}</p>
          </Panel>
        )}
        <DuplicatesBanner duplicates={duplicates} />
        {canReview ? (
          // A full page load, so that the selected values are the saved ones.
          <Form
            method="post"
            action={`/review/applications/${summary.id}`}
            reloadDocument
            noValidate
            className="space-y-6"
          >
            <input type="hidden" name="version" value={summary.version} />
            {stepPanels}
            <DecisionBar assignment={summary} steps={steps} />
          </Form>
        ) : (
          stepPanels
        )}
        <Panel title="History">
          <InternalNoteForm key={history.length} applicationId={summary.id} />
          <ReviewHistory entries={history} />
        </Panel>
      </div>
    </>
  );
}

function getItemLabel(steps: ReviewCase['steps'], key: string): string {
  return steps.flatMap(({ items }) => items).find((item) => item.key === key)?.label ?? key;
}

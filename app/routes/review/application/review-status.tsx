import { Form } from '@remix-run/react';
import type { CaseSummary } from '~/merchants/applications/review/case-summary';
import { Button, ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { DescriptionList } from '~/ui/content/description-list';
import { Time } from '~/ui/content/time';
import { isAnswerDue } from '~/merchants/applications/states';
import { getReviewPath } from '../review-path';
import { reviewActionRejectionMessages } from '../review-labels';

/** The case's status and the reader's actions. */
export function ReviewStatus({ assignment, maySuspend }: { assignment: CaseSummary; maySuspend: boolean }) {
  const {
    submittedAt,
    promisedAt,
    decidedAt,
    snoozedUntil,
    snoozeReason,
    assignmentRejection,
    isMine,
    state,
  } = assignment;
  return (
    <Panel>
      <DescriptionList
        items={[
          ['Round', assignment.round],
          ['Submitted', submittedAt && <Time at={submittedAt} />],
          ['Response due', isAnswerDue(state) && promisedAt && <Time at={promisedAt} />],
          ['Decided', decidedAt && <Time at={decidedAt} />],
          ['Assigned to', assignment.reviewer && (isMine ? 'You' : assignment.reviewer)],
          ['First approval', assignment.firstApproval],
          [
            'Snoozed until',
            snoozedUntil && (
              <>
                <Time at={snoozedUntil} />: {snoozeReason}
              </>
            ),
          ],
          [
            'Account',
            `${assignment.mode === 'live' ? 'Live' : 'Test'} mode${assignment.suspended ? ', suspended' : ''}`,
          ],
        ]}
      />
      <div className="mt-5 flex flex-wrap gap-3">
        {state === 'SUBMITTED' &&
          (assignmentRejection ? (
            <p className="text-ink-soft">{reviewActionRejectionMessages[assignmentRejection]}</p>
          ) : (
            <ReviewActionButton assignment={assignment} step="claim" text="Claim" variant="primary" />
          ))}
        {state === 'IN_REVIEW' && !isMine && !assignmentRejection && (
          <ButtonLink to={getReviewPath(assignment.id, 'take-over')} variant="secondary">
            Take over
          </ButtonLink>
        )}
        {state === 'IN_REVIEW' && isMine && (
          <>
            <ReviewActionButton assignment={assignment} step="release" text="Release" />
            {snoozedUntil ? (
              <ReviewActionButton assignment={assignment} step="wake" text="Resume" />
            ) : (
              <ButtonLink to={getReviewPath(assignment.id, 'snooze')} variant="secondary">
                Snooze
              </ButtonLink>
            )}
          </>
        )}
        {maySuspend && (
          <ButtonLink to={getReviewPath(assignment.id, 'suspension')} variant="secondary">
            {assignment.suspended ? 'Reinstate account' : 'Suspend account'}
          </ButtonLink>
        )}
      </div>
    </Panel>
  );
}

function ReviewActionButton({
  assignment,
  step,
  text,
  variant = 'secondary',
}: {
  assignment: CaseSummary;
  step: 'claim' | 'release' | 'wake';
  text: string;
  variant?: 'primary' | 'secondary';
}) {
  return (
    <Form method="post" action={getReviewPath(assignment.id, step)}>
      <input type="hidden" name="version" value={assignment.version} />
      <Button type="submit" variant={variant}>
        {text}
      </Button>
    </Form>
  );
}

import { Form } from '@remix-run/react';
import type { Desk } from '~/merchants/applications/desk';
import { Button, ButtonLink } from '~/ui/button';
import { Card } from '~/ui/card';
import { DescriptionList } from '~/ui/description-list';
import { Time } from '~/ui/time';
import { pathOf } from '../paths';
import { refusalWords } from '../words';

/** Where the application stands, and what this reader may do about that. */
export function Standing({ desk, maySuspend }: { desk: Desk; maySuspend: boolean }) {
  const { submittedAt, promisedAt, decidedAt, snoozedUntil, snoozeReason, notForMe, isMine, state } = desk;
  return (
    <Card>
      <DescriptionList
        facts={[
          ['Round', desk.round],
          ['Handed in', submittedAt && <Time at={submittedAt} />],
          ['Answer promised', decidedAt ? null : promisedAt && <Time at={promisedAt} />],
          ['Decided', decidedAt && <Time at={decidedAt} />],
          ['On the desk of', desk.reviewer && (isMine ? 'You' : desk.reviewer)],
          ['First approval', desk.firstApproval],
          [
            'Put aside until',
            snoozedUntil && (
              <>
                <Time at={snoozedUntil} />: {snoozeReason}
              </>
            ),
          ],
          ['Account', `${desk.mode === 'live' ? 'Live' : 'Test'} mode${desk.suspended ? ', suspended' : ''}`],
        ]}
      />
      <div className="mt-5 flex flex-wrap gap-3">
        {state === 'SUBMITTED' &&
          (notForMe ? (
            <p className="text-ink-soft">{refusalWords[notForMe]}</p>
          ) : (
            <StepButton desk={desk} step="claim" text="Claim" variant="primary" />
          ))}
        {state === 'IN_REVIEW' && !isMine && !notForMe && (
          <ButtonLink to={pathOf(desk.id, 'take-over')} variant="secondary">
            Take over
          </ButtonLink>
        )}
        {state === 'IN_REVIEW' && isMine && (
          <>
            <StepButton desk={desk} step="release" text="Release" />
            {snoozedUntil ? (
              <StepButton desk={desk} step="wake" text="Take it up again" />
            ) : (
              <ButtonLink to={pathOf(desk.id, 'snooze')} variant="secondary">
                Put aside
              </ButtonLink>
            )}
          </>
        )}
        {maySuspend && (
          <ButtonLink to={pathOf(desk.id, 'suspension')} variant="secondary">
            {desk.suspended ? 'Reinstate the account' : 'Suspend the account'}
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}

function StepButton({
  desk,
  step,
  text,
  variant = 'secondary',
}: {
  desk: Desk;
  step: 'claim' | 'release' | 'wake';
  text: string;
  variant?: 'primary' | 'secondary';
}) {
  return (
    <Form method="post" action={pathOf(desk.id, step)}>
      <input type="hidden" name="version" value={desk.version} />
      <Button type="submit" variant={variant}>
        {text}
      </Button>
    </Form>
  );
}

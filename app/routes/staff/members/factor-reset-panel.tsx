import type { OpenFactorReset } from '~/identity/staff/factor-resets';
import { Button } from '~/ui/forms/button';
import { Form } from '~/ui/forms/form';
import { TextAreaField } from '~/ui/forms/text-area-field';
import { DescriptionList } from '~/ui/content/description-list';
import { Time } from '~/ui/content/time';
import { Panel } from '~/ui/layout/panel';
import type { RejectedForm } from '../../forms/rejected-form';

type Props = {
  reset: OpenFactorReset | null;
  isSelf: boolean;
  /** The admin who sees the page. */
  ownId: string;
  rejected: RejectedForm | undefined;
};

/** The reset of a lost second factor: one admin requests it, another one approves it, and then it waits. */
export function FactorResetPanel({ reset, isSelf, ownId, rejected }: Props) {
  if (reset) return <OpenReset reset={reset} canApprove={!isSelf && reset.requestedBy.id !== ownId} />;
  if (isSelf) return null;
  return (
    <Panel title="Reset second factor">
      <p className="mb-5 max-w-2xl text-ink-soft">
        For someone who has lost their app, passkeys, and recovery codes. Call them to verify their identity.
        Another admin has to approve the reset. It takes effect after a delay, so it can still be canceled.
      </p>
      <Form method="post" reloadDocument noValidate className="max-w-2xl space-y-5">
        <TextAreaField
          name="reason"
          label="Reason"
          hint="The person and your colleagues can see it."
          maxLength={300}
          defaultValue={rejected?.input.reason}
          error={rejected?.errors.reason}
        />
        <Button type="submit" variant="secondary" name="change" value="request-reset">
          Request reset
        </Button>
      </Form>
    </Panel>
  );
}

function OpenReset({ reset, canApprove }: { reset: OpenFactorReset; canApprove: boolean }) {
  const { id, reason, requestedBy, requestedAt, approvedBy, takesEffectAt } = reset;
  return (
    <Panel title="Reset of the second factor">
      <DescriptionList
        items={[
          [
            'Requested',
            <>
              By {requestedBy.name}, <Time at={requestedAt} />
            </>,
          ],
          ['Reason', reason],
          ['Approved', approvedBy ? `By ${approvedBy.name}` : 'Not yet. Another admin has to approve it.'],
          ...(takesEffectAt ? [['Takes effect', <Time key="effect" at={takesEffectAt} />] as const] : []),
        ]}
      />
      <Form method="post" reloadDocument className="mt-5 flex flex-wrap gap-3">
        <input type="hidden" name="reset" value={id} />
        {canApprove && !approvedBy && (
          <Button type="submit" name="change" value="approve-reset">
            Approve reset
          </Button>
        )}
        <Button type="submit" variant="secondary" name="change" value="cancel-reset">
          Cancel reset
        </Button>
      </Form>
    </Panel>
  );
}

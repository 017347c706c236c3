import type { OpenFactorReset } from '~/identity/staff/factor-resets';
import { Button } from '~/ui/forms/button';
import { Form } from '~/ui/forms/form';
import { Time } from '~/ui/content/time';
import { Banner } from '~/ui/layout/banner';

/** For a staff member whose second factor admins are about to reset. */
export function OwnFactorReset({ reset }: { reset: OpenFactorReset }) {
  const { id, requestedBy, reason, takesEffectAt } = reset;
  return (
    <Banner tone="negative" title="Reset of your second factor">
      <p className="mb-4">
        Requested by {requestedBy.name}. Reason: {reason}
      </p>
      <p className="mb-4">
        {takesEffectAt ? (
          <>
            It takes effect on <Time at={takesEffectAt} />.
          </>
        ) : (
          'Another admin has to approve it.'
        )}{' '}
        If you didn’t ask for this, cancel it.
      </p>
      <Form method="post" reloadDocument>
        <Button type="submit" variant="danger" name="cancelReset" value={id}>
          Cancel reset
        </Button>
      </Form>
    </Banner>
  );
}

import { type ReactNode } from 'react';
import type { PasskeyRequest } from '~/identity/passkeys/passkey-assertions';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Form } from '~/ui/forms/form';
import { useErrorSummary, useRejectedForm } from '../../forms/rejected-form';
import { PasskeyButton } from './passkey-button';

/** The second step of a login for a person with a passkey and no app. */
export function PasskeyStep({ request, after }: { request: PasskeyRequest; after: ReactNode }) {
  const rejected = useRejectedForm();
  const errors = useErrorSummary(rejected, []);
  return (
    <>
      <ErrorSummary errors={errors} />
      <Form method="post" reloadDocument className="space-y-5">
        <PasskeyButton ask={{ sign: request }} variant="primary">
          Use a passkey
        </PasskeyButton>
        <noscript>
          <p>
            Passkeys need JavaScript, which is turned off in this browser. You can use a recovery code
            instead.
          </p>
        </noscript>
        {after}
      </Form>
    </>
  );
}

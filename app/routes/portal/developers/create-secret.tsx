import { useNavigation } from '@remix-run/react';
import type { Environment } from '~/platform/environment';
import type { OverlapHours } from '~/platform/secrets/secret-overlap';
import { Button } from '~/ui/forms/button';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Form } from '~/ui/forms/form';
import { overlapLabels } from '~/ui/labels/overlap-labels';
import { SelectField } from '~/ui/forms/select-field';
import { useErrorSummary, type RejectedForm } from '../../forms/rejected-form';
import { SecondFactorNotice } from './second-factor-notice';

type Props = {
  environment: Environment;
  overlaps: readonly OverlapHours[];
  /** Makes submitting the form twice create one secret. */
  token: string;
  /** The newest secret on the page. */
  seen: string | undefined;
  mayConfirm: boolean;
  rejected: RejectedForm | undefined;
};

/**
 * Creates a client secret. In live it gives access to real money, so it requires a step-up confirmation
 * (routes/guards).
 */
export function CreateSecret({ environment, overlaps, token, seen, mayConfirm, rejected }: Props) {
  const pending = useNavigation().state === 'submitting';
  const errors = useErrorSummary(rejected, ['overlap']);
  if (!mayConfirm)
    return (
      <div className="mt-6 border-t border-line pt-5">
        <SecondFactorNotice what="create a secret" />
      </div>
    );
  return (
    <Form method="post" preventScrollReset={false} className="mt-6 border-t border-line pt-5" noValidate>
      <ErrorSummary errors={errors} />
      {overlaps.length > 0 && (
        <>
          <h3 className="mb-1.5 font-semibold">Rotate the secret</h3>
          <p className="mb-5 max-w-2xl text-ink-soft">
            This creates a new secret. The old one keeps working for the time you choose, so that you can
            update your servers without downtime.
          </p>
        </>
      )}
      <input type="hidden" name="environment" value={environment} />
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="seen" value={seen} />
      {!overlaps.length && <input type="hidden" name="overlap" value="0" />}
      <div className="flex flex-wrap items-end gap-3">
        {overlaps.length > 0 && (
          <SelectField
            name="overlap"
            label="When the old secret stops working"
            error={rejected?.errors.overlap}
            defaultValue={rejected?.input.overlap ?? '24'}
            options={overlaps.map((hours) => ({ value: String(hours), text: overlapLabels[hours] }))}
            className="w-full sm:w-64"
          />
        )}
        <Button type="submit" variant="secondary" pending={pending}>
          Create new secret
        </Button>
      </div>
    </Form>
  );
}

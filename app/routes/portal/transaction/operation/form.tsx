import { useRef } from 'react';
import { maximumReasonLength } from '~/payments/operations/operation-reasons';
import { formatAmountInput } from '~/platform/money/amount-input';
import { Button } from '~/ui/forms/button';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Field } from '~/ui/forms/field';
import { Form } from '~/ui/forms/form';
import { describeRemainingAmount } from '~/ui/labels/operation-messages';
import { TextLink } from '~/ui/content/text-link';
import { useKeptInput } from '~/ui/forms/use-kept-input';
import { useErrorSummary, type RejectedForm } from '~/routes/forms/rejected-form';
import type { OperationFormData } from './operation-form-data';

const keptFields = ['amount', 'reason'];

/**
 * The amount and reason of a capture, void, or refund. Nothing happens before the confirmation on the next
 * page.
 */
export function OperationForm({
  data,
  rejected,
}: {
  data: OperationFormData;
  rejected: RejectedForm | undefined;
}) {
  const { operation, remaining, currency, limit, form, seen, path } = data;
  const errors = useErrorSummary(rejected, ['amount', 'reason']);
  const element = useRef<HTMLFormElement>(null);
  const keepInput = useKeptInput(element, keptFields, { isRejected: rejected !== undefined });
  return (
    <Form ref={element} method="post" reloadDocument noValidate onSubmit={keepInput} className="space-y-5">
      <ErrorSummary errors={errors} />
      <input type="hidden" name="form" value={form} autoComplete="off" />
      <input type="hidden" name="seen" value={seen} autoComplete="off" />
      <Field
        name="amount"
        label={`Amount in ${currency}`}
        hint={[describeRemainingAmount(operation, remaining, currency), limit].filter(Boolean).join(' ')}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={rejected?.input.amount ?? formatAmountInput(remaining, currency)}
        error={rejected?.errors.amount}
        required
        className="sm:w-72"
      />
      <Field
        name="reason"
        label="Reason"
        optional={operation === 'capture'}
        hint={`${operation === 'capture' ? '' : 'Required. '}Stored with the operation. The payer doesn’t see it.`}
        required={operation !== 'capture'}
        maxLength={maximumReasonLength}
        autoComplete="off"
        defaultValue={rejected?.input.reason}
        error={rejected?.errors.reason}
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" name="step" value="review">
          Continue
        </Button>
        <TextLink to={path}>Cancel</TextLink>
      </div>
    </Form>
  );
}

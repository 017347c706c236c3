import { useMemo } from 'react';
import { maximumReasonLength } from '~/payments/operations/operation-reasons';
import { formatAmountInput } from '~/platform/money/amount-input';
import { Button } from '~/ui/forms/button';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Field } from '~/ui/forms/field';
import { Form } from '~/ui/forms/form';
import { describeRemainingAmount } from '~/ui/labels/operation-messages';
import { TextLink } from '~/ui/content/text-link';
import { summaryOf, type RefusedForm } from '../../../refused-form';
import type { Drawn } from './drawn';

/** What to capture, release or refund, and why. Nothing happens before it is confirmed on the next page. */
export function OperationForm({ drawn, refused }: { drawn: Drawn; refused: RefusedForm | undefined }) {
  const { operation, left, currency, form, seen, path } = drawn;
  const errors = useMemo(() => summaryOf(refused, ['amount', 'reason']), [refused]);
  return (
    <Form method="post" reloadDocument noValidate className="space-y-5">
      <ErrorSummary errors={errors} />
      <input type="hidden" name="form" value={form} autoComplete="off" />
      <input type="hidden" name="seen" value={seen} autoComplete="off" />
      <Field
        name="amount"
        label={`Amount in ${currency}`}
        hint={describeRemainingAmount(operation, left, currency)}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={refused?.typed.amount ?? formatAmountInput(left, currency)}
        error={refused?.errors.amount}
        required
        className="sm:w-72"
      />
      <Field
        name="reason"
        label="Reason"
        optional={operation === 'capture'}
        hint="Kept with the operation. The payer does not see it."
        maxLength={maximumReasonLength}
        autoComplete="off"
        defaultValue={refused?.typed.reason}
        error={refused?.errors.reason}
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" name="step" value="review">
          Continue
        </Button>
        <TextLink to={path}>Back to the payment</TextLink>
      </div>
    </Form>
  );
}

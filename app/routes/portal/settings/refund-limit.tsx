import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import {
  changeRefundConfirmationLimit,
  findRefundConfirmationLimit,
} from '~/merchants/accounts/refund-limit';
import { formatAmountInput, parseAmountInput } from '~/platform/money/amount-input';
import { Panel } from '~/ui/layout/panel';
import { Field } from '~/ui/forms/field';
import { PageHeader } from '~/ui/layout/page-header';
import { RadioField } from '~/ui/forms/radio-field';
import { TextLink } from '~/ui/content/text-link';
import { readForm, textOf } from '../../forms/form-body';
import { rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireConfirmed, requireMerchant } from '../../guards';
import { getAmountMessage } from '../transaction/amount-messages';
import { findMissingSecondFactor } from '../team/second-factor-requirement';
import { DocumentForm } from '../../identity/email/document-form';

const fields = ['ask', 'above'] as const;
/** A currency with two decimals, like the field. */
const formatted = 'EUR';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const merchant = await requireMerchant(request, 'settings_manage');
  await requireConfirmed(request, merchant);
  const limit = await findRefundConfirmationLimit(merchant.account.id);
  return {
    requiresConfirmation: limit !== null,
    above: limit === null ? '' : formatAmountInput(limit, formatted),
    rejected: context.formRejected ?? false,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const merchant = await requireMerchant(request, 'settings_manage');
  await requireConfirmed(request, merchant);
  const form = await readForm(request);
  const input = { ask: textOf(form, 'ask'), above: textOf(form, 'above') };
  const missing = await findMissingSecondFactor(merchant, 'change this setting');
  if (missing) return rejectForm(context, { initialValue: input, error: { ask: [missing] } });
  if (input.ask !== 'yes' && input.ask !== 'no')
    return rejectForm(context, { initialValue: input, error: { ask: ['Choose an option'] } });
  const read = input.ask === 'no' ? null : parseAmountInput(input.above, formatted);
  const limit = read === 'zero' ? 0 : read;
  if (typeof limit === 'string')
    return rejectForm(context, {
      initialValue: input,
      error: { above: [getAmountMessage(limit, formatted)] },
    });
  await changeRefundConfirmationLimit({
    accountId: merchant.account.id,
    limit,
    by: merchant.user.id,
    address: context.clientAddress,
  });
  return redirect('/settings?saved');
}

export const meta = formTitle('Large refunds');

export default function RefundLimit() {
  const { requiresConfirmation, above } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="Large refunds"
        lead={
          <>
            Require a second factor for large refunds made in the live portal.{' '}
            <TextLink to="/settings">Back to Settings</TextLink>
          </>
        }
      />
      <Panel className="max-w-xl">
        <DocumentForm fields={fields} submit="Save">
          <RadioField
            name="ask"
            label="Ask for a second factor"
            hint="Members confirm with their second factor before they refund more than this amount, unless they did so in the last 10 minutes. Refunds of the same payment are added up. API refunds never need confirmation."
            defaultValue={rejected?.input.ask ?? (requiresConfirmation ? 'yes' : 'no')}
            error={rejected?.errors.ask}
            options={[
              { value: 'yes', text: 'For refunds above an amount' },
              { value: 'no', text: 'Never' },
            ]}
          />
          <Field
            name="above"
            label="Amount"
            hint="For example, 1000.00. The limit applies in the payment’s currency, in minor units: 1000.00 means 1000.00 EUR or USD, 100000 JPY, and 100.000 KWD."
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            defaultValue={rejected?.input.above ?? above}
            error={rejected?.errors.above}
            className="sm:w-72"
          />
        </DocumentForm>
      </Panel>
    </>
  );
}

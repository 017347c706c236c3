import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import {
  changeRefundConfirmationLimit,
  findRefundConfirmationLimit,
} from '~/merchants/accounts/refund-limit';
import { amountText, readAmount } from '~/platform/typed-amount';
import { Panel } from '~/ui/layout/panel';
import { Field } from '~/ui/forms/field';
import { PageHeader } from '~/ui/layout/page-header';
import { RadioField } from '~/ui/forms/radio-field';
import { TextLink } from '~/ui/content/text-link';
import { readForm, textOf } from '../../form-body';
import { refuseForm } from '../../form-reply';
import { formTitle } from '../../form-title';
import { requireConfirmed, requireMerchant } from '../../guards';
import { amountWords } from '../amount-words';
import { missingFactor } from '../factor-in-live';
import { DocumentForm } from '../../identity/document-form';

const fields = ['ask', 'above'] as const;
/** A currency of two decimals, as the field is written. */
const written = 'EUR';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const merchant = await requireMerchant(request, 'settings_manage');
  await requireConfirmed(request, merchant);
  const limit = await findRefundConfirmationLimit(merchant.account.id);
  return {
    asks: limit !== null,
    above: limit === null ? '' : amountText(limit, written),
    refused: context.formRefused ?? false,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const merchant = await requireMerchant(request, 'settings_manage');
  await requireConfirmed(request, merchant);
  const form = await readForm(request);
  const typed = { ask: textOf(form, 'ask'), above: textOf(form, 'above') };
  const missing = await missingFactor(merchant, 'whoever changes this');
  if (missing) return refuseForm(context, { initialValue: typed, error: { ask: [missing] } });
  if (typed.ask !== 'yes' && typed.ask !== 'no')
    return refuseForm(context, { initialValue: typed, error: { ask: ['Choose one of the two'] } });
  const read = typed.ask === 'no' ? null : readAmount(typed.above, written);
  const limit = read === 'zero' ? 0 : read;
  if (typeof limit === 'string')
    return refuseForm(context, { initialValue: typed, error: { above: [amountWords(limit, written)] } });
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
  const { asks, above } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="Large refunds"
        lead={
          <>
            A second look at refunds that are made by hand in live.{' '}
            <TextLink to="/settings">Back to Settings</TextLink>
          </>
        }
      />
      <Panel className="max-w-xl">
        <DocumentForm fields={fields} submit="Save">
          <RadioField
            name="ask"
            label="Ask for a second factor"
            hint="Whoever refunds more than the amount shows theirs first, unless they did so in the last 10 minutes. All refunds of one payment count together. Refunds through the API are never asked."
            defaultValue={refused?.typed.ask ?? (asks ? 'yes' : 'no')}
            error={refused?.errors.ask}
            options={[
              { value: 'yes', text: 'For refunds above an amount' },
              { value: 'no', text: 'Never' },
            ]}
          />
          <Field
            name="above"
            label="Amount"
            hint="Such as 1000.00. It counts in the currency of the payment, by its smallest unit: 1000.00 is 1000.00 EUR or USD, 100000 JPY and 100.000 KWD."
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            defaultValue={refused?.typed.above ?? above}
            error={refused?.errors.above}
            className="sm:w-72"
          />
        </DocumentForm>
      </Panel>
    </>
  );
}

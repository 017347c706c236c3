import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { changeRefundLimit, findRefundLimit } from '~/merchants/refund-limit';
import { amountText, readAmount } from '~/platform/typed-amount';
import { Card } from '~/ui/card';
import { Field } from '~/ui/field';
import { PageHeader } from '~/ui/page-header';
import { RadioField } from '~/ui/radio-field';
import { TextLink } from '~/ui/text-link';
import { readForm, textOf } from '../../form-body';
import { refuseForm } from '../../form-reply';
import { formTitle } from '../../form-title';
import { requireConfirmed, requireMerchant } from '../../guards';
import { missingFactor } from '../factor-in-live';
import { DocumentForm } from '../../identity/document-form';

const fields = ['ask', 'above'] as const;
/** A currency of two decimals, as the field is written. */
const written = 'EUR';
export async function loader({ request, context }: LoaderFunctionArgs) {
  const merchant = await requireMerchant(request, 'settings_manage');
  await requireConfirmed(request, merchant);
  const limit = await findRefundLimit(merchant.account.id);
  return { asks: limit !== null, above: limit === null ? '' : amountText(limit, written), refused: context.formRefused ?? false };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const merchant = await requireMerchant(request, 'settings_manage');
  await requireConfirmed(request, merchant);
  const form = await readForm(request);
  const typed = { ask: textOf(form, 'ask'), above: textOf(form, 'above') };
  const missing = await missingFactor(merchant, 'whoever changes this');
  if (missing) return refuseForm(context, { initialValue: typed, error: { ask: [missing] } });
  if (typed.ask !== 'yes' && typed.ask !== 'no') return refuseForm(context, { initialValue: typed, error: { ask: ['Choose one of the two'] } });
  const read = typed.ask === 'no' ? null : readAmount(typed.above, written);
  const limit = read === 'zero' ? 0 : read;
  if (typeof limit === 'string') return refuseForm(context, { initialValue: typed, error: { above: ['Enter an amount in figures, such as 1000.00'] } });
  await changeRefundLimit({ accountId: merchant.account.id, limit, by: merchant.user.id, address: context.clientAddress });
  return redirect('/settings?saved');
}

export const meta = formTitle('Large refunds');

export default function RefundLimit() {
  const { asks, above } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      <PageHeader title="Large refunds" lead={<>By hand, in the live environment. <TextLink to="/settings">Back to Settings</TextLink></>} />
      <Card className="max-w-xl">
        <DocumentForm fields={fields} submit="Save">
          <RadioField
            name="ask"
            label="Ask for a second factor for large refunds"
            hint="Whoever refunds more has shown theirs in the last 10 minutes. What was refunded of the payment before counts too. Requests of your server are not asked."
            defaultValue={refused?.typed.ask ?? (asks ? 'yes' : 'no')}
            error={refused?.errors.ask}
            options={[
              { value: 'yes', text: 'Ask above the amount below' },
              { value: 'no', text: 'Never ask' },
            ]}
          />
          <Field
            name="above"
            label="Above"
            hint="In the currency of the payment. In one without decimals 1000.00 counts as 100000, in one of three as 100.000."
            inputMode="decimal"
            autoComplete="off"
            maxLength={14}
            defaultValue={refused?.typed.above ?? above}
            error={refused?.errors.above}
            className="sm:w-72"
          />
        </DocumentForm>
      </Card>
    </>
  );
}

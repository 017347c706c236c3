import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { changeRefundLimits, findRefundLimits } from '~/merchants/accounts/refund-limits';
import { parseAmountInput } from '~/platform/money/amount-input';
import { Panel } from '~/ui/layout/panel';
import { Field } from '~/ui/forms/field';
import { PageHeader } from '~/ui/layout/page-header';
import { RadioField } from '~/ui/forms/radio-field';
import { Banner } from '~/ui/layout/banner';
import { readForm, textOf } from '../../forms/form-body';
import { describeConflict, toSeenInput } from '../../forms/edit-conflict';
import { rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireConfirmed, requireMerchant } from '../../guards';
import { getAmountMessage } from '../transaction/amount-messages';
import { findMissingSecondFactor } from '../team/second-factor-requirement';
import { BackToSettings } from './back-to-settings';
import { formatRefundLimit, refundLimitCurrency, refundLimitLabels } from './refund-limit-labels';
import { DocumentForm } from '../../identity/email/document-form';

const limitFields = ['above', 'member', 'account'] as const;
const fields = ['ask', ...limitFields];
/** No refund needs a second factor. */
const neverLabel = 'Never';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const merchant = await requireMerchant(request, 'settings_manage');
  await requireConfirmed(request, merchant);
  const { confirmAbove, perMember, perAccount } = await findRefundLimits(merchant.account.id);
  return {
    requiresConfirmation: confirmAbove !== null,
    above: formatLimit(confirmAbove),
    member: formatLimit(perMember),
    account: formatLimit(perAccount),
    saved: new URL(request.url).searchParams.has('saved'),
    rejected: context.formRejected ?? false,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const merchant = await requireMerchant(request, 'settings_manage');
  await requireConfirmed(request, merchant);
  const form = await readForm(request);
  const input = {
    ask: textOf(form, 'ask'),
    above: textOf(form, 'above'),
    member: textOf(form, 'member'),
    account: textOf(form, 'account'),
  };
  const hasSeen = limitFields.every((name) => form.has(`seen_${name}`));
  const seen = Object.fromEntries(limitFields.map((name) => [`seen_${name}`, textOf(form, `seen_${name}`)]));
  // After an error, it's still the page of a person who saw the previous limits.
  const kept = { ...input, ...(hasSeen && seen) };
  const missing = await findMissingSecondFactor(merchant, 'change these limits');
  if (missing) return rejectForm(context, { initialValue: kept, error: { ask: [missing] } });
  const limits = {
    confirmAbove: input.ask === 'no' ? null : parseLimit(input.above),
    perMember: form.has('member') ? parseDailyLimit(input.member) : 'missing',
    perAccount: form.has('account') ? parseDailyLimit(input.account) : 'missing',
  } as const;
  const { confirmAbove, perMember, perAccount } = limits;
  const isAboveTeam =
    typeof perMember === 'number' && typeof perAccount === 'number' && perMember > perAccount;
  const isAnswered = input.ask === 'yes' || input.ask === 'no';
  if (
    !isAnswered ||
    typeof confirmAbove === 'string' ||
    typeof perMember === 'string' ||
    typeof perAccount === 'string' ||
    isAboveTeam
  )
    return rejectForm(context, {
      initialValue: kept,
      error: {
        ...(!isAnswered && { ask: ['Choose an option'] }),
        ...(isAnswered && describeError('above', confirmAbove)),
        ...describeError('member', perMember),
        ...(isAboveTeam && { member: ['Enter at most the daily limit for the team'] }),
        ...describeError('account', perAccount),
      },
    });
  const outcome = await changeRefundLimits({
    accountId: merchant.account.id,
    seen: hasSeen
      ? {
          confirmAbove: parseSeenLimit(seen.seen_above!),
          perMember: parseSeenLimit(seen.seen_member!),
          perAccount: parseSeenLimit(seen.seen_account!),
        }
      : undefined,
    limits: { confirmAbove, perMember, perAccount },
    by: merchant.user.id,
    address: context.clientAddress,
  });
  if (outcome === 'changed') return redirect('/settings/refunds?saved');
  const current = await findRefundLimits(merchant.account.id);
  const conflicts = outcome.conflicts.map((name) => {
    const { field, key } = fieldsByLimit[name];
    const limit = formatLimit(current[key]);
    const isNever = name === 'refund_limit' && !limit;
    return isNever
      ? { field, limit, errorField: 'ask', value: neverLabel }
      : { field, limit, errorField: field, value: limit || 'no limit' };
  });
  return rejectForm(context, {
    initialValue: {
      ...kept,
      ...toSeenInput(Object.fromEntries(conflicts.map(({ field, limit }) => [field, limit]))),
    },
    error: Object.fromEntries(
      conflicts.map(({ errorField, value }) => [errorField, [describeConflict(value)]]),
    ),
  });
}

/** The form's fields and the limits by their names in the audit log. */
const fieldsByLimit = {
  refund_limit: { field: 'above', key: 'confirmAbove' },
  member_refund_limit: { field: 'member', key: 'perMember' },
  account_refund_limit: { field: 'account', key: 'perAccount' },
} as const;

const formatLimit = (limit: number | null) => (limit === null ? '' : formatRefundLimit(limit));

function parseLimit(text: string) {
  const read = parseAmountInput(text, refundLimitCurrency);
  return read === 'zero' ? 0 : read;
}

/** Empty for no limit. */
const parseDailyLimit = (text: string) => (text === '' ? null : parseLimit(text));

/** Only our page sends it, so it's valid. */
function parseSeenLimit(text: string): number | null {
  const limit = parseDailyLimit(text);
  return typeof limit === 'string' ? null : limit;
}

const describeError = (name: string, limit: ReturnType<typeof parseDailyLimit>) =>
  typeof limit === 'string' && { [name]: [getAmountMessage(limit, refundLimitCurrency)] };

export const meta = formTitle('Refund limits');

export default function RefundLimits() {
  const { requiresConfirmation, above, member, account, saved } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  const amountField = {
    inputMode: 'decimal',
    autoComplete: 'off',
    maxLength: 20,
    className: 'sm:w-72',
  } as const;
  return (
    <>
      <PageHeader
        title="Refund limits"
        lead={
          <>
            These limits apply to refunds that your team makes in the live portal. API refunds have no limit.{' '}
            <BackToSettings />
          </>
        }
      />
      {saved && !rejected && (
        <div className="mb-6 max-w-xl">
          <Banner tone="positive" title="Saved" announced>
            The audit log lists what changed.
          </Banner>
        </div>
      )}
      <Panel className="max-w-xl">
        <p className="mb-5 text-ink-soft">
          Each limit applies to each currency separately. Enter it as an amount in EUR or USD: 1,000.00 also
          means 100,000 JPY and 100.000 KWD. For low-value currencies, the limit is 100 or 10,000 times as
          high: 100,000.00 HUF and 10,000,000.00 IDR.
        </p>
        <DocumentForm fields={fields} submit="Save">
          {Object.entries({ above, member, account }).map(([name, limit]) => (
            <input
              key={name}
              type="hidden"
              name={`seen_${name}`}
              value={rejected?.input[`seen_${name}`] ?? limit}
            />
          ))}
          <RadioField
            name="ask"
            label="Ask for a second factor"
            hint="Team members confirm a refund with their second factor, unless they did so in the last 10 minutes. We ask when your team’s refunds in the last 24 hours, or all refunds of the payment, add up to more than the amount."
            defaultValue={rejected?.input.ask ?? (requiresConfirmation ? 'yes' : 'no')}
            error={rejected?.errors.ask}
            options={[
              { value: 'yes', text: 'When refunds add up to more than an amount' },
              { value: 'no', text: neverLabel },
            ]}
          />
          <Field
            {...amountField}
            name="above"
            label={refundLimitLabels.refund_limit}
            hint="For example, 1000.00."
            defaultValue={rejected?.input.above ?? above}
            error={rejected?.errors.above}
          />
          <Field
            {...amountField}
            name="member"
            label={refundLimitLabels.member_refund_limit}
            hint="The most that one team member can refund in 24 hours, even with a second factor. Leave it empty for no limit."
            defaultValue={rejected?.input.member ?? member}
            error={rejected?.errors.member}
          />
          <Field
            {...amountField}
            name="account"
            label={refundLimitLabels.account_refund_limit}
            hint="The most that all team members together can refund in 24 hours. Leave it empty for no limit."
            defaultValue={rejected?.input.account ?? account}
            error={rejected?.errors.account}
          />
        </DocumentForm>
      </Panel>
    </>
  );
}

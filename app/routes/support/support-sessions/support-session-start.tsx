import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { writeSupportSessionCookie } from '~/merchants/support-sessions/support-session-cookie';
import { findAccountForSupport } from '~/merchants/support-sessions/support-session-records';
import { supportSessionMinutes } from '~/merchants/support-sessions/support-session-duration';
import { startSupportSession } from '~/merchants/support-sessions/support-sessions';
import { containsCardNumber } from '~/platform/cards/card-numbers';
import { isId } from '~/platform/ids';
import { Banner } from '~/ui/layout/banner';
import { Panel } from '~/ui/layout/panel';
import { Field } from '~/ui/forms/field';
import { PageHeader } from '~/ui/layout/page-header';
import { RadioField } from '~/ui/forms/radio-field';
import { TextAreaField } from '~/ui/forms/text-area-field';
import { readForm } from '../../forms/form-body';
import { actionHeaders, formatRetryDelay, rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireConfirmed, requireStaff } from '../../guards';
import { DocumentForm } from '../../identity/email/document-form';
import { parseForm } from '../../forms/parse-form';

const [minReasonLength, maxReasonLength, maxReferenceLength] = [10, 500, 100];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'support_session_start');
  await requireConfirmed(request, staff);
  return { account: await requireSessionAccount(params.id), rejected: context.formRejected ?? false };
}

async function requireSessionAccount(id = '') {
  const account = isId('acc', id) ? await findAccountForSupport(id) : null;
  if (!account) throw new Response(null, { status: 404 });
  return account;
}

/** In characters, as the database counts: not in UTF-16 units. */
const countCodePoints = (text: string) => [...text].length;
const hasNoCardNumber = (text: string) => !containsCardNumber(text);
const form = z.object({
  reason: z
    .string({ error: 'Enter a reason' })
    .trim()
    .refine(
      (text) => countCodePoints(text) >= minReasonLength && /\p{L}/u.test(text),
      `Enter a reason of at least ${minReasonLength} characters`,
    )
    .refine(
      (text) => countCodePoints(text) <= maxReasonLength,
      `Shorten this to ${maxReasonLength} characters or fewer`,
    )
    .refine(hasNoCardNumber, 'Remove the card number. It can’t be stored here')
    .refine(
      (text) => !/[\p{Cs}\u202a-\u202e\u2066-\u2069]|(?![\n\t])\p{Cc}/u.test(text),
      'Remove the invisible characters',
    ),
  case_reference: z
    .string()
    .trim()
    .refine(
      (text) => countCodePoints(text) <= maxReferenceLength,
      `Shorten this to ${maxReferenceLength} characters or fewer`,
    )
    .refine(hasNoCardNumber, 'Remove the card number. It can’t be stored here')
    .refine((text) => !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(text), 'Remove the invisible characters')
    .optional(),
  minutes: z
    .enum(supportSessionMinutes.map(String), { error: 'Choose a duration' })
    .transform((text) => Number(text) as (typeof supportSessionMinutes)[number]),
});

export async function action({ request, params, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'support_session_start');
  await requireConfirmed(request, staff);
  const { user, sessionId } = staff;
  const { id: accountId } = await requireSessionAccount(params.id);
  const submission = parseForm(await readForm(request), form);
  if (submission.status !== 'success') return rejectForm(context, submission.reply());
  const { reason, case_reference, minutes } = submission.value;
  const outcome = await startSupportSession({
    staff: user,
    sessionId,
    accountId,
    reason,
    caseReference: case_reference || undefined,
    minutes,
    address: context.clientAddress,
  });
  if (outcome === 'unknown_account') throw new Response(null, { status: 404 });
  if (typeof outcome !== 'string')
    return redirectDocument('/', { headers: { 'Set-Cookie': writeSupportSessionCookie(outcome.id) } });
  return rejectForm(
    context,
    submission.reply({ formErrors: [rejectionMessages[outcome]] }),
    outcome === 'too_many' ? formatRetryDelay(3600) : {},
  );
}

const rejectionMessages = {
  own_account: 'You’re a member of this account. Log in to the portal to open it.',
  one_at_a_time: 'You’re already in a support session. End it first, under Your support session.',
  too_many: 'You’ve reached the limit of 20 support sessions a day. Try again 24 hours after the first one.',
};

export const headers = actionHeaders;
export const meta = formTitle(
  (data) =>
    `Start a support session with ${(data as { account?: { name: string } } | undefined)?.account?.name ?? 'a merchant'}`,
);

export default function SupportSessionStart() {
  const { account } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title={`Start a support session with ${account.name}`}
        lead="View the portal as a read-only member of this account. You can’t change or download anything."
      />
      <div className="max-w-2xl space-y-6">
        <Banner tone="caution" title="The merchant is notified">
          Your name, your reason, and every page you open appear in their audit log, and they get an email
          now.
        </Banner>
        <Panel>
          <DocumentForm fields={['reason', 'case_reference', 'minutes']} submit="Start session">
            <TextAreaField
              name="reason"
              label="Reason"
              hint="10 to 500 characters. The merchant can read it."
              rows={3}
              defaultValue={rejected?.input.reason}
              error={rejected?.errors.reason}
            />
            <Field
              name="case_reference"
              label="Case reference"
              optional
              hint="For example, a ticket number."
              maxLength={maxReferenceLength * 2}
              defaultValue={rejected?.input.case_reference}
              error={rejected?.errors.case_reference}
            />
            <RadioField
              name="minutes"
              label="Maximum duration"
              error={rejected?.errors.minutes}
              defaultValue={rejected?.input.minutes ?? '30'}
              options={supportSessionMinutes.map((minutes) => ({
                value: String(minutes),
                text: `${minutes} minutes`,
              }))}
            />
          </DocumentForm>
        </Panel>
      </div>
    </>
  );
}

import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { lookCookie } from '~/merchants/look-cookie';
import { findAccountToLookAt } from '~/merchants/look-records';
import { lookMinutes } from '~/merchants/look-minutes';
import { beginLook } from '~/merchants/looks';
import { holdsCardNumber } from '~/platform/card-numbers';
import { isId } from '~/platform/ids';
import { Banner } from '~/ui/banner';
import { Card } from '~/ui/card';
import { Field } from '~/ui/field';
import { PageHeader } from '~/ui/page-header';
import { RadioField } from '~/ui/radio-field';
import { TextAreaField } from '~/ui/text-area-field';
import { readForm } from '../form-body';
import { actionHeaders, comeBackIn, refuseForm } from '../form-reply';
import { formTitle } from '../form-title';
import { requireConfirmed, requireStaff } from '../guards';
import { DocumentForm } from '../identity/document-form';
import { parseForm } from '../parse-form';

const [shortestReason, longestReason, longestReference] = [10, 500, 100];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'portal_look');
  await requireConfirmed(request, staff);
  return { account: await accountOf(params.id), refused: context.formRefused ?? false };
}

async function accountOf(id = '') {
  const account = isId('acc', id) ? await findAccountToLookAt(id) : null;
  if (!account) throw new Response(null, { status: 404 });
  return account;
}

/** As the database counts: not in units of UTF-16. */
const lengthOf = (text: string) => [...text].length;
const noCard = (text: string) => !holdsCardNumber(text);
const form = z.object({
  reason: z
    .string({ error: 'Say why you look' })
    .trim()
    .refine(
      (text) => lengthOf(text) >= shortestReason && /\p{L}/u.test(text),
      `Say a little more, in words: at least ${shortestReason} characters`,
    )
    .refine((text) => lengthOf(text) <= longestReason, `Shorten this to ${longestReason} characters or fewer`)
    .refine(noCard, 'Take out the card number: it must not be kept here')
    .refine(
      (text) => !/[\p{Cs}\u202a-\u202e\u2066-\u2069]|(?![\n\t])\p{Cc}/u.test(text),
      'Take out the characters that cannot be seen',
    ),
  case_reference: z
    .string()
    .trim()
    .refine(
      (text) => lengthOf(text) <= longestReference,
      `Shorten this to ${longestReference} characters or fewer`,
    )
    .refine(noCard, 'Take out the card number: it must not be kept here')
    .refine((text) => !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(text), 'Take out the characters that cannot be seen')
    .optional(),
  minutes: z
    .enum(lookMinutes.map(String), { error: 'Choose how long' })
    .transform((text) => Number(text) as (typeof lookMinutes)[number]),
});

export async function action({ request, params, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'portal_look');
  await requireConfirmed(request, staff);
  const { user, sessionId } = staff;
  const { id: accountId } = await accountOf(params.id);
  const typed = parseForm(await readForm(request), form);
  if (typed.status !== 'success') return refuseForm(context, typed.reply());
  const { reason, case_reference, minutes } = typed.value;
  const outcome = await beginLook({
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
    return redirectDocument('/', { headers: { 'Set-Cookie': lookCookie(outcome.id) } });
  return refuseForm(
    context,
    typed.reply({ formErrors: [refusals[outcome]] }),
    outcome === 'too_many' ? comeBackIn(3600) : {},
  );
}

const refusals = {
  own_account: 'You work for this account: open it with your own login to the portal.',
  one_at_a_time: 'You are looking through another merchant’s eyes. End that look first, under Your look.',
  too_many: 'You have looked 20 times within a day. It goes on a day after the first of them.',
};

export const headers = actionHeaders;
export const meta = formTitle(
  (data) =>
    `Look through the eyes of ${(data as { account?: { name: string } } | undefined)?.account?.name ?? 'a merchant'}`,
);

export default function BeginLook() {
  const { account } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title={`Look through ${account.name}’s eyes`}
        lead="See the portal as a read-only member of this account sees it. You can change nothing and download nothing."
      />
      <div className="max-w-2xl space-y-6">
        <Banner tone="caution" title="The merchant is told">
          Your name, the reason and every page you open stand in their audit log, and a mail goes out now.
        </Banner>
        <Card>
          <DocumentForm fields={['reason', 'case_reference', 'minutes']} submit="Begin the look">
            <TextAreaField
              name="reason"
              label="Why do you look?"
              hint="10 to 500 characters. The merchant reads it."
              rows={3}
              defaultValue={refused?.typed.reason}
              error={refused?.errors.reason}
            />
            <Field
              name="case_reference"
              label="Reference of the case"
              optional
              hint="Such as the number of the ticket."
              maxLength={longestReference * 2}
              defaultValue={refused?.typed.case_reference}
              error={refused?.errors.case_reference}
            />
            <RadioField
              name="minutes"
              label="For how long at most?"
              error={refused?.errors.minutes}
              defaultValue={refused?.typed.minutes ?? '30'}
              options={lookMinutes.map((minutes) => ({ value: String(minutes), text: `${minutes} minutes` }))}
            />
          </DocumentForm>
        </Card>
      </div>
    </>
  );
}

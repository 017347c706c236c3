import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { emailAddress } from '~/identity/email/email-address';
import { requestEmailChange, cancelEmailChange, findEmailChange } from '~/identity/email/email-change';
import { Panel } from '~/ui/layout/panel';
import { PageHeader } from '~/ui/layout/page-header';
import { readForm } from '../../forms/form-body';
import { actionHeaders, formatRetryDelay, rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireConfirmed, requirePerson } from '../../guards';
import { parseForm } from '../../forms/parse-form';
import { areaPaths } from '../areas';
import { DocumentForm } from './document-form';
import { EmailField } from './email-field';
import { BackToSecurity } from '../security/back-to-security';
import type { FlashMessageName } from '../security/flash-message';
import { formatWait } from './wait-duration';

const fields = ['email'];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const person = await requirePerson(request);
  await requireConfirmed(request, person);
  const { user, area } = person;
  return {
    email: user.email,
    waiting: (await findEmailChange(user.id)) !== null,
    security: areaPaths[area].security,
    rejected: context.formRejected ?? false,
  };
}

/** Canceling a change needs no confirmation, because nothing is at stake. */
export async function action({ request, context }: ActionFunctionArgs) {
  const person = await requirePerson(request);
  const { user, area } = person;
  const by = { userId: user.id, actor: `${area}:${user.id}`, address: context.clientAddress } as const;
  const body = await readForm(request);
  if (body.has('cancel')) {
    await cancelEmailChange(by);
    return redirect(`${areaPaths[area].security}?${'emailCanceled' satisfies FlashMessageName}`);
  }
  await requireConfirmed(request, person);
  const form = parseForm(body, z.object({ email: emailAddress }));
  if (form.status !== 'success') return rejectForm(context, form.reply());
  const outcome = await requestEmailChange(by, form.value.email);
  if (outcome === 'sent')
    return redirect(`${areaPaths[area].security}?${'emailRequested' satisfies FlashMessageName}`);
  if (outcome === 'same_address')
    return rejectForm(context, form.reply({ fieldErrors: { email: ['This is already your address'] } }));
  return rejectForm(
    context,
    form.reply({
      formErrors: [`You’ve requested too many emails. Try again in ${formatWait(outcome.waitSeconds)}.`],
    }),
    formatRetryDelay(outcome.waitSeconds),
  );
}

export const headers = actionHeaders;

export const meta = formTitle('Change your email address');

export default function ChangeEmail() {
  const { email, waiting, security } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="Change your email address"
        lead={
          <>
            Your current address is <span className="wrap-anywhere">{email}</span>.{' '}
            <BackToSecurity to={security} />
          </>
        }
      />
      <Panel className="max-w-xl">
        <p className="mb-5 text-ink-soft">
          We’ll email a link to both your new and your current address. Open both links within 24 hours to
          change your email address. {waiting && 'A new request replaces any pending one.'}
        </p>
        <DocumentForm fields={fields} submit="Send links">
          <EmailField label="New email address" autoComplete="email" rejected={rejected} />
        </DocumentForm>
      </Panel>
    </>
  );
}

import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requestEmailConfirmation } from '~/identity/email/email-confirmation';
import { isMailCaptured } from '~/mail/mail-capture';
import { actionHeaders, formatRetryDelay, rejectForm } from '../forms/form-reply';
import { formTitle } from '../forms/form-title';
import { requireAnonymous } from '../guards';
import { rememberPendingEmail, findPendingEmail } from './email/pending-email';
import { EmailSent, NoPendingEmail } from './email/email-sent';
import { resendWait } from './email/resend-wait';
import { formatWait } from './email/wait-duration';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAnonymous(request);
  const mail = findPendingEmail(request, 'registration');
  return {
    rejected: context.formRejected ?? false,
    mailbox: isMailCaptured,
    mail: mail && { email: mail.email, again: mail.again, waitSeconds: resendWait(mail) },
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireAnonymous(request);
  const mail = findPendingEmail(request, 'registration');
  if (!mail) return redirect('/register');
  const { name, email } = mail;
  const outcome = await requestEmailConfirmation({ name, email, address: context.clientAddress });
  if (outcome === 'sent')
    return redirect('/register/sent', {
      headers: { 'Set-Cookie': rememberPendingEmail('registration', { name, email, again: true }) },
    });
  return rejectForm(
    context,
    { error: { '': [`You can send it again in ${formatWait(outcome.waitSeconds)}.`] } },
    formatRetryDelay(outcome.waitSeconds),
  );
}

export const headers = actionHeaders;

export const meta = formTitle('Check your email');

export default function RegisterSent() {
  const { mail, mailbox } = useLoaderData<typeof loader>();
  if (!mail) return <NoPendingEmail to="/register" text="Register again" />;
  return (
    <EmailSent
      {...mail}
      mailbox={mailbox}
      validFor="24 hours"
      back={{ to: '/register', text: 'Use a different address' }}
    />
  );
}

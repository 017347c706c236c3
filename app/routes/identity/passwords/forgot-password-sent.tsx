import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requestPasswordReset } from '~/identity/passwords/password-reset';
import { isMailCaptured } from '~/mail/mail-capture';
import { actionHeaders, formatRetryDelay, rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireAnonymous } from '../../guards';
import { rememberPendingEmail, findPendingEmail } from '../email/pending-email';
import { EmailSent, NoPendingEmail } from '../email/email-sent';
import { resendWait } from '../email/resend-wait';
import { formatWait } from '../email/wait-duration';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAnonymous(request);
  const mail = findPendingEmail(request, 'reset');
  return {
    rejected: context.formRejected ?? false,
    mailbox: isMailCaptured,
    mail: mail && { email: mail.email, again: mail.again, waitSeconds: resendWait(mail) },
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireAnonymous(request);
  const mail = findPendingEmail(request, 'reset');
  if (!mail) return redirect('/forgot-password');
  const { email } = mail;
  const outcome = await requestPasswordReset({ email, address: context.clientAddress });
  if (outcome === 'sent')
    return redirect('/forgot-password/sent', {
      headers: { 'Set-Cookie': rememberPendingEmail('reset', { email, again: true }) },
    });
  return rejectForm(
    context,
    { error: { '': [`You can send it again in ${formatWait(outcome.waitSeconds)}.`] } },
    formatRetryDelay(outcome.waitSeconds),
  );
}

export const headers = actionHeaders;

export const meta = formTitle('Check your email');

export default function ForgotPasswordSent() {
  const { mail, mailbox } = useLoaderData<typeof loader>();
  if (!mail) return <NoPendingEmail to="/forgot-password" text="Request another email" />;
  return (
    <EmailSent
      {...mail}
      mailbox={mailbox}
      validFor="one hour"
      back={{ to: '/forgot-password', text: 'Use a different address' }}
    />
  );
}

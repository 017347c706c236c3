import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requestPasswordReset } from '~/identity/passwords/password-reset';
import { capturesMail } from '~/mail/capture';
import { actionHeaders, comeBackIn, refuseForm } from '../form-reply';
import { formTitle } from '../form-title';
import { requireNobody } from '../guards';
import { awaitMail, findAwaitedMail } from './awaited-mail';
import { MailSent, NothingAwaited } from './mail-sent';
import { resendWait } from './resend-wait';
import { duration } from './waiting-words';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireNobody(request);
  const mail = findAwaitedMail(request, 'reset');
  return {
    refused: context.formRefused ?? false,
    mailbox: capturesMail,
    mail: mail && { email: mail.email, again: mail.again, waitSeconds: resendWait(mail) },
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireNobody(request);
  const mail = findAwaitedMail(request, 'reset');
  if (!mail) return redirect('/forgot-password');
  const { email } = mail;
  const outcome = await requestPasswordReset({ email, address: context.clientAddress });
  if (outcome === 'sent')
    return redirect('/forgot-password/sent', {
      headers: { 'Set-Cookie': awaitMail('reset', { email, again: true }) },
    });
  return refuseForm(
    context,
    { error: { '': [`You can send it again in ${duration(outcome.waitSeconds)}.`] } },
    comeBackIn(outcome.waitSeconds),
  );
}

export const headers = actionHeaders;

export const meta = formTitle('Check your mail');

export default function ForgotPasswordSent() {
  const { mail, mailbox } = useLoaderData<typeof loader>();
  if (!mail) return <NothingAwaited to="/forgot-password" text="Ask for another mail" />;
  return (
    <MailSent
      {...mail}
      mailbox={mailbox}
      validFor="one hour"
      back={{ to: '/forgot-password', text: 'Use another address' }}
    />
  );
}

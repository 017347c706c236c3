import { redirect, type AppLoadContext } from '@remix-run/node';
import type { MailRefusal } from '~/identity/email/email-limits';
import { comeBackIn, refuseForm } from '../form-reply';
import { awaitMail } from './awaited-mail';
import { duration } from './waiting-words';

type Submitted = {
  value: { email: string; name?: string };
  reply: (options: { formErrors: string[] }) => Parameters<typeof refuseForm>[1];
};

/** Answers a form that asked for a mail: on to the page that says to look for it, or the form again with how long to wait. */
export function answerMailRequest(
  context: AppLoadContext,
  form: Submitted,
  outcome: 'sent' | MailRefusal,
  next: { path: string; kind: Parameters<typeof awaitMail>[0] },
) {
  // A mail of a moment ago is the mail to look for.
  if (outcome === 'sent' || outcome.error === 'mail_just_sent')
    return redirect(next.path, { headers: { 'Set-Cookie': awaitMail(next.kind, form.value) } });
  return refuseForm(
    context,
    form.reply({
      formErrors: [`Too many mails were asked for. Try again in ${duration(outcome.waitSeconds)}.`],
    }),
    comeBackIn(outcome.waitSeconds),
  );
}

import { redirect, type AppLoadContext } from '@remix-run/node';
import type { MailRejection } from '~/identity/email/email-limits';
import { formatRetryDelay, rejectForm } from '../../forms/form-reply';
import { rememberPendingEmail } from './pending-email';
import { formatWait } from './wait-duration';

type EmailSubmission = {
  value: { email: string; name?: string };
  reply: (options: { formErrors: string[] }) => Parameters<typeof rejectForm>[1];
};

/**
 * The response to a form that requested an email: a redirect to the page that says to look for it, or the
 * form with the time to wait.
 */
export function respondToEmailRequest(
  context: AppLoadContext,
  form: EmailSubmission,
  outcome: 'sent' | MailRejection,
  next: { path: string; kind: Parameters<typeof rememberPendingEmail>[0] },
) {
  // An email sent a moment ago is the one to look for.
  if (outcome === 'sent' || outcome.error === 'mail_just_sent')
    return redirect(next.path, { headers: { 'Set-Cookie': rememberPendingEmail(next.kind, form.value) } });
  return rejectForm(
    context,
    form.reply({
      formErrors: [`You’ve requested too many emails. Try again in ${formatWait(outcome.waitSeconds)}.`],
    }),
    formatRetryDelay(outcome.waitSeconds),
  );
}

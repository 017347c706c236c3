import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requestRecovery, recoveryWaitHours } from '~/identity/recovery/second-factor-recovery';
import { findRecovery } from '~/identity/recovery/active-recovery';
import { AuthLayout } from '~/ui/layout/auth-layout';
import { Banner } from '~/ui/layout/banner';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { actionHeaders, formatRetryDelay, rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requirePendingLogin } from '../../guards';
import { areaPaths } from '../areas';
import { DocumentForm } from '../email/document-form';
import { formatWait } from '../email/wait-duration';

const fields = [] as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requirePendingLogin(request, 'portal');
  return {
    email: user.email,
    running: await findRecovery(user.id),
    sent: new URL(request.url).searchParams.has('sent'),
    waitHours: recoveryWaitHours,
    rejected: context.formRejected ?? false,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { user } = await requirePendingLogin(request, 'portal');
  const outcome = await requestRecovery({ user, address: context.clientAddress });
  // An email sent a moment ago is the one to look for.
  if (outcome === 'sent' || (typeof outcome === 'object' && outcome.error === 'mail_just_sent'))
    return redirect('/login/recovery?sent');
  if (outcome === 'not_for_staff')
    return rejectForm(context, {
      error: { '': ['Staff can’t recover their own login. Ask an admin'] },
    });
  return rejectForm(
    context,
    { error: { '': [`You’ve requested too many emails. Try again in ${formatWait(outcome.waitSeconds)}.`] } },
    formatRetryDelay(outcome.waitSeconds),
  );
}

export const headers = actionHeaders;

export const meta = formTitle('Recover your login');

export default function LoginRecovery() {
  const { email, running, sent, waitHours } = useLoaderData<typeof loader>();
  return (
    <AuthLayout
      title="Recover your login"
      lead={
        <p>
          For <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>, if you lost your
          authenticator app, your passkeys, and your recovery codes.
        </p>
      }
      aside={<TextLink to={areaPaths.portal.code}>I found a code</TextLink>}
    >
      {running ? (
        <Banner title="Recovery in progress">
          It ends on <Time at={running.takesEffectAt} />. After that, you can log in with your password alone
          and set up a new second factor.
        </Banner>
      ) : sent ? (
        <Banner title="Check your inbox" announced>
          We sent you a link that starts the recovery. It works for one hour.
        </Banner>
      ) : (
        <DocumentForm fields={fields} submit="Email me the link">
          <ol className="list-decimal space-y-2 pl-5">
            <li>We email you a link that starts the recovery.</li>
            <li>
              For {waitHours} hours, we notify you every day, and any device that is logged in to your account
              can stop the recovery.
            </li>
            <li>
              After that, the second factor is removed, all devices are logged out, and your password alone is
              enough to log in.
            </li>
          </ol>
          <p className="text-ink-soft">
            Nobody can shorten this wait, because that would let an attacker take over your account.
          </p>
        </DocumentForm>
      )}
    </AuthLayout>
  );
}

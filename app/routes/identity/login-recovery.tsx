import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requestRecovery, recoveryWaitHours } from '~/identity/recovery/second-factor-recovery';
import { findRecovery } from '~/identity/recovery/active-recovery';
import { AuthLayout } from '~/ui/layout/auth-layout';
import { Banner } from '~/ui/layout/banner';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { actionHeaders, formatRetryDelay, rejectForm } from '../forms/form-reply';
import { formTitle } from '../forms/form-title';
import { requirePendingLogin } from '../guards';
import { areaPaths } from './areas';
import { DocumentForm } from './email/document-form';
import { formatWait } from './email/wait-duration';

const fields = [] as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requirePendingLogin(request, 'portal');
  return {
    email: user.email,
    running: await findRecovery(user.id),
    sent: new URL(request.url).searchParams.has('sent'),
    waitHours: recoveryWaitHours,
    refused: context.formRejected ?? false,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { user } = await requirePendingLogin(request, 'portal');
  const outcome = await requestRecovery({ user, address: context.clientAddress });
  // A mail of a moment ago is the mail to look for.
  if (outcome === 'sent' || (typeof outcome === 'object' && outcome.error === 'mail_just_sent'))
    return redirect('/login/recovery?sent');
  if (outcome === 'not_for_staff')
    return rejectForm(context, {
      error: { '': ['Staff cannot recover their login by themselves. Ask an admin'] },
    });
  return rejectForm(
    context,
    { error: { '': [`Too many mails were asked for. Try again in ${formatWait(outcome.waitSeconds)}.`] } },
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
          For <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>, when you have lost
          your authenticator app, your passkeys and your recovery codes.
        </p>
      }
      aside={<TextLink to={areaPaths.portal.code}>I have found a code</TextLink>}
    >
      {running ? (
        <Banner title="A recovery is running">
          It ends on <Time at={running.takesEffectAt} />. Then your password alone opens your account, and you
          can set up a new second factor.
        </Banner>
      ) : sent ? (
        <Banner title="Look in your mailbox" announced>
          We have sent you a link. It begins the recovery and works for an hour.
        </Banner>
      ) : (
        <DocumentForm fields={fields} submit="Send me the link">
          <ol className="list-decimal space-y-2 pl-5">
            <li>You get a mail with a link that begins the recovery.</li>
            <li>
              For {waitHours} hours you are notified of it every day, and anyone who is logged in as you can
              stop it.
            </li>
            <li>
              After that the second factor is off, all devices are logged out, and your password opens your
              account.
            </li>
          </ol>
          <p className="text-ink-soft">
            Nobody here can make it shorter: anyone who could, could take over your account.
          </p>
        </DocumentForm>
      )}
    </AuthLayout>
  );
}

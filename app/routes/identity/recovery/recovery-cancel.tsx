import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { rejectRecovery, findRecoveryLink } from '~/identity/recovery/second-factor-recovery';
import { AuthLayout } from '~/ui/layout/auth-layout';
import { Button, ButtonLink } from '~/ui/forms/button';
import { Form } from '~/ui/forms/form';
import { pageTitle } from '~/ui/layout/page-title';
import { InvalidLink, invalidLinkTitle } from '../email/invalid-link';

/** Shows the link's effect without using it, because mail scanners open links, too (threat T9). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const stopped = new URL(request.url).searchParams.has('stopped');
  const link = await findRecoveryLink(params.token ?? '', 'recovery_cancel');
  return data(
    { email: link?.email ?? null, stopped: !link && stopped },
    { status: link || stopped ? 200 : 404 },
  );
}

export async function action({ params, context }: ActionFunctionArgs) {
  return (await rejectRecovery(params.token ?? '', context.clientAddress)) === 'cancelled'
    ? redirect('/recovery/cancel/used?stopped')
    : data(null, { status: 404 });
}

export const meta = pageTitle((loaded) => {
  const { email, stopped } = loaded as { email: string | null; stopped: boolean };
  return stopped ? 'Recovery stopped' : email ? 'Stop the recovery' : invalidLinkTitle;
});

export default function RecoveryCancel() {
  const { email, stopped } = useLoaderData<typeof loader>();
  const isGone = useActionData<typeof action>() === null;
  if (stopped)
    return (
      <AuthLayout
        title="Recovery stopped"
        lead="Your login still requires the second factor. If you didn’t start this recovery, someone knows your password. Choose a new one now."
      >
        <ButtonLink to="/forgot-password" size="wide">
          Choose a new password
        </ButtonLink>
      </AuthLayout>
    );
  if (!email || isGone) return <InvalidLink again={{ to: '/security', text: 'Go to Security' }} />;
  return (
    <AuthLayout
      title="Stop the recovery"
      lead={
        <p>
          The login of <strong className="font-semibold wrap-anywhere text-ink">{email}</strong> still
          requires the second factor.
        </p>
      }
    >
      <Form method="post" reloadDocument>
        <Button type="submit" size="wide">
          Stop the recovery
        </Button>
      </Form>
    </AuthLayout>
  );
}

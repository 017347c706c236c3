import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import {
  startRecovery,
  findRecoveryLink,
  recoveryWaitHours,
} from '~/identity/recovery/second-factor-recovery';
import { AuthLayout } from '~/ui/layout/auth-layout';
import { Button, ButtonLink } from '~/ui/forms/button';
import { Form } from '~/ui/forms/form';
import { pageTitle } from '~/ui/layout/page-title';
import { InvalidLink, invalidLinkTitle } from '../email/invalid-link';

/** Shows the link's effect without using it, because mail scanners open links, too (threat T9). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const begun = new URL(request.url).searchParams.has('begun');
  const link = await findRecoveryLink(params.token ?? '');
  return data(
    { email: link?.email ?? null, begun: !link && begun, waitHours: recoveryWaitHours },
    { status: link || begun ? 200 : 404 },
  );
}

export async function action({ params, context }: ActionFunctionArgs) {
  return (await startRecovery(params.token ?? '', context.clientAddress)) === 'begun'
    ? redirect('/recovery/used?begun')
    : data(null, { status: 404 });
}

export const meta = pageTitle((loaded) => {
  const { email, begun } = loaded as { email: string | null; begun: boolean };
  return begun ? 'Recovery started' : email ? 'Recover your login' : invalidLinkTitle;
});

export default function RecoveryLink() {
  const { email, begun, waitHours } = useLoaderData<typeof loader>();
  const isGone = useActionData<typeof action>() === null;
  if (begun)
    return (
      <AuthLayout
        title="Recovery started"
        lead={`In ${waitHours} hours, you’ll be able to log in with your password alone. Until then, we email you every day with a link to stop the recovery.`}
      >
        <ButtonLink to="/login" size="wide">
          Log in
        </ButtonLink>
      </AuthLayout>
    );
  if (!email || isGone)
    return <InvalidLink again={{ to: '/login', text: 'Log in with your password to request a new link' }} />;
  return (
    <AuthLayout
      title="Recover your login"
      lead={
        <p>
          In {waitHours} hours, the second factor is removed from the login of{' '}
          <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>.
        </p>
      }
    >
      <Form method="post" reloadDocument>
        <Button type="submit" size="wide">
          Start recovery
        </Button>
      </Form>
    </AuthLayout>
  );
}

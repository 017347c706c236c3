import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findMembership, listMemberships } from '~/merchants/team/members';
import { memberRoleLabels } from '~/merchants/team/role-labels';
import { isId } from '~/platform/ids';
import { AuthLayout } from '~/ui/layout/auth-layout';
import { Banner } from '~/ui/layout/banner';
import { Button } from '~/ui/forms/button';
import { Form } from '~/ui/forms/form';
import { pageTitle } from '~/ui/layout/page-title';
import { readForm, textOf } from '../forms/form-body';
import { requireUser } from '../guards';
import { localPath } from '../identity/login/local-path';
import { selectAccount, readSelectedAccount } from './selection/selected-account';
import { selectEnvironment } from './selection/selected-environment';

/** Where people with several accounts, or with none anymore, choose one. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireUser(request);
  const accounts = await listMemberships(user.id);
  const chosen = readSelectedAccount(request, user.id);
  return {
    email: user.email,
    accounts,
    chosen: chosen ?? accounts[0]?.id,
    isOff: chosen !== null && !accounts.some(({ id }) => id === chosen),
    hasLeft: new URL(request.url).searchParams.has('left'),
  };
}

/** Switches to an environment of the account and, if given, to a page of it. */
export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireUser(request);
  const form = await readForm(request);
  const [accountId, environment, returnTo] = (['account', 'environment', 'returnTo'] as const).map((name) =>
    textOf(form, name),
  ) as [string, string, string];
  const membership = isId('acc', accountId) ? await findMembership(user.id, accountId) : null;
  if (!membership) throw new Response(null, { status: 404 });
  const headers = new Headers({
    'Set-Cookie': selectAccount({ userId: user.id, accountId: membership.account.id }),
  });
  if (environment === 'test' || environment === 'live')
    headers.append('Set-Cookie', selectEnvironment(environment));
  return redirect(returnTo ? localPath(returnTo) : '/', { headers });
}

export const meta = pageTitle('Your accounts');

export default function Accounts() {
  const { email, accounts, chosen, isOff, hasLeft } = useLoaderData<typeof loader>();
  return (
    <AuthLayout
      title={
        accounts.length > 1
          ? 'Choose an account'
          : accounts.length
            ? 'Your account'
            : 'You’re not on any team'
      }
      lead={
        accounts.length ? (
          accounts.length > 1 && 'You can switch at any time, under Switch account.'
        ) : (
          <p>
            You are logged in as <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>.
            This login doesn’t belong to any account. To join one, ask its team for an invitation.
          </p>
        )
      }
    >
      <div className="space-y-4">
        {hasLeft ? (
          <Banner tone="positive" title="You have left the team" announced />
        ) : (
          isOff && <Banner tone="caution" title="You’re no longer a member of the account you last used" />
        )}
        {accounts.map(({ id, name, role }) => (
          <Form key={id} method="post" reloadDocument>
            <Button
              type="submit"
              variant={id === chosen ? 'primary' : 'secondary'}
              size="wide"
              name="account"
              value={id}
            >
              <span className="min-w-0 break-words">
                {name}, {memberRoleLabels[role].name}
              </span>
            </Button>
          </Form>
        ))}
        <Form method="post" action="/logout">
          <Button type="submit" variant="quiet" size="wide">
            Log out
          </Button>
        </Form>
      </div>
    </AuthLayout>
  );
}

import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { isLastOwner, leaveTeam, listTeam } from '~/merchants/team/team';
import { PageHeader } from '~/ui/layout/page-header';
import { TextLink } from '~/ui/content/text-link';
import { rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireMember } from '../../guards';
import { DocumentForm } from '../../identity/email/document-form';
import { selectAccount } from '../selection/selected-account';

const fields: string[] = [];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account, role } = await requireMember(request);
  return {
    name: account.name,
    isOnlyOwner: isLastOwner(await listTeam(account.id), { role }),
    rejected: context.formRejected ?? false,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { user, account } = await requireMember(request);
  const outcome = await leaveTeam({ accountId: account.id, userId: user.id, address: context.clientAddress });
  if (outcome === 'last_owner')
    return rejectForm(context, {
      error: { '': ['An account needs at least one owner. Make someone else an owner first.'] },
    });
  // Until they select an account, requests from other windows must not apply to the next one.
  return redirect('/accounts?left', {
    headers: { 'Set-Cookie': selectAccount({ userId: user.id, accountId: account.id }) },
  });
}

export const meta = formTitle('Leave the team');

export default function Leave() {
  const { name, isOnlyOwner, rejected } = useLoaderData<typeof loader>();
  if (isOnlyOwner && !rejected)
    return (
      <PageHeader
        title={`You can’t leave the ${name} team yet`}
        lead={
          <>
            You’re its only owner, and an account needs at least one. Make someone else an owner under{' '}
            <TextLink to="/team">Team</TextLink> first.
          </>
        }
      />
    );
  return (
    <>
      <PageHeader
        title={`Leave the ${name} team?`}
        lead="You’ll lose access to this account and will need a new invitation to come back. Your login keeps working for your other accounts."
      />
      <div className="max-w-xs">
        <DocumentForm
          fields={fields}
          submit="Leave the team"
          variant="danger"
          after={
            <p className="text-center">
              <TextLink to="/team">Cancel</TextLink>
            </p>
          }
        />
      </div>
    </>
  );
}

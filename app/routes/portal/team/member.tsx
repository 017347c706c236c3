import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { startSession } from '~/identity/sessions/sessions';
import { canManageRole, memberRoles } from '~/merchants/team/members';
import { changeRole, listTeam, removeMember, type TeamRejection } from '~/merchants/team/team';
import { isId } from '~/platform/ids';
import { ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { RemovalForm } from '~/ui/forms/removal-form';
import { PageHeader } from '~/ui/layout/page-header';
import { TextLink } from '~/ui/content/text-link';
import { readForm } from '../../forms/form-body';
import { rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireMerchant, redirectToLogin } from '../../guards';
import { DocumentForm } from '../../identity/email/document-form';
import { parseForm } from '../../forms/parse-form';
import { requireConfirmationToDemote, rejectRoleGrant } from './role-assignment';
import { roleChangeHints } from './flash-messages';
import { RoleField } from './role-field';

const fields = ['role'];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user, account, role } = await requireMerchant(request, 'members_manage');
  const member = (await listTeam(account.id)).find(({ userId }) => userId === params.userId);
  if (!member) throw new Response(null, { status: 404 });
  const { userId, name, email } = member;
  const removing =
    new URL(request.url).searchParams.has('remove') && userId !== user.id && canManageRole(role, member.role);
  return {
    name,
    email,
    removing,
    path: `/team/members/${userId}`,
    role: member.role,
    isSelf: userId === user.id,
    mayChange: canManageRole(role, member.role),
    mayGive: memberRoles.filter((one) => canManageRole(role, one)),
    rejected: context.formRejected ?? false,
  };
}

const change = z.object({ role: z.enum(memberRoles, { error: 'Choose a role' }) });

export async function action({ request, params, context }: ActionFunctionArgs) {
  const merchant = await requireMerchant(request, 'members_manage');
  const { user, account } = merchant;
  const userId = params.userId ?? '';
  if (!isId('usr', userId)) throw new Response(null, { status: 404 });
  const where = { accountId: account.id, userId, by: user.id, address: context.clientAddress };
  const body = await readForm(request);
  if (body.has('remove')) {
    await requireConfirmationToDemote(request, merchant, userId);
    const outcome = await removeMember(where);
    if (outcome !== 'removed') return reject(context, outcome);
    return redirect(userId === user.id ? '/login' : '/team?removed');
  }
  const form = parseForm(body, change);
  if (form.status !== 'success') return rejectForm(context, form.reply());
  const rejected = await rejectRoleGrant(context, request, merchant, form.value);
  if (rejected) return rejected;
  await requireConfirmationToDemote(request, merchant, userId);
  const outcome = await changeRole({ ...where, ...form.value, sessionId: merchant.sessionId });
  if (outcome === 'session_over') throw redirectToLogin(request, 'portal');
  if (outcome !== 'changed' && outcome !== 'unchanged') return reject(context, outcome);
  // A person who changes their own role continues in this browser with a new token.
  if (outcome === 'changed' && userId === user.id)
    return redirect('/team?changed_own', {
      headers: { 'Set-Cookie': await startSession(request, user.id, context.clientAddress) },
    });
  return redirect(`/team?${outcome}`);
}

function reject(context: Parameters<typeof rejectForm>[0], rejection: TeamRejection) {
  if (rejection === 'not_found') throw new Response(null, { status: 404 });
  return rejectForm(context, {
    error: {
      '': [
        rejection === 'last_owner'
          ? 'An account needs at least one owner. Make someone else an owner first.'
          : 'Only owners can add, change, or remove owners.',
      ],
    },
  });
}

export const meta = formTitle((loaded) =>
  (loaded as { removing?: boolean } | undefined)?.removing ? 'Remove a member' : 'Change a member',
);

export default function Member() {
  const { name, email, removing, path, role, isSelf, mayChange, mayGive } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  if (removing && !rejected)
    return (
      <>
        <PageHeader
          title={`Remove ${name} from the team?`}
          lead="They’ll be logged out immediately and lose access to this account. Their actions stay in the audit log. Client secrets they’ve seen keep working until you rotate them."
        />
        <RemovalForm
          submitLabel="Remove from team"
          action={path}
          name="remove"
          value="yes"
          cancelUrl={path}
          cancelLabel="Cancel"
        />
      </>
    );
  return (
    <>
      <PageHeader
        title={name}
        lead={
          <>
            <span className="break-all">{email}</span> · <TextLink to="/team">Back to team</TextLink>
          </>
        }
      />
      {mayChange ? (
        <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
          <Panel title="Role">
            <p className="mb-5 text-ink-soft">{isSelf ? roleChangeHints.own : roleChangeHints.other}</p>
            <DocumentForm fields={fields} submit="Change role">
              <RoleField
                mayGive={mayGive}
                defaultValue={rejected?.input.role ?? role}
                error={rejected?.errors.role}
              />
            </DocumentForm>
          </Panel>
          <Panel title={isSelf ? 'Leave' : 'Remove'}>
            {isSelf ? (
              <TextLink to="/team/leave">Leave this team</TextLink>
            ) : (
              <ButtonLink to={`${path}?remove`} variant="secondary">
                Remove from team
              </ButtonLink>
            )}
          </Panel>
        </div>
      ) : (
        <p>Only owners can change or remove owners.</p>
      )}
    </>
  );
}

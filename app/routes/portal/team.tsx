import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { createEmailSchema } from '~/identity/email/email-address';
import { inviteMember, listMemberInvitations, maxMemberInvitations } from '~/merchants/team/invitations';
import {
  listPermissionsWithRoles,
  hasPermission,
  canManageRole,
  memberRoles,
} from '~/merchants/team/members';
import { listTeam } from '~/merchants/team/team';
import { Banner } from '~/ui/layout/banner';
import { useSupportSession } from '~/ui/layout/brand';
import { Panel } from '~/ui/layout/panel';
import { PageHeader } from '~/ui/layout/page-header';
import { TextLink } from '~/ui/content/text-link';
import { readForm } from '../forms/form-body';
import { actionHeaders, formatRetryDelay, rejectForm } from '../forms/form-reply';
import { formTitle } from '../forms/form-title';
import { requireMerchant } from '../guards';
import { parseForm } from '../forms/parse-form';
import { rejectRoleGrant } from './team/role-assignment';
import { InvitationTable } from './team/invitation-table';
import { InviteForm } from './team/invite-form';
import { formatResendWait } from './team/resend-wait';
import { MemberTable } from './team/member-table';
import { teamFlashMessages } from './team/flash-messages';
import { RightsTable } from './team/rights-table';

const path = '/team';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user, account, role } = await requireMerchant(request);
  const manages = hasPermission(role, 'members_manage');
  const { searchParams } = new URL(request.url);
  const [team, invitations] = await Promise.all([
    listTeam(account.id),
    manages ? listMemberInvitations(account.id) : [],
  ]);
  return {
    name: account.name,
    self: user.id,
    manages,
    mayGive: memberRoles.filter((one) => canManageRole(role, one)),
    members: team.map((member) => ({ ...member, mayChange: canManageRole(role, member.role) })),
    invitations,
    rights: listPermissionsWithRoles(),
    done: (Object.keys(teamFlashMessages) as (keyof typeof teamFlashMessages)[]).find((name) =>
      searchParams.has(name),
    ),
    rejected: context.formRejected ?? false,
  };
}

const invitation = z.object({
  email: createEmailSchema('Enter the email address of the person you want to invite'),
  role: z.enum(memberRoles, { error: 'Choose a role' }),
});

export async function action({ request, context }: ActionFunctionArgs) {
  const merchant = await requireMerchant(request, 'members_manage');
  const { user, account } = merchant;
  const form = parseForm(await readForm(request), invitation);
  if (form.status !== 'success') return rejectForm(context, form.reply());
  const rejected = await rejectRoleGrant(context, request, merchant, form.value);
  if (rejected) return rejected;
  const outcome = await inviteMember({
    ...form.value,
    accountId: account.id,
    by: user.id,
    address: context.clientAddress,
  });
  if (outcome === 'invited') return redirect(`${path}?invited`);
  if (typeof outcome === 'object')
    return rejectForm(
      context,
      form.reply({ formErrors: [formatResendWait(outcome)] }),
      formatRetryDelay(outcome.waitSeconds),
    );
  const { field, text } = flashMessage[outcome];
  return rejectForm(
    context,
    form.reply(field ? { fieldErrors: { [field]: [text] } } : { formErrors: [text] }),
  );
}

const flashMessage = {
  already_member: { field: 'email', text: 'This person is already a team member' },
  already_invited: {
    field: 'email',
    text: 'This address already has an invitation. You can send it again under Invited',
  },
  too_many_invitations: {
    field: null,
    text: `You have ${maxMemberInvitations} pending invitations. Revoke one, or wait until one is accepted`,
  },
  not_allowed: { field: 'role', text: 'Only owners can make someone an owner' },
} as const;

export const headers = actionHeaders;

export const meta = formTitle('Team');

export default function Team() {
  const { name, self, manages, mayGive, members, invitations, rights, done } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  const inSupportSession = useSupportSession() !== undefined;
  return (
    <>
      <PageHeader title="Team" lead={`People who can access ${name}, and their roles.`} />
      <div className="space-y-6">
        {done && !rejected && (
          <Banner tone={teamFlashMessages[done].tone} title={teamFlashMessages[done].title} announced>
            {teamFlashMessages[done].text}
          </Banner>
        )}
        <Panel
          title="Members"
          action={!inSupportSession && <TextLink to="/team/leave">Leave this team</TextLink>}
        >
          <MemberTable self={self} manages={manages} members={members} />
        </Panel>
        {manages ? (
          <>
            {invitations.length > 0 && (
              <Panel title="Invited">
                <InvitationTable invitations={invitations} />
              </Panel>
            )}
            <Panel title="Invite a team member">
              <InviteForm mayGive={mayGive} rejected={rejected} />
            </Panel>
          </>
        ) : (
          <p className="text-ink-soft">
            Owners and admins can invite people and change roles.
            {!inSupportSession && ' Ask one of them if you need more access.'}
          </p>
        )}
        <Panel title="What each role can do">
          <RightsTable rights={rights} />
        </Panel>
      </div>
    </>
  );
}

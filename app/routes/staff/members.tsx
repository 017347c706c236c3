import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { emailAddress } from '~/identity/email/email-address';
import { personName } from '~/identity/users/person-name';
import { releaseUnattendedCases } from '~/merchants/applications/review/assignments';
import { endStaffMembership, findLastLogins, listStaff, staffRoles } from '~/identity/staff/staff';
import {
  inviteStaff,
  listStaffInvitations,
  resendStaffInvitation,
  withdrawStaffInvitation,
} from '~/identity/staff/staff-invitations';
import { Banner } from '~/ui/layout/banner';
import { Panel } from '~/ui/layout/panel';
import { RemovalForm } from '~/ui/forms/removal-form';
import { PageHeader } from '~/ui/layout/page-header';
import { readForm, textOf } from '../forms/form-body';
import { formatRetryDelay, rejectForm } from '../forms/form-reply';
import { formTitle } from '../forms/form-title';
import { requireConfirmed, requireStaff } from '../guards';
import { parseForm } from '../forms/parse-form';
import { formatWait } from '../identity/email/wait-duration';
import { noAdminLeft } from './members/no-admin-left';
import { StaffInvitationTable } from './members/staff-invitation-table';
import { StaffInvitationForm } from './members/staff-invitation-form';
import { StaffMemberTable } from './members/staff-member-table';

const path = '/staff/members';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'staff_manage');
  const { searchParams } = new URL(request.url);
  const completedAction = (['invited', 'resent', 'withdrawn', 'gone', 'ended'] as const).find((name) =>
    searchParams.has(name),
  );
  const [staff, invitations] = await Promise.all([listStaff(), listStaffInvitations()]);
  const lastLogins = await findLastLogins(staff.map(({ userId }) => userId));
  const members = staff.map((member) => ({ ...member, lastLoginAt: lastLogins.get(member.userId) ?? null }));
  const endingUserId = members.find(
    ({ userId, endedAt }) => userId === searchParams.get('end') && userId !== user.id && !endedAt,
  )?.userId;
  return {
    currentUserId: user.id,
    ending: endingUserId,
    members,
    invitations,
    done: completedAction,
    rejected: context.formRejected ?? false,
  };
}

const invitation = z.object({
  email: emailAddress,
  name: personName,
  role: z.enum(staffRoles, { error: 'Choose a role' }),
});

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'staff_manage');
  // An unattended computer must not be enough to change the staff.
  await requireConfirmed(request, staff);
  const { user } = staff;
  const auditFields = { actor: `staff:${user.id}`, address: context.clientAddress } as const;
  const submittedForm = await readForm(request);
  if (submittedForm.has('end')) {
    const reviewerId = textOf(submittedForm, 'end');
    const outcome = await endStaffMembership({ userId: reviewerId, ...auditFields });
    if (outcome === 'last_admin') return rejectForm(context, { error: { '': [noAdminLeft] } });
    if (outcome === 'not_allowed')
      return rejectForm(context, { error: { '': ['You can’t remove yourself. Ask another admin.'] } });
    await releaseUnattendedCases({ reviewerId, actor: auditFields.actor });
    return redirect(`${path}?ended`);
  }
  if (submittedForm.has('resend')) {
    const outcome = await resendStaffInvitation({ email: textOf(submittedForm, 'resend'), ...auditFields });
    if (outcome === 'resent' || outcome === 'no_invitation')
      return redirect(`${path}?${outcome === 'resent' ? 'resent' : 'gone'}`);
    return rejectForm(
      context,
      { error: { '': [`Wait ${formatWait(outcome.waitSeconds)} before you send the invitation again`] } },
      formatRetryDelay(outcome.waitSeconds),
    );
  }
  if (submittedForm.has('withdraw')) {
    await withdrawStaffInvitation({ email: textOf(submittedForm, 'withdraw'), ...auditFields });
    return redirect(`${path}?withdrawn`);
  }
  const form = parseForm(submittedForm, invitation);
  if (form.status !== 'success') return rejectForm(context, form.reply());
  const outcome = await inviteStaff({ ...form.value, ...auditFields });
  return outcome === 'invited'
    ? redirect(`${path}?invited`)
    : rejectForm(context, form.reply({ fieldErrors: { email: ['This person is already a staff member'] } }));
}

export const meta = formTitle((loaded) =>
  (loaded as { endingUserId?: string } | undefined)?.endingUserId ? 'Remove from staff' : 'Staff',
);

const flashMessages = {
  invited: {
    title: 'Invitation sent',
    text: 'The link in the email works for 7 days.',
  },
  resent: {
    title: 'Invitation sent again',
    text: 'The new link works for 7 days. The previous one no longer works.',
  },
  withdrawn: { title: 'Invitation revoked', text: 'Its link no longer works.' },
  gone: {
    title: 'Nothing changed',
    text: 'This invitation was accepted or revoked, or it expired. The list shows the current status.',
  },
  ended: { title: 'Staff member removed', text: 'They were logged out of the staff area.' },
};

export default function Members() {
  const {
    currentUserId,
    ending: endingUserId,
    members,
    invitations,
    done: completedAction,
  } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  const memberToRemove = members.find(({ userId }) => userId === endingUserId);
  if (memberToRemove && !rejected)
    return (
      <>
        <PageHeader
          title={`Remove ${memberToRemove.name} from the staff?`}
          lead="They’ll be logged out of the staff area immediately. Their cases return to the queue, and their actions stay in the audit log. They’ll need a new invitation to come back."
        />
        <RemovalForm
          submitLabel="Remove from staff"
          action={path}
          name="end"
          value={memberToRemove.userId}
          cancelUrl={path}
          cancelLabel="Cancel"
        />
      </>
    );
  return (
    <>
      <PageHeader title="Staff" lead="Staff members and their roles." />
      <div className="space-y-6">
        {completedAction && !rejected && (
          <Banner
            tone={completedAction === 'gone' ? 'info' : 'positive'}
            title={flashMessages[completedAction].title}
            announced
          >
            {flashMessages[completedAction].text}
          </Banner>
        )}
        <Panel title="Invite a staff member">
          <StaffInvitationForm path={path} rejected={rejected} />
        </Panel>
        {invitations.length > 0 && (
          <Panel title="Invited">
            <StaffInvitationTable path={path} invitations={invitations} />
          </Panel>
        )}
        <Panel title="Members">
          <StaffMemberTable path={path} currentUserId={currentUserId} members={members} />
        </Panel>
      </div>
    </>
  );
}

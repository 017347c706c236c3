import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { emailAddress } from '~/identity/email-address';
import { personName } from '~/identity/person-name';
import { endStaff, listStaff, staffRoles } from '~/identity/staff';
import { inviteStaff, listInvitations, withdrawInvitation } from '~/identity/staff-invitations';
import { Banner } from '~/ui/banner';
import { Card } from '~/ui/card';
import { ConfirmRemoval } from '~/ui/confirm-removal';
import { PageHeader } from '~/ui/page-header';
import { readForm, textOf } from '../form-body';
import { refuseForm } from '../form-reply';
import { formTitle } from '../form-title';
import { requireConfirmed, requireStaff } from '../guards';
import { parseForm } from '../parse-form';
import { InvitationTable } from './members/invitation-table';
import { InviteForm } from './members/invite-form';
import { MemberTable } from './members/member-table';

const path = '/staff/members';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'staff_manage');
  const { searchParams } = new URL(request.url);
  const done = (['invited', 'withdrawn', 'ended'] as const).find((name) => searchParams.has(name));
  const [members, invitations] = await Promise.all([listStaff(), listInvitations()]);
  const ending = members.find(
    ({ userId, endedAt }) => userId === searchParams.get('end') && userId !== user.id && !endedAt,
  )?.userId;
  return { self: user.id, ending, members, invitations, done, refused: context.formRefused ?? false };
}

const invitation = z.object({
  email: emailAddress,
  name: personName,
  role: z.enum(staffRoles, { error: 'Choose a role' }),
});

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'staff_manage');
  // Who works here is not changed from a computer left open for a minute.
  await requireConfirmed(request, staff);
  const { user } = staff;
  const by = { actor: `staff:${user.id}`, address: context.clientAddress } as const;
  const body = await readForm(request);
  if (body.has('end')) {
    const outcome = await endStaff({ userId: textOf(body, 'end'), ...by });
    return outcome === 'not_allowed'
      ? refuseForm(context, { error: { '': ['Nobody can end their own work here. Ask another admin.'] } })
      : redirect(`${path}?ended`);
  }
  if (body.has('withdraw')) {
    await withdrawInvitation({ email: textOf(body, 'withdraw'), ...by });
    return redirect(`${path}?withdrawn`);
  }
  const form = parseForm(body, invitation);
  if (form.status !== 'success') return refuseForm(context, form.reply());
  const outcome = await inviteStaff({ ...form.value, ...by });
  return outcome === 'invited'
    ? redirect(`${path}?invited`)
    : refuseForm(context, form.reply({ fieldErrors: { email: ['This person is on the staff already'] } }));
}

export const meta = formTitle((loaded) =>
  (loaded as { ending?: string } | undefined)?.ending ? 'Take off the staff' : 'Staff',
);

const news = {
  invited: {
    title: 'The invitation is on its way',
    text: 'The link in the mail works for 7 days. Until it is accepted, nothing opens.',
  },
  withdrawn: { title: 'The invitation is taken back', text: 'Its link opens nothing any more.' },
  ended: { title: 'This person is off the staff', text: 'All their sessions in the staff area have ended.' },
};

export default function Members() {
  const { self, ending, members, invitations, done } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const leaver = members.find(({ userId }) => userId === ending);
  if (leaver && !refused)
    return (
      <>
        <PageHeader
          title={`Take ${leaver.name} off the staff?`}
          lead="All their sessions in the staff area end at once. What they had on the desk others take over, and what they did stays in the record. Only a new invitation brings them back."
        />
        <ConfirmRemoval
          submit="Take off the staff"
          action={path}
          name="end"
          value={leaver.userId}
          keep={path}
          keepText="Keep them"
        />
      </>
    );
  return (
    <>
      <PageHeader title="Staff" lead="Who works here, and what they may do." />
      <div className="space-y-6">
        {done && !refused && (
          <Banner tone="positive" title={news[done].title} live>
            {news[done].text}
          </Banner>
        )}
        <Card title="Invite somebody">
          <InviteForm path={path} refused={refused} />
        </Card>
        {invitations.length > 0 && (
          <Card title="Invited">
            <InvitationTable path={path} invitations={invitations} />
          </Card>
        )}
        <Card title="Members">
          <MemberTable path={path} self={self} members={members} />
        </Card>
      </div>
    </>
  );
}

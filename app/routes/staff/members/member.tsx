import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import {
  approveFactorReset,
  cancelFactorReset,
  findOpenFactorReset,
  requestFactorReset,
} from '~/identity/staff/factor-resets';
import { listSessions } from '~/identity/sessions/session-list';
import { findStaffMember, staffRoles } from '~/identity/staff/staff';
import { endStaffLeave, setStaffLeave } from '~/identity/staff/staff-leaves';
import { changeStaffRole } from '~/identity/staff/staff-roles';
import { endStaffSessions } from '~/identity/staff/staff-sessions';
import { releaseUnattendedCases } from '~/merchants/applications/review/assignments';
import { isId } from '~/platform/ids';
import { isDay } from '~/platform/time/days';
import { Banner } from '~/ui/layout/banner';
import { PageHeader } from '~/ui/layout/page-header';
import { staffRoleLabels } from '~/ui/shell/staff-shell';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { readForm, textOf } from '../../forms/form-body';
import { rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { parseForm } from '../../forms/parse-form';
import { useErrorSummary, useRejectedForm } from '../../forms/rejected-form';
import { requireConfirmed, requireStaff } from '../../guards';
import { FactorResetPanel } from './factor-reset-panel';
import { LeavePanel } from './leave-panel';
import { MemberDetails } from './member-details';
import { noAdminLeft } from './no-admin-left';
import { RolePanel } from './role-panel';
import { StaffSessionsPanel } from './staff-sessions-panel';

const completedActions = {
  role: {
    title: 'Role changed',
    text: 'They were logged out, and have the new role when they log in again.',
  },
  sessions: { title: 'Logged out', text: 'All of their sessions have ended.' },
  leave: { title: 'Leave saved', text: 'They were notified by email.' },
  'leave-ended': { title: 'Leave ended', text: 'They can log in.' },
  requested: { title: 'Reset requested', text: 'Another admin has to approve it. All admins were notified.' },
  approved: { title: 'Reset approved', text: 'Until it takes effect, it can be canceled.' },
  canceled: { title: 'Reset canceled', text: 'The second factor hasn’t changed.' },
  'moved-on': {
    title: 'Nothing changed',
    text: 'Someone else made a change first. This page shows the current status.',
  },
};
type CompletedAction = keyof typeof completedActions;

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'staff_manage');
  const member = isId('usr', params.id ?? '') ? await findStaffMember(params.id!) : null;
  if (!member) throw new Response('Not found', { status: 404 });
  const done = new URL(request.url).searchParams.get('done');
  return {
    member,
    isSelf: member.userId === user.id,
    ownId: user.id,
    sessions: (await listSessions(member.userId, '')).filter(({ area }) => area === 'staff'),
    reset: await findOpenFactorReset(member.userId),
    done: done && Object.hasOwn(completedActions, done) ? (done as CompletedAction) : null,
    rejected: context.formRejected ?? false,
  };
}

const leave = z.object({
  from: z.string({ error: 'Enter the first day' }).refine(isDay, 'Enter a day, such as 2026-12-24'),
  until: z.string({ error: 'Enter the last day' }).refine(isDay, 'Enter a day, such as 2026-12-24'),
});
const roleChange = z.object({ role: z.enum(staffRoles, { error: 'Choose a role' }) });
const resetRequest = z.object({
  reason: z
    .string({ error: 'Enter a reason' })
    .trim()
    .min(1, 'Enter a reason')
    .max(300, 'Enter 300 characters or fewer'),
});

export async function action({ request, params, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'staff_manage');
  if (!isId('usr', params.id ?? '')) throw new Response('Not found', { status: 404 });
  const actor = `staff:${staff.user.id}` as const;
  const change = { userId: params.id!, actor, address: context.clientAddress };
  const submitted = await readForm(request);
  const finish = (done: CompletedAction) => redirect(`/staff/members/${change.userId}?done=${done}`);
  const reject = (text: string) => rejectForm(context, { error: { '': [text] } });

  const changeName = textOf(submitted, 'change');
  // Without a confirmation, because it makes the person's access safer.
  if (changeName === 'cancel-reset') {
    const outcome = await cancelFactorReset(change, readResetId(submitted));
    return finish(outcome === 'canceled' ? 'canceled' : 'moved-on');
  }
  // An unattended computer must not be enough to change the staff.
  await requireConfirmed(request, staff);

  switch (changeName) {
    case 'role': {
      const form = parseForm(submitted, roleChange);
      if (form.status === 'error') return rejectForm(context, form.reply());
      const outcome = await changeStaffRole(change, form.value.role);
      if (outcome === 'not_allowed') return reject('You can’t change your own role. Ask another admin.');
      if (outcome === 'last_admin') return reject(noAdminLeft);
      if (outcome === 'not_staff') return finish('moved-on');
      await releaseUnattendedCases({ reviewerId: change.userId, actor });
      return finish('role');
    }
    case 'sessions':
      return finish((await endStaffSessions(change)) === 'ended' ? 'sessions' : 'moved-on');
    case 'leave': {
      const form = parseForm(submitted, leave);
      if (form.status === 'error') return rejectForm(context, form.reply());
      const outcome = await setStaffLeave(change, form.value);
      if (outcome === 'invalid_days')
        return rejectForm(
          context,
          form.reply({
            fieldErrors: {
              until: [
                'Enter a last day that’s on or after the first day, not in the past, and at most a year from today',
              ],
            },
          }),
        );
      if (outcome === 'last_admin') return rejectForm(context, form.reply({ formErrors: [noAdminLeft] }));
      return finish(outcome === 'saved' ? 'leave' : 'moved-on');
    }
    case 'end-leave':
      return finish((await endStaffLeave(change)) === 'ended' ? 'leave-ended' : 'moved-on');
    case 'request-reset': {
      const form = parseForm(submitted, resetRequest);
      if (form.status === 'error') return rejectForm(context, form.reply());
      const outcome = await requestFactorReset(change, form.value.reason);
      if (outcome === 'not_allowed')
        return reject('You can’t reset your own second factor. Ask another admin.');
      return finish(outcome === 'requested' ? 'requested' : 'moved-on');
    }
    case 'approve-reset': {
      const outcome = await approveFactorReset(change, readResetId(submitted));
      if (outcome === 'not_allowed')
        return reject(
          'You can’t approve this reset. An admin other than the requester and the affected person, who was on the staff before the request, has to approve it.',
        );
      return finish(outcome === 'approved' ? 'approved' : 'moved-on');
    }
    default:
      return finish('moved-on');
  }
}

/** Anything else than an ID stands for no reset. */
const readResetId = (form: FormData) => (isId('sfr', textOf(form, 'reset')) ? textOf(form, 'reset') : '');

export const meta = formTitle(
  (loaded) => (loaded as { member: { name: string } } | undefined)?.member.name ?? 'Not found',
);

const fields = ['role', 'from', 'until', 'reason'];

export default function Member() {
  const { member, isSelf, ownId, sessions, reset, done } = useLoaderData<typeof loader>();
  const rejected = useRejectedForm();
  const errors = useErrorSummary(rejected, fields);
  return (
    <>
      <PageHeader
        title={member.name}
        lead={`${staffRoleLabels[member.role as keyof typeof staffRoleLabels]}, ${member.email}`}
      />
      <ErrorSummary errors={errors} />
      <div className="max-w-4xl space-y-6">
        {done && !rejected && (
          <Banner
            tone={done === 'moved-on' ? 'info' : 'positive'}
            title={completedActions[done].title}
            announced
          >
            {completedActions[done].text}
          </Banner>
        )}
        <MemberDetails member={member} isSelf={isSelf} />
        {!member.endedAt && (
          <>
            {!isSelf && <RolePanel role={member.role} rejected={rejected} />}
            <LeavePanel leave={member.leave} rejected={rejected} />
            <StaffSessionsPanel sessions={sessions} />
            <FactorResetPanel reset={reset} isSelf={isSelf} ownId={ownId} rejected={rejected} />
          </>
        )}
      </div>
    </>
  );
}

import { recordAudit } from '~/audit/audit';
import { checkEmailLimits, type MailRejection } from '~/identity/email/email-limits';
import { sendMail } from '~/mail/outbox';
import { accountNameColumns, toNameProps } from '~/merchants/notifications/account-names';
import { buildPortalUrl } from '~/platform/http/surfaces.server';
import { prisma, type Database } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { digest, randomToken } from '~/platform/secrets/secrets.server';
import { canManageRole, type MemberRole } from './members';
import { lockTeam } from './team';
import { memberRoleLabels } from './role-labels';

// Nothing here depends on whether an invited address already has a login: the reply and its time are the same
// (threat T7).

export const maxMemberInvitations = 20;
const invitationLifetimeSeconds = 7 * 24 * 3600;

type MemberInvitation = {
  id: string;
  email: string;
  role: MemberRole;
  inviter: string;
  createdAt: Date;
  expiresAt: Date;
  isOver: boolean;
};

type InvitationActor = { accountId: string; by: string; address: string };

/** The open invitations, newest first, including expired ones until they're deleted. */
export function listMemberInvitations(accountId: string): Promise<MemberInvitation[]> {
  return prisma.$queryRaw`
    select i.id, i.email, i.role, u.name as inviter, i.created_at as "createdAt", i.expires_at as "expiresAt", i.expires_at <= now() as "isOver"
    from member_invitations i join users u on u.id = i.invited_by
    where i.account_id = ${accountId} order by i.created_at desc, i.id limit 200`;
}

/** Invites a person by email. They join after accepting and have no access before. */
export async function inviteMember(
  input: InvitationActor & { email: string; role: MemberRole },
): Promise<
  'invited' | 'already_member' | 'already_invited' | 'too_many_invitations' | 'not_allowed' | MailRejection
> {
  const { accountId, email, role, by, address } = input;
  const rejection = await checkEmailLimits({ email, address, mailPurpose: 'wish_of_another' });
  if (rejection) return rejection;
  return prisma.$transaction(async (db) => {
    const team = await lockTeam(db, accountId);
    const actor = team.find(({ userId }) => userId === by);
    if (!actor || !canManageRole(actor.role, role)) return 'not_allowed';
    if (team.some((member) => member.email === email)) return 'already_member';
    await db.$executeRaw`delete from member_invitations where account_id = ${accountId} and email = ${email} and expires_at <= now()`;
    if (await db.memberInvitation.findUnique({ where: { accountId_email: { accountId, email } } }))
      return 'already_invited';
    if (await hasMaximumInvitations(db, accountId)) return 'too_many_invitations';
    const [id, token] = [createId('inv'), randomToken()];
    await db.$executeRaw`
      insert into member_invitations (id, account_id, email, role, invited_by, token_hash, expires_at)
      values (${id}, ${accountId}, ${email}, ${role}, ${by}, ${digest(token)}, now() + make_interval(secs => ${invitationLifetimeSeconds}))`;
    await sendInvitationEmail(db, { accountId, email, role, inviter: actor.name, token });
    await recordAudit(db, {
      actor: `portal:${by}`,
      action: 'member_invited',
      accountId,
      subject: id,
      details: { email, role },
      address,
    });
    return 'invited';
  });
}

/**
 * Resends the email with a new link for another week, and invalidates the previous link. Requires the
 * sender's current permission.
 */
export async function resendMemberInvitation({
  accountId,
  id,
  by,
  address,
}: InvitationActor & { id: string }): Promise<
  'sent' | 'not_found' | 'not_allowed' | 'too_many_invitations' | MailRejection
> {
  const found = await prisma.memberInvitation.findUnique({
    where: { accountId, id },
    select: { email: true },
  });
  if (!found) return 'not_found';
  const rejection = await checkEmailLimits({ email: found.email, address, mailPurpose: 'wish_of_another' });
  if (rejection) return rejection;
  return prisma.$transaction(async (db) => {
    const actor = (await lockTeam(db, accountId)).find(({ userId }) => userId === by);
    const invitation = await db.memberInvitation.findUnique({ where: { accountId, id } });
    if (!invitation) return 'not_found';
    const { email } = invitation;
    const role = invitation.role as MemberRole;
    if (!actor || !canManageRole(actor.role, role)) return 'not_allowed';
    if (await hasMaximumInvitations(db, accountId, id)) return 'too_many_invitations';
    const token = randomToken();
    await db.$executeRaw`
      update member_invitations set token_hash = ${digest(token)}, invited_by = ${by}, expires_at = now() + make_interval(secs => ${invitationLifetimeSeconds}) where id = ${id}`;
    await sendInvitationEmail(db, { accountId, email, role, inviter: actor.name, token });
    await recordAudit(db, {
      actor: `portal:${by}`,
      action: 'member_invitation_resent',
      accountId,
      subject: id,
      details: { email, role },
      address,
    });
    return 'sent';
  });
}

/** Revokes an invitation: its link no longer works. */
export function withdrawMemberInvitation({
  accountId,
  id,
  by,
  address,
}: InvitationActor & { id: string }): Promise<'withdrawn' | 'not_found' | 'not_allowed'> {
  return prisma.$transaction(async (db) => {
    const actor = (await lockTeam(db, accountId)).find(({ userId }) => userId === by);
    const invitation = await db.memberInvitation.findUnique({ where: { accountId, id } });
    if (!invitation) return 'not_found';
    const { email, role } = invitation;
    if (!actor || !canManageRole(actor.role, role as MemberRole)) return 'not_allowed';
    await db.memberInvitation.delete({ where: { id } });
    await recordAudit(db, {
      actor: `portal:${by}`,
      action: 'member_invitation_withdrawn',
      accountId,
      subject: id,
      details: { email, role },
      address,
    });
    return 'withdrawn';
  });
}

/** Deletes invitations a month after they expired. Called by a timer. */
export async function deleteOldMemberInvitations(): Promise<void> {
  await prisma.$executeRaw`delete from member_invitations where expires_at <= now() - interval '30 days'`;
}

/** Whether the account has reached its limit of open invitations, not counting this one. */
async function hasMaximumInvitations(db: Database, accountId: string, exceptId = ''): Promise<boolean> {
  const [{ open }] = await db.$queryRaw<[{ open: number }]>`
    select count(*)::int as open from member_invitations where account_id = ${accountId} and expires_at > now() and id <> ${exceptId}`;
  return open >= maxMemberInvitations;
}

async function sendInvitationEmail(
  db: Database,
  {
    accountId,
    email,
    role,
    inviter,
    token,
  }: { accountId: string; email: string; role: MemberRole; inviter: string; token: string },
): Promise<void> {
  const account = await db.account.findUniqueOrThrow({
    where: { id: accountId },
    select: accountNameColumns,
  });
  await sendMail(db, {
    to: email,
    template: 'team-invitation',
    props: {
      link: buildPortalUrl(`/invitation/${token}`),
      ...toNameProps(account),
      by: inviter,
      role: memberRoleLabels[role].name,
      purpose: memberRoleLabels[role].purpose,
    },
  });
}

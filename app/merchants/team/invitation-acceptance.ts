import { recordAudit } from '~/audit/audit';
import { findPasswordFault, hashPassword, type PasswordFault } from '~/identity/passwords/passwords';
import { createUser, findUserByEmail } from '~/identity/users/users';
import { prisma, type Database } from '~/platform/database/db.server';
import { digest } from '~/platform/secrets/secrets.server';
import { isMemberRole, canManageRole, type MemberRole } from './members';
import { notifyMembers } from '~/merchants/notifications/notifications';
import { lockTeam } from './team';
import { memberRoleLabels } from './role-labels';

type OpenInvitation = {
  accountId: string;
  businessName: string;
  email: string;
  role: MemberRole;
  inviter: string;
  isKnown: boolean;
};
type JoinResult = { userId: string; email: string; accountId: string };

/**
 * Reads an invitation without using it. Null when it's unknown, used, expired, or its inviter no longer has
 * the permission. `isKnown`: the person has a login.
 */
export async function findMemberInvitation(token: string): Promise<OpenInvitation | null> {
  const [found] = await prisma.$queryRaw<(OpenInvitation & { inviterRole: MemberRole })[]>`
    select i.account_id as "accountId", a.name as "businessName", i.email, i.role, u.name as inviter, m.role as "inviterRole",
           exists (select from users where users.email = i.email) as "isKnown"
    from member_invitations i join accounts a on a.id = i.account_id join users u on u.id = i.invited_by
         join members m on m.account_id = i.account_id and m.user_id = i.invited_by
    where i.token_hash = ${digest(token)} and i.expires_at > now()`;
  if (!found || !canManageRole(found.inviterRole, found.role)) return null;
  const { inviterRole: _, ...invitation } = found;
  return invitation;
}

/** Accepts an invitation with a new login. The password is validated before the link is used up. */
export async function acceptMemberInvitationAsNewUser(
  token: string,
  { name, password, address }: { name: string; password: string; address?: string },
): Promise<JoinResult | { error: 'link_invalid' | PasswordFault }> {
  const invitation = await findMemberInvitation(token);
  if (!invitation || invitation.isKnown) return { error: 'link_invalid' };
  const fault = findPasswordFault(password, [invitation.email, name, invitation.businessName]);
  if (fault) return { error: fault };
  const passwordHash = await hashPassword(password);
  return prisma.$transaction(async (db) => {
    // The same lock as registrations of this address, so that only one login is created.
    await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`confirm ${invitation.email}`}, 0))`;
    if (await findUserByEmail(invitation.email, db)) return { error: 'link_invalid' } as const;
    const redemption = await redeemMemberInvitation(db, token, invitation);
    if (!redemption) return { error: 'link_invalid' } as const;
    const userId = await createUser(db, { email: redemption.email, name, passwordHash });
    return addMember(db, { userId, email: redemption.email, name }, redemption, address);
  });
}

/** Accepts an invitation with an existing login, which must have the invited address. */
export async function acceptMemberInvitationAsUser(
  user: { id: string; email: string; name: string },
  token: string,
  address?: string,
): Promise<JoinResult | { error: 'link_invalid' }> {
  const invitation = await findMemberInvitation(token);
  if (!invitation || invitation.email !== user.email) return { error: 'link_invalid' };
  return prisma.$transaction(async (db) => {
    const redemption = await redeemMemberInvitation(db, token, invitation);
    return redemption
      ? addMember(db, { userId: user.id, ...user }, redemption, address)
      : ({ error: 'link_invalid' } as const);
  });
}

type InvitationRedemption = { accountId: string; email: string; role: MemberRole; invitedBy: string };

/** Uses an invitation: of several concurrent uses, one succeeds. The inviter must have the permission now. */
async function redeemMemberInvitation(
  db: Database,
  token: string,
  { accountId, email }: OpenInvitation,
): Promise<InvitationRedemption | null> {
  const team = await lockTeam(db, accountId);
  const [redemption] = await db.$queryRaw<InvitationRedemption[]>`
    delete from member_invitations where token_hash = ${digest(token)} and account_id = ${accountId} and email = ${email} and expires_at > now()
    returning account_id as "accountId", email, role, invited_by as "invitedBy"`;
  const inviter = redemption && team.find(({ userId }) => userId === redemption.invitedBy);
  return inviter && isMemberRole(redemption.role) && canManageRole(inviter.role, redemption.role)
    ? redemption
    : null;
}

async function addMember(
  db: Database,
  { userId, email, name }: { userId: string; email: string; name: string },
  { accountId, role, invitedBy }: InvitationRedemption,
  address?: string,
): Promise<JoinResult> {
  // Someone who has joined in another way keeps their role.
  const { count } = await db.member.createMany({ data: { accountId, userId, role }, skipDuplicates: true });
  if (count) {
    await recordAudit(db, {
      actor: `portal:${userId}`,
      action: 'member_joined',
      accountId,
      subject: userId,
      after: { role },
      details: { email, invitedBy },
      address,
    });
    await notifyMembers(
      db,
      accountId,
      'team',
      'team-changed',
      { change: 'joined', name, email, by: name, role: memberRoleLabels[role].name },
      '/team',
      userId,
    );
  }
  return { userId, email, accountId };
}

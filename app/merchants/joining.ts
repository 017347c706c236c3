import { recordAudit } from '~/audit/audit';
import { findPasswordFault, hashPassword, type PasswordFault } from '~/identity/passwords';
import { createUser, findUserByEmail } from '~/identity/users';
import { prisma, type Database } from '~/platform/db.server';
import { digest } from '~/platform/secrets.server';
import { isRole, mayTouch, type Role } from './members';
import { writeNotice } from './notices';
import { lockTeam } from './team';
import { roleWords } from './team-words';

type OpenInvitation = {
  accountId: string;
  businessName: string;
  email: string;
  role: Role;
  inviter: string;
  isKnown: boolean;
};
type Joined = { userId: string; email: string; accountId: string };

/** Looks at an invitation without using it up; null when it is unknown, used, over, or its inviter may not give it any more. `isKnown`: the person has a login. */
export async function findInvitation(token: string): Promise<OpenInvitation | null> {
  const [found] = await prisma.$queryRaw<(OpenInvitation & { inviterRole: Role })[]>`
    select i.account_id as "accountId", a.name as "businessName", i.email, i.role, u.name as inviter, m.role as "inviterRole",
           exists (select from users where users.email = i.email) as "isKnown"
    from member_invitations i join accounts a on a.id = i.account_id join users u on u.id = i.invited_by
         join members m on m.account_id = i.account_id and m.user_id = i.invited_by
    where i.token_hash = ${digest(token)} and i.expires_at > now()`;
  if (!found || !mayTouch(found.inviterRole, found.role)) return null;
  const { inviterRole: _, ...invitation } = found;
  return invitation;
}

/** Joins a team with a new login. The password is judged before the link is used up, so that a refused one costs nothing. */
export async function joinAsNewPerson(
  token: string,
  { name, password, address }: { name: string; password: string; address?: string },
): Promise<Joined | { error: 'link_invalid' | PasswordFault }> {
  const invitation = await findInvitation(token);
  if (!invitation || invitation.isKnown) return { error: 'link_invalid' };
  const fault = findPasswordFault(password, [invitation.email, name, invitation.businessName]);
  if (fault) return { error: fault };
  const passwordHash = await hashPassword(password);
  return prisma.$transaction(async (db) => {
    // What redeeming a registration of this address waits for as well: of all ways to a login, one makes it.
    await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`confirm ${invitation.email}`}, 0))`;
    if (await findUserByEmail(invitation.email, db)) return { error: 'link_invalid' } as const;
    const redeemed = await redeem(db, token, invitation);
    if (!redeemed) return { error: 'link_invalid' } as const;
    const userId = await createUser(db, { email: redeemed.email, name, passwordHash });
    return join(db, { userId, email: redeemed.email, name }, redeemed, address);
  });
}

/** Joins a team with the login one has, which must be that of the invited address. */
export async function joinAs(
  user: { id: string; email: string; name: string },
  token: string,
  address?: string,
): Promise<Joined | { error: 'link_invalid' }> {
  const invitation = await findInvitation(token);
  if (!invitation || invitation.email !== user.email) return { error: 'link_invalid' };
  return prisma.$transaction(async (db) => {
    const redeemed = await redeem(db, token, invitation);
    return redeemed
      ? join(db, { userId: user.id, ...user }, redeemed, address)
      : ({ error: 'link_invalid' } as const);
  });
}

type Redeemed = { accountId: string; email: string; role: Role; invitedBy: string };

/** Uses an invitation up: of many at once, one gets it, and its inviter has the right to give it at this moment. */
async function redeem(
  db: Database,
  token: string,
  { accountId, email }: OpenInvitation,
): Promise<Redeemed | null> {
  const team = await lockTeam(db, accountId);
  const [redeemed] = await db.$queryRaw<Redeemed[]>`
    delete from member_invitations where token_hash = ${digest(token)} and account_id = ${accountId} and email = ${email} and expires_at > now()
    returning account_id as "accountId", email, role, invited_by as "invitedBy"`;
  const inviter = redeemed && team.find(({ userId }) => userId === redeemed.invitedBy);
  return inviter && isRole(redeemed.role) && mayTouch(inviter.role, redeemed.role) ? redeemed : null;
}

async function join(
  db: Database,
  { userId, email, name }: { userId: string; email: string; name: string },
  { accountId, role, invitedBy }: Redeemed,
  address?: string,
): Promise<Joined> {
  // Who has come in another way keeps the role they have.
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
    await writeNotice(
      db,
      accountId,
      'team',
      'team-changed',
      { change: 'joined', name, email, by: name, role: roleWords[role].name },
      '/team',
    );
  }
  return { userId, email, accountId };
}

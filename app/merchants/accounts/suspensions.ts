import { parseActorId, recordAudit, type AuditValues } from '~/audit/audit';
import { findUserNames, toColleagueName } from '~/identity/users/user-names';
import { prisma } from '~/platform/database/db.server';
import { recordApplicationEvent } from '~/merchants/applications/transitions';
import { notifyOwners } from '~/merchants/notifications/owner-notifications';

export type Suspension = { reason: string; by: string; at: Date };

/** Who suspended the account last, when, and why. */
export async function findSuspension(accountId: string): Promise<Suspension | null> {
  const entry = await prisma.auditEntry.findFirst({
    where: { accountId, action: 'account_suspended' },
    orderBy: { id: 'desc' },
  });
  if (!entry) return null;
  const userId = parseActorId(entry.actor);
  const names = await findUserNames([userId]);
  const { reason } = (entry.details ?? {}) as AuditValues;
  return {
    reason: typeof reason === 'string' ? reason : '',
    by: toColleagueName(names, userId),
    at: entry.createdAt,
  };
}

type SuspensionDecision = { accountId: string; reviewerId: string; reason: string; address?: string };

/**
 * Suspends an account in both environments: its tokens are rejected within 5 s (decisions: Authentication).
 * `own_account`: nobody decides on their own account.
 */
export function suspendAccount(
  decision: SuspensionDecision,
): Promise<'suspended' | 'not_active' | 'own_account'> {
  return changeAccountStatus(decision, { from: 'active', to: 'suspended', rejection: 'not_active' });
}

export function reinstateAccount(
  decision: SuspensionDecision,
): Promise<'active' | 'not_suspended' | 'own_account'> {
  return changeAccountStatus(decision, { from: 'suspended', to: 'active', rejection: 'not_suspended' });
}

function changeAccountStatus<To extends 'active' | 'suspended', R extends string>(
  { accountId, reviewerId, reason, address }: SuspensionDecision,
  { from, to, rejection }: { from: string; to: To; rejection: R },
): Promise<To | R | 'own_account'> {
  return prisma.$transaction(async (db) => {
    if (await db.member.findUnique({ where: { accountId_userId: { accountId, userId: reviewerId } } }))
      return 'own_account';
    // Before the account, like an approval: the other order could deadlock with it.
    const [application] = await db.$queryRaw<{ id: string; round: number }[]>`
      select id, round from applications where account_id = ${accountId} for update`;
    const { count } = await db.account.updateMany({
      where: { id: accountId, status: from },
      data: { status: to },
    });
    if (!count) return rejection;
    const type = to === 'suspended' ? 'suspended' : 'reinstated';
    await recordAudit(db, {
      actor: `staff:${reviewerId}`,
      action: `account_${type}`,
      accountId,
      details: { reason },
      address,
    });
    if (application)
      await recordApplicationEvent(db, {
        applicationId: application.id,
        type,
        round: application.round,
        actor: `staff:${reviewerId}`,
        message: reason,
      });
    await notifyOwners(db, accountId, `account-${type}`, { message: reason }, '/');
    return to;
  });
}

import { recordAudit } from '~/audit/audit';
import { prisma } from '~/platform/db.server';
import { recordEvent } from './applications/moves';
import { writeToOwners } from './applications/letters';

type Decision = { accountId: string; reviewerId: string; reason: string; address?: string };

/**
 * Stops an account in both environments: its tokens are refused within 5 s (decisions: Authentication). `own_account`: nobody
 * decides on an account they belong to.
 */
export function suspendAccount(decision: Decision): Promise<'suspended' | 'not_active' | 'own_account'> {
  return change(decision, { from: 'active', to: 'suspended', refusal: 'not_active' });
}

export function reinstateAccount(decision: Decision): Promise<'active' | 'not_suspended' | 'own_account'> {
  return change(decision, { from: 'suspended', to: 'active', refusal: 'not_suspended' });
}

function change<To extends 'active' | 'suspended', R extends string>(
  { accountId, reviewerId, reason, address }: Decision,
  { from, to, refusal }: { from: string; to: To; refusal: R },
): Promise<To | R | 'own_account'> {
  return prisma.$transaction(async (db) => {
    if (await db.member.findUnique({ where: { accountId_userId: { accountId, userId: reviewerId } } }))
      return 'own_account';
    const { count } = await db.account.updateMany({
      where: { id: accountId, status: from },
      data: { status: to },
    });
    if (!count) return refusal;
    const type = to === 'suspended' ? 'suspended' : 'reinstated';
    const application = await db.application.findUnique({
      where: { accountId },
      select: { id: true, round: true },
    });
    await recordAudit(db, {
      actor: `staff:${reviewerId}`,
      action: `account_${type}`,
      accountId,
      details: { reason },
      address,
    });
    if (application)
      await recordEvent(db, {
        applicationId: application.id,
        type,
        round: application.round,
        actor: `staff:${reviewerId}`,
        words: reason,
      });
    await writeToOwners(db, accountId, `account-${type}`, { words: reason }, '/');
    return to;
  });
}

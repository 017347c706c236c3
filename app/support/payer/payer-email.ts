import { recordAudit } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import { readCardHolder } from '~/payments/transactions/card-holder';
import type { RecordOwner } from '~/support/record-owners';

/**
 * The email of a payment's payer, after auditing it for the merchant, who doesn't see the staff member's IP address. Null
 * without one.
 */
export async function revealPayerEmail(
  { accountId, environment }: RecordOwner,
  { id, userId }: { id: string; userId: string },
): Promise<string | null> {
  const payment = await prisma.transaction.findUnique({
    where: { id, accountId, environment },
    select: { order: true },
  });
  const { email } = readCardHolder(payment?.order);
  if (!email) return null;
  await recordAudit(prisma, {
    actor: `staff:${userId}`,
    action: 'staff_viewed_payer_email',
    accountId,
    subject: id,
    details: { environment },
  });
  return email;
}

import { expireHolds } from '~/payments/expiry';
import { settleEarlierDays } from '~/payments/settlement';
import { resolveUnknownOutcomes } from '~/payments/unknown-outcomes';
import { prisma } from '~/platform/db.server';

const day = 86_400_000;
export const yesterday = () => new Date(Date.now() - 1.1 * day);

/** Lets the time of a hold pass; the timer has not come to it yet. */
export const lapse = (id: string) => prisma.transaction.update({ where: { id }, data: { captureBefore: yesterday() } });

/** Lets the time of a hold pass, and the timer come. */
export async function expire(id: string): Promise<void> {
  await lapse(id);
  await expireHolds();
}

/** Lets a day pass since whatever happened to these transactions. */
export const passDay = (...ids: string[]) => prisma.operation.updateMany({ where: { transactionId: { in: ids }, completedAt: { not: null } }, data: { completedAt: yesterday() } });

/** Lets a day pass, and the settlement run. */
export async function settle(...ids: string[]): Promise<void> {
  await passDay(...ids);
  await settleEarlierDays();
}

/** Lets the time come to ask for the outcomes that are not known. */
export const makeDue = (transactionId?: string) => prisma.operation.updateMany({ where: { transactionId, status: 'PENDING' }, data: { inquireAt: new Date(0) } });

/** Lets the time come to ask for unknown outcomes, of one transaction or of all, and the timer ask. */
export async function resolve(transactionId?: string): Promise<void> {
  await makeDue(transactionId);
  await resolveUnknownOutcomes();
}

import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';

/**
 * The owner of a record, for staff who only know its ID. Everything else is then looked up through the owner,
 * as everywhere.
 */
export type RecordOwner = { accountId: string; environment: Environment; merchant: string; timeZone: string };

const ownerColumns = {
  accountId: true,
  environment: true,
  account: { select: { name: true, timeZone: true } },
} as const;

export async function findTransactionOwner(id: string): Promise<RecordOwner | null> {
  const found = await prisma.transaction.findUnique({ where: { id }, select: ownerColumns });
  return found && toOwner(found);
}

const toOwner = ({
  accountId,
  environment,
  account: { name, timeZone },
}: {
  accountId: string;
  environment: string;
  account: { name: string; timeZone: string };
}): RecordOwner => ({ accountId, environment: environment as Environment, merchant: name, timeZone });

export async function findIntentOwner(id: string): Promise<RecordOwner | null> {
  const found = await prisma.paymentIntent.findUnique({ where: { id }, select: ownerColumns });
  return found && toOwner(found);
}

export async function findRequestOwner(id: string): Promise<RecordOwner | null> {
  const found = await prisma.apiRequest.findUnique({
    where: { id },
    select: { accountId: true, environment: true },
  });
  const account =
    found &&
    (await prisma.account.findUnique({
      where: { id: found.accountId },
      select: { name: true, timeZone: true },
    }));
  return (
    account &&
    found && {
      accountId: found.accountId,
      environment: found.environment as Environment,
      merchant: account.name,
      timeZone: account.timeZone,
    }
  );
}

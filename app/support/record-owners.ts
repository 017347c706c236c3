import { hasOneMerchant } from '~/payments/connections/acquirer-accounts';
import { prisma } from '~/platform/database/db.server';
import { queryRows } from '~/platform/database/query.server';
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

const maximumPayoutOwners = 10;

// An index lookup for each merchant, because a payout has any number of entries.
const payoutOwners = `
  select p.id as "payoutId", a.id as "accountId", p.environment, a.name as merchant, a.time_zone as "timeZone"
  from payouts p join acquirer_connections c on c.id = p.connection_id cross join accounts a
  where p.id = any($1) and ($2::text is null or a.id = $2) and (
    c.account_id = a.id and p.entries_read_at is null and ${hasOneMerchant('c')}
    or exists (select from payout_entries e where e.account_id = a.id and e.environment = p.environment and e.payout_id = p.id offset 0))
  order by p.id desc, a.name, a.id limit ${maximumPayoutOwners}`;

/** The merchants that payouts contain something of. A connection's payouts may contain payments of several merchants. */
export const findPayoutOwners = ({
  ids,
  accountId,
}: {
  ids: readonly string[];
  /** Only this merchant. */
  accountId?: string;
}): Promise<(RecordOwner & { payoutId: string })[]> =>
  ids.length ? queryRows({ text: payoutOwners, values: [ids, accountId ?? null] }) : Promise.resolve([]);

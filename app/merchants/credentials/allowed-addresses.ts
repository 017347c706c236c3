import { recordAudit } from '~/audit/audit';
import { lockAccount } from '~/platform/database/account-lock.server';
import { prisma, type Database } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { createAddressList, isAddressAllowed } from './address-ranges';
import { notifyCredentialChange } from './credential-notifications';
import { clearSecretStatusCache } from './credentials';

type AllowedAddressScope = { accountId: string; environment: Environment };

export async function listAllowedAddresses({
  accountId,
  environment,
}: AllowedAddressScope): Promise<string[]> {
  return listAllowedRanges(prisma, { accountId, environment });
}

async function listAllowedRanges(db: Database, where: AllowedAddressScope): Promise<string[]> {
  const found = await db.allowedAddress.findMany({
    where,
    orderBy: [{ createdAt: 'asc' }, { range: 'asc' }],
    select: { range: true },
  });
  return found.map(({ range }) => range);
}

/** The addresses that a list would block: the person's own, and those where active secrets were last used. */
export async function findExcludedAddresses({
  accountId,
  environment,
  ranges,
  own,
}: AllowedAddressScope & { ranges: readonly string[]; own: string }): Promise<{
  own: boolean;
  servers: string[];
}> {
  const list = createAddressList(ranges);
  const secrets = await prisma.apiSecret.findMany({
    where: { accountId, environment, OR: [{ endsAt: null }, { endsAt: { gt: new Date() } }] },
    select: { lastAddress: true },
  });
  const servers = [...new Set(secrets.flatMap(({ lastAddress }) => lastAddress ?? []))].filter(
    (address) => !isAddressAllowed(list, address),
  );
  return { own: !isAddressAllowed(list, own), servers };
}

/**
 * A colleague's list that is newer than the one the person saw. Null when it's unchanged or the same as the
 * person's.
 */
async function findConcurrentChange(
  {
    accountId,
    environment,
    ranges,
    seen,
  }: AllowedAddressScope & { ranges: readonly string[]; seen: readonly string[] },
  db: Database = prisma,
): Promise<string[] | null> {
  const now = await listAllowedRanges(db, { accountId, environment });
  return isSameList(now, ranges) || isSameList(now, seen) ? null : now;
}

/**
 * Replaces the list. An empty one allows all addresses. Applies within 5 s, also to existing tokens.
 * @param seen the list that the person saw. `meanwhile`: a colleague's newer list, which is kept
 */
export async function changeAllowedAddresses({
  accountId,
  environment,
  ranges,
  seen,
  changedBy,
  address,
}: AllowedAddressScope & {
  ranges: readonly string[];
  seen: readonly string[];
  changedBy: string;
  address?: string;
}): Promise<'saved' | { currentRanges: string[] }> {
  const where = { accountId, environment };
  const outcome = await prisma.$transaction(async (db) => {
    await lockAccount(db, accountId);
    const before = await listAllowedRanges(db, where);
    if (isSameList(before, ranges)) return 'saved' as const;
    const currentRanges = await findConcurrentChange({ ...where, ranges, seen }, db);
    if (currentRanges) return { currentRanges };
    await db.allowedAddress.deleteMany({ where: { ...where, range: { notIn: [...ranges] } } });
    await db.allowedAddress.createMany({
      data: ranges.map((range) => ({ ...where, range, createdBy: changedBy })),
      skipDuplicates: true,
    });
    await recordAudit(db, {
      actor: `portal:${changedBy}`,
      action: 'allowed_addresses_changed',
      accountId,
      details: { environment },
      before: { addresses: before.join(', ') },
      after: { addresses: ranges.join(', ') },
      address,
    });
    await notifyCredentialChange(db, {
      accountId,
      environment,
      userId: changedBy,
      change: 'addresses_changed',
      subject: ranges.length ? ranges.join(', ') : 'everywhere',
    });
    return 'saved' as const;
  });
  clearSecretStatusCache();
  return outcome;
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return [...one].sort().join() === [...other].sort().join();
}

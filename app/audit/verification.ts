import { prisma } from '~/platform/db.server';
import { log } from '~/platform/log';
import { verifyChain, type Anchor, type BrokenChain, type ChainFault } from './chain';

/** A chain is read whole this often. */
const everyHours = 24;
const chainsPerRun = 1_000;

/** How a chain was found when it was last read; `checkedAt` is null before the first time. */
export type ChainState = {
  checkedAt: Date | null;
  fault: ChainFault | null;
  errorEntryId: string | null;
  end: { sequence: string; hash: string };
};

/** The chain of an account; null while nothing was ever written down. */
export async function findChainState(accountId: string): Promise<ChainState | null> {
  const chain = await prisma.auditChain.findUnique({ where: { accountId } });
  if (!chain) return null;
  const { checkedAt, error: fault, errorEntryId, sequence, hash } = chain;
  return {
    checkedAt,
    fault: fault as ChainFault | null,
    errorEntryId: errorEntryId === null ? null : String(errorEntryId),
    end: { sequence: String(sequence), hash },
  };
}

/**
 * Reads every chain that was not read for a day, the longest unread first, and keeps the end of those that are whole as an anchor: in the
 * database, and in the log, which lies elsewhere. Called by a timer; what it does not get to is the next turn's.
 */
export async function verifyDueChains(stopping?: AbortSignal): Promise<void> {
  const due = await prisma.$queryRaw<{ accountId: string }[]>`
    select account_id as "accountId" from audit_chains where checked_at is null or checked_at < now() - ${everyHours} * interval '1 hour'
    order by checked_at nulls first limit ${chainsPerRun}`;
  await checkEach(due, stopping);
}

/**
 * Finds chains of which nothing is left but their anchors. Called by a timer once a day: it looks at one anchor of each account,
 * stepping over the others on the index.
 */
export async function findLostChains(stopping?: AbortSignal): Promise<void> {
  const lost = await prisma.$queryRaw<{ accountId: string }[]>`
    with recursive anchored as (
      (select account_id from audit_anchors order by account_id limit 1)
      union all
      select (select account_id from audit_anchors where account_id > before.account_id order by account_id limit 1) from anchored before where before.account_id is not null
    )
    select account_id as "accountId" from anchored a where account_id is not null and not exists (select from audit_chains c where c.account_id = a.account_id)`;
  await checkEach(lost, stopping);
}

/** One that cannot be read keeps no other from being read. */
async function checkEach(chains: readonly { accountId: string }[], stopping?: AbortSignal): Promise<void> {
  for (const { accountId } of chains) {
    if (stopping?.aborted) return;
    await checkChain(accountId, stopping).catch((error: unknown) =>
      log.error('reading the audit log', error, { accountId }),
    );
  }
}

/** Reads one chain now and notes how it is. @returns null when it was stopped in between */
export async function checkChain(
  accountId: string,
  stopping?: AbortSignal,
): Promise<Anchor | BrokenChain | null> {
  const found = await verifyChain(accountId, { stopping });
  if (!found) return null;
  const broken = 'fault' in found ? found : null;
  const noted = {
    error: broken?.fault ?? null,
    errorSequence: broken?.sequence ?? null,
    errorEntryId: broken?.entryId ?? null,
  };
  await prisma.auditChain.updateMany({ where: { accountId }, data: { ...noted, checkedAt: new Date() } });
  if (broken)
    log.error('the audit log was tampered with', new BrokenAuditChain(), {
      accountId,
      code: broken.fault,
      ...(broken.sequence !== null && { sequence: Number(broken.sequence) }),
    });
  else await anchor(accountId, found as Anchor);
  return found;
}

class BrokenAuditChain extends Error {
  override name = 'BrokenAuditChain';
}

async function anchor(accountId: string, { sequence, hash }: Anchor): Promise<void> {
  if (sequence === 0n) return;
  const { count } = await prisma.auditAnchor.createMany({
    data: { accountId, sequence, hash },
    skipDuplicates: true,
  });
  if (count) log.info('audit anchor', { accountId, sequence: Number(sequence), hash });
}

/** The ends of all chains, for keeping them elsewhere. */
export function listChains() {
  return prisma.auditChain.findMany({ orderBy: { accountId: 'asc' } });
}

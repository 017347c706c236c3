import { prisma } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import { verifyChain, type Anchor, type BrokenChain, type ChainErrorCode } from './chain';

/** How often a chain is verified. */
const verificationIntervalHours = 24;
const chainsPerRun = 1_000;

/** The result of the last verification. `checkedAt` is null before the first one. */
export type ChainState = {
  checkedAt: Date | null;
  fault: ChainErrorCode | null;
  errorEntryId: string | null;
  end: { sequence: string; hash: string };
};

/** The chain of an account. Null without entries. */
export async function findChainState(accountId: string): Promise<ChainState | null> {
  const chain = await prisma.auditChain.findUnique({ where: { accountId } });
  if (!chain) return null;
  const { checkedAt, error: fault, errorEntryId, sequence, hash } = chain;
  return {
    checkedAt,
    fault: fault as ChainErrorCode | null,
    errorEntryId: errorEntryId === null ? null : String(errorEntryId),
    end: { sequence: String(sequence), hash },
  };
}

/**
 * Verifies every chain that wasn't verified for a day, longest unverified first, and stores the ends of
 * intact ones as anchors: in the database, and in the log, which is stored elsewhere. Called by a timer. The
 * next run continues where this one stopped.
 */
export async function verifyDueChains(stopping?: AbortSignal): Promise<void> {
  const due = await prisma.$queryRaw<{ accountId: string }[]>`
    select account_id as "accountId" from audit_chains where checked_at is null or checked_at < now() - ${verificationIntervalHours} * interval '1 hour'
    order by checked_at nulls first limit ${chainsPerRun}`;
  await verifyEach(due, stopping);
}

/**
 * Finds chains of which only anchors are left. Called by a timer once a day. Reads one anchor per account,
 * skipping the others in the index.
 */
export async function findLostChains(stopping?: AbortSignal): Promise<void> {
  const lost = await prisma.$queryRaw<{ accountId: string }[]>`
    with recursive anchored as (
      (select account_id from audit_anchors order by account_id limit 1)
      union all
      select (select account_id from audit_anchors where account_id > before.account_id order by account_id limit 1) from anchored before where before.account_id is not null
    )
    select account_id as "accountId" from anchored a where account_id is not null and not exists (select from audit_chains c where c.account_id = a.account_id)`;
  await verifyEach(lost, stopping);
}

/** An unreadable chain doesn't block the others. */
async function verifyEach(chains: readonly { accountId: string }[], stopping?: AbortSignal): Promise<void> {
  for (const { accountId } of chains) {
    if (stopping?.aborted) return;
    await verifyAndRecordChain(accountId, stopping).catch((error: unknown) =>
      log.error('reading the audit log', error, { accountId }),
    );
  }
}

/**
 * Verifies one chain now and records the result.
 * @returns null when it was interrupted
 */
export async function verifyAndRecordChain(
  accountId: string,
  stopping?: AbortSignal,
): Promise<Anchor | BrokenChain | null> {
  const found = await verifyChain(accountId, { stopping });
  if (!found) return null;
  const broken = 'fault' in found ? found : null;
  const chainUpdate = {
    error: broken?.fault ?? null,
    errorSequence: broken?.sequence ?? null,
    errorEntryId: broken?.entryId ?? null,
  };
  await prisma.auditChain.updateMany({
    where: { accountId },
    data: { ...chainUpdate, checkedAt: new Date() },
  });
  if (broken)
    log.error('the audit log was tampered with', new BrokenAuditChainError(), {
      accountId,
      code: broken.fault,
      ...(broken.sequence !== null && { sequence: Number(broken.sequence) }),
    });
  else await recordAnchor(accountId, found as Anchor);
  return found;
}

class BrokenAuditChainError extends Error {
  override name = 'BrokenAuditChain';
}

async function recordAnchor(accountId: string, { sequence, hash }: Anchor): Promise<void> {
  if (sequence === 0n) return;
  const { count } = await prisma.auditAnchor.createMany({
    data: { accountId, sequence, hash },
    skipDuplicates: true,
  });
  if (count) log.info('audit anchor', { accountId, sequence: Number(sequence), hash });
}

/** The ends of all chains, to store elsewhere. */
export function listChains() {
  return prisma.auditChain.findMany({ orderBy: { accountId: 'asc' } });
}

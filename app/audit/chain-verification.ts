import { prisma } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import { getRootKeys } from '~/platform/secrets/root-keys.server';
import { listAccountsWithCopies } from './anchor-copies';
import { findLastAnchor, hasCurrentAnchor, readAnchors, recordAnchor, restoreAnchors } from './anchors';
import type { Anchor } from './anchor-signature';
import { recordAudit } from './audit';
import { emptyChain, verifyChain, type BrokenChain, type ChainErrorCode } from './chain';

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

/** Verifies every chain that wasn't verified for a day, longest unverified first. Called by a timer. */
export async function verifyDueChains(stopping?: AbortSignal): Promise<void> {
  const due = await prisma.$queryRaw<{ accountId: string }[]>`
    select account_id as "accountId" from audit_chains where checked_at is null or checked_at < now() - ${verificationIntervalHours} * interval '1 hour'
    order by checked_at nulls first limit ${chainsPerRun}`;
  await forEachChain(due, stopping, (accountId) => verifyAndRecordChain(accountId, stopping));
}

/**
 * Verifies what was added to each chain since its last anchor, and anchors its new end. Later changes of
 * these entries are noticed. Called by a timer.
 */
export async function anchorChains(stopping?: AbortSignal): Promise<void> {
  const [{ id: keyId }] = getRootKeys();
  for (let after: string | null = null; ;) {
    const grown: { accountId: string }[] = await prisma.$queryRaw`
      select account_id as "accountId" from audit_chains c
      where error is null and (${after}::text is null or account_id > ${after})
        and not exists (select from audit_anchors a where a.account_id = c.account_id and a.sequence = c.sequence and a.key_id = ${keyId})
      order by account_id limit ${chainsPerRun}`;
    await forEachChain(grown, stopping, (accountId) => anchorChain(accountId, stopping));
    if (grown.length < chainsPerRun || stopping?.aborted) return;
    after = grown.at(-1)!.accountId;
  }
}

async function anchorChain(accountId: string, stopping?: AbortSignal): Promise<void> {
  const start = await findLastAnchor(accountId);
  if (!start) {
    // The chain is new, or its anchors were deleted or forged, and their copies show it.
    await verifyAndRecordChain(accountId, stopping);
    return;
  }
  const found = await verifyChain(accountId, { start, stopping });
  if (!found) return;
  if ('fault' in found) await recordBrokenChain(accountId, found);
  else await recordAnchor(accountId, found);
}

/** Finds chains of which only anchors are left. Called by a timer once a day. */
export async function findLostChains(stopping?: AbortSignal): Promise<void> {
  const lost = (await listLostChains()).map((accountId) => ({ accountId }));
  await forEachChain(lost, stopping, (accountId) => verifyAndRecordChain(accountId, stopping));
}

/** Reads one anchor per account, skipping the others in the index, and the folders of their copies. */
async function listLostChains(): Promise<string[]> {
  const anchored = await prisma.$queryRaw<{ accountId: string }[]>`
    with recursive anchored as (
      (select account_id from audit_anchors order by account_id limit 1)
      union all
      select (select account_id from audit_anchors where account_id > before.account_id order by account_id limit 1) from anchored before where before.account_id is not null
    )
    select account_id as "accountId" from anchored where account_id is not null`;
  const accountIds = [
    ...new Set([...anchored.map(({ accountId }) => accountId), ...(await listAccountsWithCopies())]),
  ];
  const lost = await prisma.$queryRaw<{ accountId: string }[]>`
    select account_id as "accountId" from unnest(${accountIds}::text[]) as anchored (account_id)
    where not exists (select from audit_chains c where c.account_id = anchored.account_id) order by 1`;
  return lost.map(({ accountId }) => accountId);
}

/** An unreadable chain doesn't block the others. */
async function forEachChain(
  chains: readonly { accountId: string }[],
  stopping: AbortSignal | undefined,
  work: (accountId: string) => Promise<unknown>,
): Promise<void> {
  for (const { accountId } of chains) {
    if (stopping?.aborted) return;
    await work(accountId).catch((error: unknown) => log.error('reading the audit log', error, { accountId }));
  }
}

/**
 * Verifies one complete chain now, with its anchors, and records the result.
 * @returns null when it was interrupted
 * @throws the storage's error
 */
export async function verifyAndRecordChain(
  accountId: string,
  stopping?: AbortSignal,
): Promise<Anchor | BrokenChain | null> {
  const anchorSet = await readAnchors(accountId);
  const found = await verifyWithAnchors(accountId, anchorSet, stopping);
  if (!found) return null;
  if ('fault' in found) {
    await recordBrokenChain(accountId, found);
    return found;
  }
  await prisma.auditChain.updateMany({
    where: { accountId },
    data: { error: null, errorSequence: null, errorEntryId: null, checkedAt: new Date() },
  });
  await restoreAnchors(accountId, anchorSet);
  if (found.sequence > 0n && !hasCurrentAnchor(anchorSet, found)) await recordAnchor(accountId, found);
  return found;
}

async function verifyWithAnchors(
  accountId: string,
  { anchors, forged }: { anchors: readonly Anchor[]; forged: Anchor | null },
  stopping?: AbortSignal,
): Promise<Anchor | BrokenChain | null> {
  const found = await verifyChain(accountId, { anchors, stopping });
  return found && forged && !('fault' in found)
    ? { fault: 'anchor_forged', sequence: forged.sequence, entryId: null }
    : found;
}

/** Verifies one complete chain, also with an anchor that someone kept. */
export async function verifyAgainstAnchor(
  accountId: string,
  knownAnchor: Anchor,
): Promise<Anchor | BrokenChain | null> {
  const { anchors, forged } = await readAnchors(accountId);
  return verifyWithAnchors(accountId, { anchors: [...anchors, knownAnchor], forged });
}

async function recordBrokenChain(accountId: string, broken: BrokenChain): Promise<void> {
  const { count } = await prisma.auditChain.updateMany({
    where: { accountId },
    data: {
      error: broken.fault,
      errorSequence: broken.sequence,
      errorEntryId: broken.entryId,
      checkedAt: new Date(),
    },
  });
  log.error('the audit log was tampered with', new BrokenAuditChainError(), {
    accountId,
    code: broken.fault,
    ...(broken.sequence !== null && { sequence: Number(broken.sequence) }),
  });
  // A process can't insert a chain, so an entry of the platform says that one is missing.
  if (!count)
    await recordAudit(prisma, {
      actor: 'system:find-lost-audit-logs',
      action: 'audit_log_lost',
      subject: accountId,
    });
}

class BrokenAuditChainError extends Error {
  override name = 'BrokenAuditChain';
}

/**
 * Accepts that a restored backup has lost the latest entries of a chain: its anchors after the last one that
 * matches no longer count. A chain that is broken in another way stays broken.
 */
export async function acceptRestoredChain(
  accountId: string,
): Promise<'accepted' | 'nothing_lost' | BrokenChain> {
  const { anchors, forged } = await readAnchors(accountId);
  const matching = await selectMatching(accountId, anchors);
  const last = matching.at(-1) ?? emptyChain;
  const lost = anchors.filter((anchor) => !matching.includes(anchor));
  const found = await verifyWithAnchors(accountId, { anchors: matching, forged });
  if (!found) throw new Error('verified without being interrupted');
  if ('fault' in found) return found;
  if (!lost.length) return 'nothing_lost';
  const contradiction = lost.find(({ sequence }) => sequence <= last.sequence);
  if (contradiction) return { fault: 'anchor_differs', sequence: contradiction.sequence, entryId: null };
  await recordAnchor(accountId, last, 'restore');
  await recordAudit(prisma, {
    actor: 'system:accept-restore',
    action: 'audit_log_restored',
    ...(accountId && { accountId }),
    details: { entry: String(last.sequence) },
  });
  await verifyAndRecordChain(accountId);
  return 'accepted';
}

async function selectMatching<T extends Anchor>(accountId: string, anchors: readonly T[]): Promise<T[]> {
  const links = await prisma.$queryRaw<Anchor[]>`
    select sequence, hash from audit_links where account_id = ${accountId} and sequence = any(${anchors.map(({ sequence }) => sequence)}::bigint[])`;
  const existing = new Set(links.map(({ sequence, hash }) => `${sequence} ${hash}`));
  return anchors.filter(({ sequence, hash }) => existing.has(`${sequence} ${hash}`));
}

/** The ends of all chains, to store elsewhere. */
export function listChains() {
  return prisma.auditChain.findMany({ orderBy: { accountId: 'asc' } });
}

/** The accounts of all chains, including those of which only anchors are left. */
export async function listChainAccounts(): Promise<string[]> {
  const chains = (await listChains()).map(({ accountId }) => accountId);
  return [...chains, ...(await listLostChains())];
}

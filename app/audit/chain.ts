import { createHash } from 'node:crypto';
import { prisma } from '~/platform/database/db.server';
import type { Anchor } from './anchor-signature';

// Every entry is part of its account's chain: its hash covers the previous hash and the entry's content, so
// that any later change, removal, or insertion is noticed (threat T33). A database trigger writes the chain
// (migration 0_init). Verification uses its own implementation, so that a replaced trigger function is
// noticed, too.

export const chainErrorCodes = [
  'changed',
  'entry_missing',
  'link_missing',
  'unchained',
  'end_differs',
  'anchor_differs',
  'anchor_forged',
] as const;
export type ChainErrorCode = (typeof chainErrorCodes)[number];

/** The first broken link. */
export type BrokenChain = { fault: ChainErrorCode; sequence: bigint | null; entryId: bigint | null };

/** The end of a chain without entries. */
export const emptyChain: Anchor = { sequence: 0n, hash: '0'.repeat(64) };

const batchSize = 1_000;

type Link = { sequence: bigint; hash: string; entryId: bigint; present: boolean; text: string };

type VerificationOptions = {
  /** What the chain must match. */
  anchors?: readonly Anchor[];
  /** A link to begin after, instead of the first one. */
  start?: Anchor | null;
  stopping?: AbortSignal;
};

/**
 * Verifies a chain up to its current end, in batches.
 * @param accountId empty for entries without an account
 * @returns the end, or the first broken link; null when it was interrupted
 */
export async function verifyChain(
  accountId: string,
  { anchors = [], start = null, stopping }: VerificationOptions = {},
): Promise<Anchor | BrokenChain | null> {
  const head = (await prisma.auditChain.findUnique({ where: { accountId } })) ?? emptyChain;
  let end = start ?? emptyChain;
  const anchoredHashes = new Map<bigint, string[]>();
  for (const { sequence, hash } of anchors)
    anchoredHashes.set(sequence, [...(anchoredHashes.get(sequence) ?? []), hash]);
  while (end.sequence < head.sequence) {
    if (stopping?.aborted) return null;
    const links = await readLinks(accountId, end.sequence, head.sequence);
    if (!links.length) break;
    for (const link of links) {
      const fault = findLinkError(link, end, anchoredHashes.get(link.sequence) ?? []);
      // A gap where a missing entry was.
      if (fault)
        return fault === 'link_missing'
          ? { fault, sequence: end.sequence + 1n, entryId: null }
          : { fault, sequence: link.sequence, entryId: link.entryId };
      end = { sequence: link.sequence, hash: link.hash };
    }
  }
  // A chain that ends before an anchor has lost its end.
  if (end.sequence < head.sequence || anchors.some(({ sequence }) => sequence > end.sequence))
    return { fault: 'link_missing', sequence: end.sequence + 1n, entryId: null };
  if (end.sequence > head.sequence || end.hash !== head.hash)
    return { fault: 'end_differs', sequence: end.sequence, entryId: null };
  return (await findUnchainedEntry(accountId)) ?? end;
}

function findLinkError(link: Link, before: Anchor, anchoredHashes: readonly string[]): ChainErrorCode | null {
  if (link.sequence !== before.sequence + 1n) return 'link_missing';
  if (!link.present) return 'entry_missing';
  if (createHash('sha256').update(`${before.hash}\n${link.text}`).digest('hex') !== link.hash)
    return 'changed';
  return anchoredHashes.every((hash) => hash === link.hash) ? null : 'anchor_differs';
}

function readLinks(accountId: string, after: bigint, upTo: bigint): Promise<Link[]> {
  return prisma.$queryRaw<Link[]>`
    select l.sequence, l.hash, l.entry_id as "entryId", e.id is not null as present,
      jsonb_build_array(l.account_id, l.sequence, e.id, e.account_id, e.actor, e.action, e.subject, e.details, e.before, e.after, e.address,
        to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text as text
    from audit_links l left join audit_entries e on e.id = l.entry_id
    where l.account_id = ${accountId} and l.sequence > ${after} and l.sequence <= ${upTo}
    order by l.sequence limit ${batchSize}`;
}

/**
 * An entry that bypassed the trigger. An entry and its link are committed together, so there's no moment in
 * between.
 */
async function findUnchainedEntry(accountId: string): Promise<BrokenChain | null> {
  const [entry] = accountId
    ? await prisma.$queryRaw<{ id: bigint }[]>`
        select id from audit_entries e where account_id = ${accountId} and not exists (select from audit_links where entry_id = e.id) order by id limit 1`
    : await prisma.$queryRaw<{ id: bigint }[]>`
        select id from audit_entries e where account_id is null and not exists (select from audit_links where entry_id = e.id) order by id limit 1`;
  return entry ? { fault: 'unchained', sequence: null, entryId: entry.id } : null;
}

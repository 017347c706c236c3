import type { QueryClient } from '~/platform/database/query-client';
import { pool, prisma } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import { getRootKeys } from '~/platform/secrets/root-keys.server';
import { listAnchorCopies, writeAnchorCopy } from './anchor-copies';
import { isAuthentic, signAnchor, type Anchor, type SignedAnchor } from './anchor-signature';

/** A chain's anchors, from the database and their copies in the document storage. */
export type AnchorSet = {
  /** What the chain must match, by sequence. */
  anchors: SignedAnchor[];
  /** One whose signature is wrong. */
  forged: SignedAnchor | null;
  missingRows: SignedAnchor[];
  missingCopies: SignedAnchor[];
};

/**
 * Reads a chain's anchors. Deleted ones are still in the other place.
 * @throws the storage's error
 */
export async function readAnchors(accountId: string): Promise<AnchorSet> {
  const [rows, copies] = await Promise.all([readAnchorRows(accountId), listAnchorCopies(accountId)]);
  const listMacs = (found: readonly SignedAnchor[]) => new Set(found.map(({ mac }) => mac));
  const [rowMacs, copyMacs] = [listMacs(rows), listMacs(copies)];
  const all = [...rows, ...copies.filter(({ mac }) => !rowMacs.has(mac))];
  const { authentic, forged } = selectAuthentic(accountId, all);
  const anchors = omitVoided(authentic);
  return {
    anchors,
    forged,
    missingRows: anchors.filter(({ mac }) => !rowMacs.has(mac)),
    missingCopies: anchors.filter(({ mac }) => !copyMacs.has(mac)),
  };
}

/** The latest anchor in the database, to verify from. Null if there is none, or if one is forged. */
export async function findLastAnchor(accountId: string): Promise<Anchor | null> {
  const { authentic, forged } = selectAuthentic(accountId, await readAnchorRows(accountId));
  return forged ? null : (omitVoided(authentic).at(-1) ?? null);
}

async function readAnchorRows(accountId: string): Promise<SignedAnchor[]> {
  const rows = await prisma.auditAnchor.findMany({ where: { accountId } });
  return rows.map(({ accountId: _, kind, ...row }) => ({ ...row, kind: kind as SignedAnchor['kind'] }));
}

function selectAuthentic(accountId: string, found: readonly SignedAnchor[]) {
  const authentic: SignedAnchor[] = [];
  for (const anchor of found) {
    const isSigned = isAuthentic(accountId, anchor);
    if (isSigned === false) return { authentic, forged: anchor };
    if (isSigned) authentic.push(anchor);
  }
  return { authentic, forged: null };
}

/** Without those of entries that an accepted restore has lost. In the order of the chain. */
function omitVoided(anchors: readonly SignedAnchor[]): SignedAnchor[] {
  const restores = anchors.filter(({ kind }) => kind === 'restore');
  return anchors
    .filter(
      ({ sequence, signedAt }) =>
        !restores.some((restore) => sequence > restore.sequence && signedAt < restore.signedAt),
    )
    .sort((a, b) => Number(a.sequence - b.sequence));
}

/** Anchors a chain that was just verified: in the database, the document storage, and the log. */
export async function recordAnchor(
  accountId: string,
  end: Anchor,
  kind: SignedAnchor['kind'] = 'head',
): Promise<void> {
  const anchor = signAnchor(accountId, kind, end);
  await insertAnchor(accountId, anchor);
  log.info('audit anchor', { accountId, sequence: Number(end.sequence), hash: end.hash });
  await writeAnchorCopy(accountId, anchor);
}

/** Writes what was deleted from one place, or missed while it was unavailable, back from the other. */
export async function restoreAnchors(
  accountId: string,
  { missingRows, missingCopies }: AnchorSet,
): Promise<void> {
  for (const anchor of missingRows) await insertAnchor(accountId, anchor);
  for (const anchor of missingCopies) await writeAnchorCopy(accountId, anchor);
  if (missingRows.length)
    log.warn('audit anchors were missing in the database', { accountId, count: missingRows.length });
}

async function insertAnchor(accountId: string, anchor: SignedAnchor): Promise<void> {
  await prisma.auditAnchor.createMany({ data: { accountId, ...anchor }, skipDuplicates: true });
}

/** Whether the current key has signed this end. Another key's signature ends with its rotation. */
export const hasCurrentAnchor = ({ anchors }: AnchorSet, { sequence }: Anchor): boolean =>
  anchors.some((anchor) => anchor.sequence === sequence && anchor.keyId === getRootKeys()[0].id);

/** Chains whose latest anchors are signed by a key that isn't among these, by that key's ID. */
export async function countChainsAnchoredByOtherKeys(
  keyIds: readonly string[],
  database: QueryClient = pool,
): Promise<{ id: string; count: number }[]> {
  const { rows } = await database.query(
    `select id, count(*)::int as count from (
      select account_id, key_id as id, max(sequence) as last from audit_anchors where key_id <> all($1) group by 1, 2) other
    where not exists (select from audit_anchors a where a.account_id = other.account_id and a.sequence >= other.last and a.key_id = any($1))
    group by 1 order by 1`,
    [keyIds],
  );
  return rows as { id: string; count: number }[];
}

import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { documentStore } from '~/documents/document-store';
import { prisma } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import * as roots from '~/platform/secrets/root-keys.server';
import { expectConsoleError } from '../../tests/setup/errors';
import { buildAuditLog, rewriteAsOwner, rewriteChain, writeAuditEntry } from '../../tests/world/audit-log';
import { listAnchorCopies } from './anchor-copies';
import type { SignedAnchor } from './anchor-signature';
import { countChainsAnchoredByOtherKeys } from './anchors';
import { recordAudit } from './audit';
import {
  acceptRestoredChain,
  anchorChains,
  findChainState,
  findLostChains,
  verifyAndRecordChain,
} from './chain-verification';

const listRows = (accountId: string) =>
  prisma.auditAnchor.findMany({ where: { accountId }, orderBy: { sequence: 'asc' } });

/** A log with an anchor at its end. */
async function buildAnchoredLog(entries = 3) {
  const built = await buildAuditLog(entries);
  await verifyAndRecordChain(built.accountId);
  const [anchor] = await listAnchorCopies(built.accountId);
  return { ...built, anchor: anchor! };
}

const copyKey = (accountId: string, { kind, sequence, hash, signedAt, keyId, mac }: SignedAnchor) =>
  `audit-anchors/${accountId}/${[kind, sequence, hash, signedAt.getTime(), keyId, mac].join('-')}`;

/** As the database owner, like an attacker with this login. */
const deleteRows = (accountId: string) =>
  rewriteAsOwner('audit_anchors', `delete from audit_anchors where account_id = '${accountId}'`);

async function expectBroken(accountId: string, fault: string): Promise<void> {
  expectConsoleError({ message: 'the audit log was tampered with' });
  expect(await verifyAndRecordChain(accountId)).toMatchObject({ fault });
  expect(await findChainState(accountId)).toMatchObject({ fault });
}

beforeEach(() => void vi.spyOn(log, 'warn').mockImplementation(() => {}));

test('an anchor is signed and stored in the database and the document storage', async () => {
  const { accountId, anchor } = await buildAnchoredLog();
  const [{ id }] = roots.getRootKeys();
  expect(anchor).toMatchObject({
    kind: 'head',
    sequence: 3n,
    keyId: id,
    mac: expect.stringMatching(/^\w{64}$/),
  });
  expect(await listRows(accountId)).toEqual([{ accountId, ...anchor }]);
  // The same end isn't signed again.
  await verifyAndRecordChain(accountId);
  expect(await listAnchorCopies(accountId)).toEqual([anchor]);
});

test('the owner of the database can rewrite a log and its anchor, but not the signature', async () => {
  const { accountId, ids } = await buildAnchoredLog();
  await rewriteChain(accountId, ids[1]!);
  await rewriteAsOwner(
    'audit_anchors',
    `update audit_anchors a set hash = (select hash from audit_links l where l.account_id = a.account_id and l.sequence = a.sequence) where account_id = '${accountId}'`,
  );
  await documentStore.delete(copyKey(accountId, (await listAnchorCopies(accountId))[0]!));
  await expectBroken(accountId, 'anchor_forged');
});

test.each(['kind', 'signed_at'])('a signature covers %s', async (column) => {
  const { accountId } = await buildAnchoredLog();
  const value = column === 'kind' ? `'restore'` : `signed_at + interval '1 ms'`;
  await rewriteAsOwner(
    'audit_anchors',
    `update audit_anchors set ${column} = ${value} where account_id = '${accountId}'`,
  );
  await expectBroken(accountId, 'anchor_forged');
});

test('a signature is valid for its own chain only', async () => {
  const { accountId } = await buildAnchoredLog();
  const other = await buildAuditLog(3);
  await rewriteAsOwner(
    'audit_anchors',
    `update audit_anchors set account_id = '${other.accountId}' where account_id = '${accountId}'`,
  );
  await expectBroken(other.accountId, 'anchor_forged');
});

test('without the anchors in the database, a rewritten log differs from the copies', async () => {
  const { accountId, ids } = await buildAnchoredLog();
  await deleteRows(accountId);
  await rewriteChain(accountId, ids[0]!);
  await expectBroken(accountId, 'anchor_differs');
});

test('a log of which nothing is left in the database is found by its copies', async () => {
  const { accountId, ids } = await buildAnchoredLog();
  await deleteRows(accountId);
  await rewriteAsOwner('audit_entries', `delete from audit_entries where id = any('{${ids.join()}}')`);
  await rewriteAsOwner('audit_links', `delete from audit_links where account_id = '${accountId}'`);
  await rewriteAsOwner('audit_chains', `delete from audit_chains where account_id = '${accountId}'`);
  expectConsoleError({
    message: 'the audit log was tampered with',
    fields: { accountId, code: 'link_missing', sequence: 1 },
  });
  await findLostChains();
  // It stays found once somebody has written new entries.
  await writeAuditEntry(accountId, 1);
  await expectBroken(accountId, 'link_missing');
});

test('an anchor that is missing in one place is written back from the other', async () => {
  const { accountId, anchor } = await buildAnchoredLog();
  await deleteRows(accountId);
  await verifyAndRecordChain(accountId);
  expect(await listRows(accountId)).toEqual([{ accountId, ...anchor }]);
  expect(log.warn).toHaveBeenCalledWith('audit anchors were missing in the database', {
    accountId,
    count: 1,
  });
  await documentStore.delete(copyKey(accountId, anchor));
  await verifyAndRecordChain(accountId);
  expect(await listAnchorCopies(accountId)).toEqual([anchor]);
});

test('while the document storage is unavailable, new ends are anchored in the database', async () => {
  const { accountId } = await buildAuditLog(1);
  const write = vi.spyOn(documentStore, 'writeOnce').mockRejectedValue(new Error('no storage'));
  expectConsoleError({ message: 'reading the audit log', error: 'no storage', fields: { accountId } });
  await anchorChains();
  write.mockRestore();
  expect(await listRows(accountId)).toHaveLength(1);
  expect(await listAnchorCopies(accountId)).toEqual([]);
  await verifyAndRecordChain(accountId);
  expect(await listAnchorCopies(accountId)).toHaveLength(1);
});

test('the timer anchors what was added, and reports what was changed since the last anchor', async () => {
  const [grown, changed, unchanged] = [
    await buildAnchoredLog(2),
    await buildAnchoredLog(2),
    await buildAnchoredLog(2),
  ];
  for (const { accountId } of [grown, changed]) await writeAuditEntry(accountId, 3);
  await rewriteAsOwner(
    'audit_entries',
    `update audit_entries set actor = 'portal:usr_2' where account_id = '${changed.accountId}' and after->>'hold_days' = '3'`,
  );
  expectConsoleError({
    message: 'the audit log was tampered with',
    fields: { accountId: changed.accountId, code: 'changed', sequence: 3 },
  });
  await anchorChains();
  const sequencesOf = async ({ accountId }: { accountId: string }) =>
    (await listRows(accountId)).map(({ sequence }) => Number(sequence));
  expect(await sequencesOf(grown)).toEqual([2, 3]);
  expect(await sequencesOf(changed)).toEqual([2]);
  expect(await sequencesOf(unchanged)).toEqual([2]);
  expect(await findChainState(changed.accountId)).toMatchObject({ fault: 'changed' });
});

test('a chain that does not continue from its last anchor is not anchored', async () => {
  const { accountId, ids } = await buildAnchoredLog(2);
  await writeAuditEntry(accountId, 3);
  await rewriteChain(accountId, ids[0]!);
  expectConsoleError({ message: 'the audit log was tampered with' });
  await anchorChains();
  expect(await listRows(accountId)).toHaveLength(1);
  expect(await findChainState(accountId)).toMatchObject({
    fault: 'changed',
    errorEntryId: expect.any(String),
  });
});

test('a rewritten chain is not anchored after its anchors were deleted', async () => {
  const { accountId, ids } = await buildAnchoredLog(2);
  await rewriteChain(accountId, ids[0]!);
  await deleteRows(accountId);
  await writeAuditEntry(accountId, 3);
  expectConsoleError({
    message: 'the audit log was tampered with',
    fields: { accountId, code: 'anchor_differs', sequence: 2 },
  });
  await anchorChains();
  expect(await listRows(accountId)).toEqual([]);
});

test('after a rotation of SECRET_KEY, anchors of the new key replace those of the removed one', async () => {
  const { accountId, ids } = await buildAnchoredLog();
  await buildAnchoredLog();
  const [current] = roots.getRootKeys();
  const next = roots.createRootKey('0123456789abcdef'.repeat(4));
  const keys = vi.spyOn(roots, 'getRootKeys').mockReturnValue([next, current]);
  onTestFinished(() => keys.mockRestore());
  const countUnsigned = async () =>
    (await countChainsAnchoredByOtherKeys([next.id])).find(({ id }) => id === current.id)!.count;
  const before = await countUnsigned();
  await verifyAndRecordChain(accountId);
  expect((await listRows(accountId)).map(({ keyId }) => keyId).sort()).toEqual([current.id, next.id].sort());
  expect(before - (await countUnsigned())).toBe(1);
  keys.mockReturnValue([next]);
  expect(await verifyAndRecordChain(accountId)).toMatchObject({ sequence: 3n });
  await rewriteChain(accountId, ids[1]!);
  await expectBroken(accountId, 'anchor_differs');
});

/** The rows of a backup of an anchored log, restored after more entries. */
async function buildRestoredLog() {
  const { accountId } = await buildAnchoredLog(2);
  for (const i of [3, 4]) await writeAuditEntry(accountId, i);
  await verifyAndRecordChain(accountId);
  await rewriteAsOwner(
    'audit_entries',
    `delete from audit_entries where account_id = '${accountId}' and (after->>'hold_days')::int > 2`,
  );
  await rewriteAsOwner(
    'audit_links',
    `delete from audit_links where account_id = '${accountId}' and sequence > 2`,
  );
  await rewriteAsOwner(
    'audit_anchors',
    `delete from audit_anchors where account_id = '${accountId}' and sequence > 2`,
  );
  await rewriteAsOwner(
    'audit_chains',
    `update audit_chains c set sequence = 2, hash = (select hash from audit_links l where l.account_id = c.account_id and sequence = 2) where account_id = '${accountId}'`,
  );
  return { accountId };
}

test('after a restore, the lost entries are reported until an operator accepts it', async () => {
  const { accountId } = await buildRestoredLog();
  await expectBroken(accountId, 'link_missing');
  // Meanwhile, other entries take their place.
  for (const i of [5, 6, 7]) await writeAuditEntry(accountId, i);
  await expectBroken(accountId, 'anchor_differs');

  expect(await acceptRestoredChain(accountId)).toBe('accepted');
  expect(await findChainState(accountId)).toMatchObject({ fault: null, end: { sequence: '6' } });
  expect(
    await prisma.auditEntry.findFirstOrThrow({ where: { accountId }, orderBy: { id: 'desc' } }),
  ).toMatchObject({
    actor: 'system:accept-restore',
    action: 'audit_log_restored',
    details: { entry: '2' },
  });
  expect(await acceptRestoredChain(accountId)).toBe('nothing_lost');
  // The log continues to be protected.
  const ids = await prisma.auditEntry.findMany({ where: { accountId }, orderBy: { id: 'asc' } });
  await rewriteChain(accountId, ids[3]!.id);
  await expectBroken(accountId, 'anchor_differs');
});

test('accepting a restore does not accept a log that was changed', async () => {
  const { accountId, ids } = await buildAnchoredLog(2);
  await writeAuditEntry(accountId, 3);
  await verifyAndRecordChain(accountId);
  await rewriteAsOwner(
    'audit_entries',
    `update audit_entries set actor = 'portal:usr_2' where id = ${ids[0]}`,
  );
  expect(await acceptRestoredChain(accountId)).toMatchObject({ fault: 'changed', sequence: 1n });
  expect(await prisma.auditEntry.count({ where: { accountId, action: 'audit_log_restored' } })).toBe(0);
});

test('entries without an account have anchors, too', async () => {
  await recordAudit(prisma, { actor: 'system:shell', action: 'staff_invited' });
  await verifyAndRecordChain('');
  expect((await listAnchorCopies('')).length).toBeGreaterThan(0);
});

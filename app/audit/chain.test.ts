import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { isEmbedded, prisma } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import { expectConsoleError } from '../../tests/setup/errors';
import { recordAudit } from './audit';
import type { Anchor } from './anchor-signature';
import { verifyChain } from './chain';
import {
  verifyAgainstAnchor,
  verifyAndRecordChain,
  findChainState,
  findLostChains,
  verifyDueChains,
} from './chain-verification';
import {
  buildAuditLog,
  listEntryIds,
  listLinks,
  rewriteAsOwner,
  rewriteChain,
  writeAuditEntry,
} from '../../tests/world/audit-log';
import { ownerPrisma } from '../../tests/world/database-owner';

test('each entry has a hash over the previous one and its own content', async () => {
  const { accountId, ids } = await buildAuditLog(2);
  const [first, second] = await listLinks(accountId);
  expect([first, second].map((link) => link!.entryId)).toEqual(ids);
  const { createdAt } = await prisma.auditEntry.findUniqueOrThrow({ where: { id: ids[1] } });
  // As PostgreSQL prints jsonb: a space after each comma, and an object's names by length, then
  // alphabetically.
  const text = `["${accountId}", 2, ${ids[1]}, "${accountId}", "portal:usr_1", "settings_changed", "Größe 2", {"a": "é\\n\\"", "b": 2}, {"hold_days": 7}, {"hold_days": 2}, "192.0.2.7", "${createdAt.toISOString()}"]`;
  expect(second!.hash).toBe(createHash('sha256').update(`${first!.hash}\n${text}`).digest('hex'));
  expect(await verifyChain(accountId)).toEqual({ sequence: 2n, hash: second!.hash });
});

test('an entry of a rolled-back transaction leaves no gap', async () => {
  const { accountId } = await buildAuditLog(1);
  await prisma
    .$transaction(async (db) => {
      await recordAudit(db, { actor: 'portal:usr_1', action: 'settings_changed', accountId });
      throw new Error('never mind');
    })
    .catch(() => {});
  await prisma.$transaction(async (db) => {
    await recordAudit(db, { actor: 'portal:usr_1', action: 'settings_changed', accountId });
    await recordAudit(db, { actor: 'portal:usr_1', action: 'settings_changed', accountId });
  });
  expect(await verifyChain(accountId)).toMatchObject({ sequence: 3n });
});

test.each([
  'update audit_entries set address = null',
  'delete from audit_entries',
  'truncate audit_entries',
  "update audit_links set hash = ''",
  'delete from audit_links',
  'truncate audit_links',
  'delete from audit_chains',
  'truncate audit_chains',
  "update audit_anchors set hash = ''",
  'delete from audit_anchors',
])("the product can't do this: %s", async (sql) => {
  await expect(ownerPrisma.$executeRawUnsafe(sql)).rejects.toThrow(/append-only/);
  if (!isEmbedded) await expect(prisma.$executeRawUnsafe(sql)).rejects.toThrow(/permission denied/);
});

test.each([
  [
    'an entry is changed',
    (id: bigint) => [`update audit_entries set after = '{"hold_days": 30}' where id = ${id}`],
    'changed',
  ],
  [
    'its moment is changed by a millisecond',
    (id: bigint) => [
      `update audit_entries set created_at = created_at + interval '1 millisecond' where id = ${id}`,
    ],
    'changed',
  ],
  [
    'it is given to another account',
    (id: bigint) => [`update audit_entries set account_id = 'acc_other' where id = ${id}`],
    'changed',
  ],
  ['it is deleted', (id: bigint) => [`delete from audit_entries where id = ${id}`], 'entry_missing'],
])('the verification names the first wrong entry after %s', async (_, statements, fault) => {
  const { accountId, ids } = await buildAuditLog();
  await rewriteAsOwner('audit_entries', ...statements(ids[1]!));
  expect(await verifyChain(accountId)).toEqual({ fault, sequence: 2n, entryId: ids[1] });
});

test('an entry deleted with its position leaves a gap, also at the end', async () => {
  const [middle, end] = [await buildAuditLog(), await buildAuditLog()];
  await rewriteAsOwner(
    'audit_entries',
    `delete from audit_entries where id in (${middle.ids[1]}, ${end.ids[2]})`,
  );
  await rewriteAsOwner(
    'audit_links',
    `delete from audit_links where entry_id in (${middle.ids[1]}, ${end.ids[2]})`,
  );
  expect(await verifyChain(middle.accountId)).toEqual({ fault: 'link_missing', sequence: 2n, entryId: null });
  expect(await verifyChain(end.accountId)).toEqual({ fault: 'link_missing', sequence: 3n, entryId: null });
});

test('an entry inserted without the trigger is named', async () => {
  const { accountId } = await buildAuditLog(1);
  await rewriteAsOwner(
    'audit_entries',
    `insert into audit_entries (actor, action, account_id) values ('portal:usr_1', 'settings_changed', '${accountId}')`,
  );
  expect(await verifyChain(accountId)).toMatchObject({
    fault: 'unchained',
    entryId: (await listEntryIds(accountId))[1],
  });
});

test("a chain rewritten from a changed entry on doesn't match its anchor", async () => {
  const { accountId, ids } = await buildAuditLog();
  const kept = (await verifyChain(accountId)) as Anchor;
  await rewriteChain(accountId, ids[1]!);
  // Without an anchor, it's consistent in itself.
  expect(await verifyChain(accountId)).toMatchObject({ sequence: 3n });
  const differs = { fault: 'anchor_differs', sequence: 3n, entryId: ids[2] };
  expect(await verifyAgainstAnchor(accountId, kept)).toEqual(differs);

  const anchored = await buildAuditLog();
  await verifyAndRecordChain(anchored.accountId);
  await rewriteChain(anchored.accountId, anchored.ids[0]!);
  expectConsoleError();
  expect(await verifyAndRecordChain(anchored.accountId)).toMatchObject({
    fault: 'anchor_differs',
    sequence: 3n,
  });
});

test("a log without its end and its head doesn't reach its anchor", async () => {
  const { accountId, ids } = await buildAuditLog();
  await verifyAndRecordChain(accountId);
  await rewriteAsOwner('audit_entries', `delete from audit_entries where id = ${ids[2]}`);
  await rewriteAsOwner('audit_links', `delete from audit_links where entry_id = ${ids[2]}`);
  const [, second] = await listLinks(accountId);
  await ownerPrisma.auditChain.update({ where: { accountId }, data: { sequence: 2, hash: second!.hash } });
  expectConsoleError();
  expect(await verifyAndRecordChain(accountId)).toEqual({
    fault: 'link_missing',
    sequence: 3n,
    entryId: null,
  });
});

test('the timer verifies a chain once a day, records the result, and reports a broken one', async () => {
  const { accountId, ids } = await buildAuditLog();
  expect(await findChainState(accountId)).toMatchObject({ checkedAt: null, fault: null });
  const { signal } = new AbortController();
  await verifyDueChains(signal).catch(() => {});
  const whole = await findChainState(accountId);
  expect(whole).toMatchObject({ fault: null, end: { sequence: '3' } });
  expect(whole!.checkedAt).toBeInstanceOf(Date);
  expect(await prisma.auditAnchor.findMany({ where: { accountId } })).toMatchObject([
    { sequence: 3n, hash: whole!.end.hash },
  ]);

  await rewriteAsOwner(
    'audit_entries',
    `update audit_entries set actor = 'portal:usr_2' where id = ${ids[0]}`,
  );
  await verifyDueChains(signal);
  expect((await findChainState(accountId))!.fault).toBeNull();
  await prisma.auditChain.update({
    where: { accountId },
    data: { checkedAt: new Date(Date.now() - 25 * 3_600_000) },
  });
  expectConsoleError();
  await verifyDueChains(signal);
  expect(await findChainState(accountId)).toMatchObject({ fault: 'changed', errorEntryId: String(ids[0]) });
});

test("an unreadable chain doesn't keep others from being verified", async () => {
  const chains = [await buildAuditLog(1), await buildAuditLog(1), await buildAuditLog(1)];
  // Each of them was the longest unverified in turn, in this order.
  for (const [at, { accountId }] of chains.entries())
    await prisma.auditChain.update({ where: { accountId }, data: { checkedAt: new Date(at * 1_000) } });
  const [, broken] = chains.map(({ accountId }) => accountId);
  await ownerPrisma.$executeRawUnsafe(
    `create function fail_to_anchor() returns trigger language plpgsql as $$ begin if new.account_id = '${broken}' then raise 'no disk'; end if; return new; end $$`,
  );
  await ownerPrisma.$executeRawUnsafe(
    'create trigger fail_to_anchor before insert on audit_anchors for each row execute function fail_to_anchor()',
  );
  expectConsoleError();
  await verifyDueChains();
  await ownerPrisma.$executeRawUnsafe('drop function fail_to_anchor() cascade');
  expect(
    vi
      .mocked(log.error)
      .mock.calls.filter(([, , fields]) => fields?.accountId === broken)
      .map(([message]) => message),
  ).toEqual(['reading the audit log']);
  expect(
    await Promise.all(chains.map(({ accountId }) => prisma.auditAnchor.count({ where: { accountId } }))),
  ).toEqual([1, 0, 1]);
});

test('a log of which only anchors remain is found, and those with a chain are skipped', async () => {
  const [lost, whole] = [await buildAuditLog(1), await buildAuditLog(1)];
  for (const { accountId } of [lost, whole]) {
    await verifyAndRecordChain(accountId);
    await writeAuditEntry(accountId, 2);
    await verifyAndRecordChain(accountId);
  }
  await rewriteAsOwner('audit_chains', `delete from audit_chains where account_id = '${lost.accountId}'`);
  expectConsoleError();
  await findLostChains();
  const listLoggedErrors = ({ accountId }: typeof lost) =>
    vi
      .mocked(log.error)
      .mock.calls.filter(([, , fields]) => fields?.accountId === accountId)
      .map(([, , fields]) => fields?.code);
  expect({ lost: listLoggedErrors(lost), whole: listLoggedErrors(whole) }).toEqual({
    lost: ['link_missing'],
    whole: [],
  });
  const countReports = ({ accountId }: typeof lost) =>
    prisma.auditEntry.count({ where: { action: 'audit_log_lost', subject: accountId } });
  expect({ lost: await countReports(lost), whole: await countReports(whole) }).toEqual({ lost: 1, whole: 0 });
});

test('twenty concurrent writes leave one complete chain', async () => {
  const { accountId } = await buildAuditLog(1);
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      prisma.$transaction(async (db) => {
        await recordAudit(db, {
          actor: 'portal:usr_1',
          action: 'settings_changed',
          accountId,
          details: { i },
        });
        await recordAudit(db, {
          actor: 'portal:usr_1',
          action: 'settings_changed',
          accountId,
          details: { i, again: true },
        });
      }),
    ),
  );
  expect(await verifyChain(accountId)).toMatchObject({ sequence: 41n });
});

import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { getConnection, hasLedger } from '~/payments/connections/connections';
import type { StatementEntry } from '~/acquirers/acquirer';
import { listAudit } from '~/audit/audit';
import { runRequestedAudit } from '~/payments/reconciliation/books-audit';
import {
  claimBooksAudit,
  endBooksAudit,
  findBooksAudit,
  recordProgress,
  requestBooksAudit,
  type Finding,
} from '~/payments/reconciliation/books-audit-records';
import { copyLedger } from '~/payments/reconciliation/ledger-copy';
import { resolveUnknownOutcomes } from '~/payments/operations/unknown-outcomes';
import { importStatements } from '~/payments/reconciliation/acquirer-statements';
import { refreshDailyTotals } from '~/payments/reporting/daily-totals';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { expectConsoleError } from '../../setup/errors';
import { buildApiClient, type ApiClient } from '../../world/api-client';
import { buildStaff } from '../../world/identity/staff';
import { acquirer, disconnectAcquirers, loseAnswerOnce } from '../../world/acquirers/acquirer';
import { overwriteOperations, overwriteTransaction, withoutTriggers } from '../../world/payments/overwrite';
import { ignoreReports } from '../../world/payments/payment-records';
import { paymentStates } from '../../world/payments/payment-states';
import { auditBooks } from '../../../scripts/product/audit-books-command';
import { buildPayment, cards, refund, sendCaptureOrVoid } from '../../world/payments/payments';

/** Audits everything. Other test files leave impossible payments in the same database, so there are findings. */
async function audit(): Promise<{ id: string; findings: Finding[] }> {
  const id = await requestBooksAudit('system:audit-books');
  const findings: Finding[] = [];
  await ignoreReports(() => runRequestedAudit(undefined, (slice) => findings.push(...slice.findings)));
  expect(await findBooksAudit(id)).toMatchObject({ error: null, findingCount: findings.length });
  return { id, findings };
}

/** The findings that contain one of these IDs. */
function select(findings: Finding[], ids: string[]): string[] {
  return findings
    .filter((finding) => ids.some((id) => JSON.stringify(finding).includes(id)))
    .map(({ kind, subject, expected, found }) => `${kind}: ${subject}: ${expected} → ${found}`)
    .sort();
}

/** A payment of 100.00 USD of which 60.00 was captured, 10.00 voided, and 20.00 refunded, then a chargeback. */
async function buildBooks(client: ApiClient) {
  const { id } = await buildPayment(client);
  await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 6_000 });
  await sendCaptureOrVoid(client, id, { operation: 'void', amount: 1_000 });
  const { json: refunded } = await refund(client, id, 2_000);
  const disputed = await buildPayment(client, { operation: 'authcap' });
  const { authorizationId } = await prisma.transaction.findUniqueOrThrow({ where: { id: disputed.id } });
  await acquirer.simulateIncident!(
    authorizationId,
    { kind: 'chargeback_opened', amountMinor: 3_000 },
    AbortSignal.timeout(5_000),
  );
  await importStatements();
  await refreshDailyTotals(undefined, { margin: 0 });
  const chargeback = await prisma.transaction.findFirstOrThrow({ where: { parentId: disputed.id } });
  return {
    payment: id as string,
    refund: refunded.id as string,
    disputed: disputed.id as string,
    chargeback: chargeback.id,
    accountId: client.merchant.accountId,
  };
}
type Books = Awaited<ReturnType<typeof buildBooks>>;

const sql = (books: Books, text: string) =>
  withoutTriggers(async (db) => {
    for (const statement of text.split(';').filter((part) => part.trim()))
      await db.$executeRawUnsafe(
        statement.replace(/(?<!\w):(\w+)/g, (_, name: keyof Books) => `'${books[name]}'`),
      );
  });

test('payments in every state agree with the ledger', async () => {
  const client = await buildApiClient();
  const ids: string[] = [];
  for (const [name, , reach] of paymentStates)
    // The acquirer's ledger doesn't contain these disputes.
    if (!/dispute|CHARGEBACK/.test(name)) ids.push(await reach(client));
  const books = await buildBooks(await buildApiClient());
  const { findings } = await audit();
  expect(select(findings, [...ids, ...Object.values(books)])).toEqual([]);
});

test('events that the acquirer reported agree with the ledger', async () => {
  const books = [];
  for (const kind of ['chargeback_won', 'chargeback_lost', 'refund_failed'] as const) {
    const { payment, refund: refundId, disputed, chargeback } = await buildBooks(await buildApiClient());
    const about = kind === 'refund_failed' ? payment : disputed;
    const { authorizationId } = await prisma.transaction.findUniqueOrThrow({ where: { id: about } });
    const { authorizationId: dispute } = await prisma.transaction.findUniqueOrThrow({
      where: { id: chargeback },
    });
    const returned = await prisma.operation.findFirstOrThrow({ where: { transactionId: refundId } });
    const reference = kind === 'refund_failed' ? returned.id : dispute;
    await acquirer.simulateIncident!(authorizationId, { kind, reference }, AbortSignal.timeout(5_000));
    books.push(payment, refundId, disputed, chargeback);
  }
  // Approved after we had given it up.
  const { id: declined } = await buildPayment(await buildApiClient(), { operation: 'authcap' });
  await overwriteOperations(
    { transactionId: declined },
    { status: 'FAILED', declineCode: 'system_error', completedAt: new Date(), inquireAt: null },
  );
  await overwriteTransaction(declined, {
    status: 'DECLINED',
    amountAuthorized: 0,
    amountCaptured: 0,
    captureBefore: null,
  });
  await ignoreReports(importStatements);
  await ignoreReports(resolveUnknownOutcomes);
  const { findings } = await audit();
  const operations = await prisma.operation.findMany({
    where: { transactionId: { in: [...books, declined] } },
  });
  expect(operations.filter(({ reversedBy }) => reversedBy)).toHaveLength(3);
  expect(select(findings, [...books, declined, ...operations.map(({ id }) => id)])).toEqual([]);
});

// Each is complete: the rows agree with each other as far as someone with SQL can make them.
const falsifications: [name: string, sql: string, expected: (books: Books) => RegExp[]][] = [
  [
    'a captured amount',
    'update transactions set amount_captured = 6001, amount_voided = 999 where id = :payment',
    () => [/^counter_differs: amount_captured: 6000 → 6001$/, /^counter_differs: amount_voided: 1000 → 999$/],
  ],
  [
    'a captured amount with its operation and the imported entry',
    `update transactions set amount_captured = 5000, amount_voided = 1000 where id = :payment;
       update acquirer_statement_entries set amount = 5000 where kind = 'capture' and reference in (select id from operations where transaction_id = :payment);
       update operations set amount = 5000 where transaction_id = :payment and type = 'partial_capture';
       update daily_totals set captured = captured - 1000 where account_id = :accountId`,
    () => [/^amount_differs: op_\w+: 5000 → 6000$/],
  ],
  [
    'a deleted void',
    `update transactions set amount_voided = 0 where id = :payment;
       delete from acquirer_statement_entries where kind = 'void' and reference in (select id from operations where transaction_id = :payment);
       delete from operations where transaction_id = :payment and type = 'void'`,
    () => [/^unknown_to_us: op_\w+ void: nothing → 1000 USD$/],
  ],
  [
    'an invented refund',
    `update transactions set amount_refunded = 3000 where id = :payment;
       update operations set amount = 3000 where transaction_id in (:payment, :refund) and type = 'refund';
       update transactions set order_amount = 3000, amount_refunded = 3000 where id = :refund;
       update daily_totals set refunded = refunded + 1000 where account_id = :accountId`,
    () => [/^amount_differs: op_\w+: 3000 → 2000$/],
  ],
  [
    'an invented operation',
    `insert into operations (id, transaction_id, type, status, amount, currency, operator, completed_at)
       select 'op_' || substr(md5(id), 1, 32) || 'aaaa', id, 'partial_capture', 'SUCCEEDED', 3000, 'USD', 'api', now() - interval '1 day' from transactions where id = :payment;
       update transactions set amount_captured = 9000 where id = :payment;
       update daily_totals set captured = captured + 3000 where account_id = :accountId`,
    () => [/^unknown_to_acquirer: op_\w+: partial_capture → nothing$/],
  ],
  [
    'another currency',
    `update operations set currency = 'JPY' where transaction_id in (:payment, :refund);
       update transactions set order_currency = 'JPY' where id in (:payment, :refund)`,
    () => [/^currency_differs: op_\w+: JPY → USD$/],
  ],
  [
    'an outcome',
    `update operations set status = 'FAILED' where transaction_id = :payment and type = 'void';
       update transactions set amount_voided = 0 where id = :payment`,
    () => [/^outcome_differs: op_\w+: FAILED → approved$/],
  ],
  [
    'a settlement without its operation',
    `update transactions set status = 'SETTLED', settled_at = now() where id = :refund`,
    () => [/^settlement_differs: settled_at: settle operation → nothing$/],
  ],
  [
    'a refund of another merchant',
    `update transactions set account_id = (select id from accounts where id <> :accountId limit 1) where id = :refund`,
    () => [/^parent_differs: trx_\w+: /, /^key_missing: req_\w+: trx_\w+ → nothing$/],
  ],
  [
    'a deleted idempotency key',
    `delete from idempotency_keys where resource_id = :payment and family = 'transaction'`,
    ({ payment }) => [new RegExp(`^key_missing: req_\\w+: ${payment} → nothing$`)],
  ],
  [
    'a deleted key of a capture',
    `delete from idempotency_keys where resource_id = :payment and family = 'operation'`,
    () => [/^key_missing: req_\w+: op_\w+ → nothing$/],
  ],
  [
    'a deleted transaction',
    `delete from transactions where id = :refund`,
    () => [
      /^transaction_missing: op_\w+: refund → nothing$/,
      /^transaction_missing: req_\w+: refund → nothing$/,
      /^counter_differs: amount_refunded, by refunds: 0 → 2000$/,
    ],
  ],
  [
    'a transaction deleted with everything that names it',
    `update transactions set amount_refunded = 0 where id = :payment;
       delete from idempotency_keys where resource_id = :refund;
       delete from acquirer_statement_entries where kind = 'refund' and reference in (select id from operations where transaction_id = :refund);
       delete from operations where transaction_id = :refund or transaction_id = :payment and type = 'refund';
       delete from transactions where id = :refund;
       update daily_totals set refunded = 0, refunds = 0 where account_id = :accountId`,
    () => [/^unknown_to_us: op_\w+ refund: nothing → 2000 USD$/],
  ],
  [
    'a deleted chargeback',
    `update transactions set chargeback_open = 0 where id = :disputed;
       delete from acquirer_statement_entries where kind = 'chargeback_opened' and "authorization" in (select authorization_id from transactions where id = :disputed);
       delete from operations where transaction_id = :chargeback or transaction_id = :disputed and type = 'chargeback';
       delete from transactions where id = :chargeback;
       update daily_totals set charged_back = 0, chargebacks = 0 where account_id = :accountId`,
    () => [/^unknown_to_us: \S+ chargeback_opened: nothing → 3000 USD$/],
  ],
  [
    'a chargeback that the acquirer never reported',
    `update transactions set authorization_id = authorization_id || 'x' where id = :chargeback`,
    () => [/^unknown_to_acquirer: \S+x: chargeback → nothing$/, /^unknown_to_us: \S+ chargeback_opened: /],
  ],
  [
    'an invented returned refund',
    `insert into operations (id, transaction_id, type, status, amount, currency, operator, completed_at)
     select 'op_' || md5(id) || 'ffff', id, 'refund', 'FAILED', 2000, 'USD', 'system:refund-failures', now() - interval '1 hour' from transactions where id in (:payment, :refund);
     update operations set reversed_by = 'op_' || md5(transaction_id) || 'ffff' where transaction_id in (:payment, :refund) and type = 'refund' and status = 'SUCCEEDED';
     update transactions set amount_refunded = 0 where id = :payment;
     update transactions set status = 'DECLINED', amount_refunded = 0 where id = :refund`,
    () => [/^unknown_to_acquirer: op_\w+ffff: refund_failed → nothing$/],
  ],
  [
    'an approved payment hidden as declined',
    `update operations set reversed_by = id where transaction_id = :disputed and type = 'authcap'`,
    () => [/^reversal_differs: op_\w+: not reversed → reversed by api:\S+ authcap$/],
  ],
  [
    'an approved void made failed',
    `update operations set status = 'FAILED', reversed_by = (select id from operations where transaction_id = :payment and type = 'authorize')
     where transaction_id = :payment and type = 'void';
     update transactions set amount_voided = 0 where id = :payment`,
    () => [/^reversal_differs: op_\w+: not reversed → reversed by api:\S+ authorize$/],
  ],
  [
    'a hidden void',
    `update operations set operator = 'system:late-approvals' where transaction_id = :payment and type = 'void';
     update transactions set amount_voided = 0 where id = :payment`,
    () => [/^reversal_differs: op_\w+: a reversed operation → nothing$/],
  ],
  [
    'a dispute that was won',
    `insert into operations (id, transaction_id, type, status, amount, currency, operator, completed_at)
     select 'op_' || md5(id) || 'eeee', id, 'dispute_won', 'SUCCEEDED', 3000, 'USD', 'system:chargebacks', now() - interval '1 hour' from transactions where id = :chargeback;
     update transactions set status = 'VOIDED', dispute_stage = 'won', chargeback_open = 0 where id = :chargeback;
     update transactions set chargeback_open = 0 where id = :disputed`,
    () => [/^unknown_to_acquirer: \S+: chargeback_won → nothing$/],
  ],
  [
    'a refund moved to another payment',
    `update operations set transaction_id = :disputed where transaction_id = :payment and type = 'refund';
     update transactions set parent_id = :disputed, authorization_id = (select authorization_id from transactions where id = :disputed) where id = :refund;
     update transactions set amount_refunded = 0 where id = :payment;
     update transactions set amount_refunded = 2000 where id = :disputed`,
    () => [/^authorization_differs: op_\w+: op_\w+ → op_\w+$/],
  ],
  [
    'a chargeback moved to another payment',
    `update operations set transaction_id = :payment where transaction_id = :disputed and type = 'chargeback';
     update transactions set parent_id = :payment where id = :chargeback;
     update transactions set chargeback_open = 0 where id = :disputed;
     update transactions set chargeback_open = 3000 where id = :payment`,
    () => [/^authorization_differs: \S+: op_\w+ → op_\w+$/],
  ],
  [
    'an invented idempotency key',
    `insert into idempotency_keys (account_id, environment, family, external_id, fingerprint, resource_id, operation_id)
     values (:accountId, 'test', 'operation', 'ghost', '', :payment, 'op_missing'), (:accountId, 'test', 'refund', 'ghost', '', :payment, null)`,
    () => [
      /^key_differs: ghost: operation → PAYMENT without operation$/,
      /^key_differs: ghost: refund → PAYMENT without operation$/,
    ],
  ],
  [
    'a daily total',
    `update daily_totals set captured = captured + 1 where account_id = :accountId`,
    () => [/^daily_total_differs: acc_\w+ \d{4}-\d\d-\d\d USD captured: 16000 → 16001$/],
  ],
];

describe('a falsification is found:', () => {
  const results = new Map<string, { books: Books; found: string[] }>();
  beforeAll(async () => {
    const worlds: { books: Books; ids: string[] }[] = [];
    for (const _ of falsifications) {
      const books = await buildBooks(await buildApiClient());
      const operations = await prisma.operation.findMany({
        where: { transaction: { accountId: books.accountId } },
      });
      worlds.push({ books, ids: [...Object.values(books), ...operations.map(({ id }) => id)] });
    }
    const { findings: before } = await audit();
    expect(
      select(
        before,
        worlds.flatMap(({ ids }) => ids),
      ),
    ).toEqual([]);
    for (const [index, [, text]] of falsifications.entries()) await sql(worlds[index]!.books, text);
    const { findings } = await audit();
    for (const [index, [name]] of falsifications.entries()) {
      const { books, ids } = worlds[index]!;
      results.set(name, { books, found: select(findings, ids) });
    }
  });

  test.each(falsifications)('%s', (name, _, expected) => {
    const { books, found } = results.get(name)!;
    for (const pattern of expected(books)) expect(found).toContainEqual(expect.stringMatching(pattern));
  });
});

const exampleFinding: Finding = {
  environment: null,
  kind: 'key_missing',
  subject: 'x',
  transaction_id: null,
  expected: 'a',
  found: 'b',
};

test("what is still in progress isn't a discrepancy", async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  loseAnswerOnce('refund');
  const { json: refunded } = await refund(client, id, 4_000);
  const waiting = await buildPayment(client, { pan: cards.unknownThenApproved });
  const { authorizationId } = await prisma.transaction.findUniqueOrThrow({
    where: { id: waiting.transaction_id },
  });
  const reference = `cb_${createId('req')}`;
  // The acquirer reports a chargeback of a payment whose approval we don't know yet.
  const readStatement = acquirer.readStatement.bind(acquirer);
  vi.spyOn(acquirer, 'readStatement').mockImplementation(async (...args) => {
    const { entries, next } = await readStatement(...args);
    const opened: StatementEntry = {
      kind: 'chargeback_opened',
      reference,
      authorization: authorizationId,
      amountMinor: 10_000,
      currency: 'USD',
      reason: 'fraudulent',
      dueBy: '2030-01-31T00:00:00.000Z',
    };
    return { entries: [...entries, opened], next };
  });
  onTestFinished(() => void vi.mocked(acquirer.readStatement).mockRestore());
  const { findings } = await audit();
  expect(select(findings, [id, refunded.transaction_id, waiting.transaction_id, reference])).toEqual([]);
});

test.each([
  [
    'connect ECONNREFUSED',
    () => {
      const mock = vi.spyOn(acquirer, 'readStatement').mockRejectedValue(new Error('connect ECONNREFUSED'));
      onTestFinished(() => mock.mockRestore());
    },
  ],
  // Nothing can be said about its payments.
  ['its connection can’t be used', disconnectAcquirers],
])('a ledger that can’t be read fails the audit: %s', async (reason, disconnect) => {
  await buildPayment(await buildApiClient());
  const id = await requestBooksAudit('system:audit-books');
  disconnect();
  expectConsoleError({ message: 'auditing the books' });
  expect(await runRequestedAudit()).toMatchObject({
    id,
    state: 'failed',
    // Other test files may have payments with other connections.
    error: expect.stringMatching(
      new RegExp(
        `^The ledger of (Second simulator|Simulator|Stripe|Adyen) \\(test\\) can’t be read: ${reason}$`,
      ),
    ) as string,
  });
});

test("one audit runs at a time, and a person's request is in the audit log", async () => {
  const { userId } = await buildStaff('admin');
  const id = await requestBooksAudit(`staff:${userId}`, '192.0.2.7');
  expect(await requestBooksAudit('system:audit-books')).toBe(id);
  const claimed = await Promise.all([claimBooksAudit(), claimBooksAudit()]);
  expect(claimed.filter(Boolean)).toEqual([id]);
  expect(await requestBooksAudit('system:audit-books')).toBe(id);
  await endBooksAudit(id, { state: 'completed', ledgers: [] });
  expect((await listAudit({ subject: id })).entries).toMatchObject([
    { action: 'books_audit_requested', actor: `staff:${userId}`, address: '192.0.2.7' },
  ]);
  const next = await requestBooksAudit('system:audit-books');
  expect(next).not.toBe(id);
});

test('an audit whose process ended fails, and another can start', async () => {
  const id = await requestBooksAudit('system:audit-books');
  await claimBooksAudit();
  const connection = await getConnection('con_simulator_test');
  if (!connection || !hasLedger(connection)) throw new Error('the simulator has a ledger');
  await copyLedger({ auditId: id, connection, onPage: () => Promise.resolve() });
  expect(await prisma.auditedEntry.count({ where: { auditId: id } })).toBeGreaterThan(0);
  const updatedAt = new Date(Date.now() - 5 * 60_000 - 1);
  await prisma.booksAudit.update({ where: { id }, data: { updatedAt } });
  expect(await claimBooksAudit()).toBeNull();
  expect(await findBooksAudit(id)).toMatchObject({ state: 'failed', error: 'interrupted' });
  expect(await prisma.auditedEntry.count({ where: { auditId: id } })).toBe(0);
  // A process that was only slow notices it.
  expect(await recordProgress(id, { rows: {}, findings: [] })).toBe(false);
  expect(await requestBooksAudit('system:audit-books')).not.toBe(id);
});

test("an audit that waits a long time isn't abandoned", async () => {
  const id = await requestBooksAudit('system:audit-books');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const readStatement = acquirer.readStatement.bind(acquirer);
  const slow = vi.spyOn(acquirer, 'readStatement').mockImplementationOnce(async (...args) => {
    const updatedAt = new Date(Date.now() - 6 * 60_000);
    await prisma.booksAudit.update({ where: { id }, data: { updatedAt } });
    vi.advanceTimersByTime(60_000);
    const readUpdatedAt = async () =>
      (await prisma.booksAudit.findUniqueOrThrow({ where: { id } })).updatedAt;
    await expect.poll(readUpdatedAt).not.toEqual(updatedAt);
    expect(await claimBooksAudit()).toBeNull();
    return readStatement(...args);
  });
  onTestFinished(() => slow.mockRestore());
  expect(await ignoreReports(() => runRequestedAudit())).toMatchObject({ id, state: 'completed' });
});

test('the command takes over an audit when the server stops, and reports one whose process ended', async () => {
  const waitFor = async (id: string, end: () => Promise<unknown>) => {
    let isWaiting!: () => void;
    const waiting = new Promise<void>((resolve) => (isWaiting = resolve));
    const command = ignoreReports(() => auditBooks(isWaiting));
    await waiting;
    await end();
    const { lines, isIntact } = await command;
    return { audit: await findBooksAudit(id), lines, result: lines.at(-1), isIntact };
  };
  const stopped = await requestBooksAudit('system:audit-books');
  await claimBooksAudit();
  expect(await waitFor(stopped, () => endBooksAudit(stopped, { state: 'requested' }))).toMatchObject({
    audit: { state: 'completed' },
    result: expect.stringMatching(/^Compared \d/),
  });

  const abandoned = await requestBooksAudit('system:audit-books');
  await claimBooksAudit();
  const updatedAt = new Date(Date.now() - 5 * 60_000 - 1);
  const abandon = () => prisma.booksAudit.update({ where: { id: abandoned }, data: { updatedAt } });
  expect(await waitFor(abandoned, abandon)).toMatchObject({
    result: 'The audit failed: interrupted',
    isIntact: false,
  });

  const long = await requestBooksAudit('system:audit-books');
  await claimBooksAudit();
  const findings = Array.from({ length: 1_001 }, () => exampleFinding);
  const finish = async () => {
    await recordProgress(long, { rows: {}, findings });
    await endBooksAudit(long, { state: 'completed', ledgers: ['test'] });
  };
  expect(await waitFor(long, finish)).toMatchObject({
    isIntact: false,
    lines: expect.arrayContaining(['Only the first 1000 are listed. Run the command again to list all.']),
  });
});

test('an audit that a shutdown stops starts again in another process', async () => {
  const id = await requestBooksAudit('system:audit-books');
  const shutdown = new AbortController();
  expect(await runRequestedAudit(shutdown.signal, () => shutdown.abort())).toBeNull();
  expect(await findBooksAudit(id)).toMatchObject({ state: 'requested', completedAt: null });
  expect(await prisma.auditedEntry.count({ where: { auditId: id } })).toBe(0);
  await audit();
  expect(await findBooksAudit(id)).toMatchObject({ state: 'completed' });
  expect(await prisma.auditedEntry.count({ where: { auditId: id } })).toBe(0);
});

test('all findings are counted, and the first thousand are stored', async () => {
  const id = await requestBooksAudit('system:audit-books');
  await claimBooksAudit();
  const findings = Array.from({ length: 999 }, () => exampleFinding);
  for (const rows of [{ keys: 2 }, { keys: 3, operations: 1 }, {}])
    await recordProgress(id, { rows, findings });
  const audited = (await findBooksAudit(id))!;
  expect(audited).toMatchObject({ findingCount: 2_997, counts: { keys: 5, operations: 1 } });
  expect(audited.findings).toHaveLength(1_000);
  await endBooksAudit(id, { state: 'completed', ledgers: ['test'] });
});

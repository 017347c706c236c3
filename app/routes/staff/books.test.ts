import { expect, test } from 'vitest';
import {
  claimBooksAudit,
  endBooksAudit,
  findBooksAudit,
  recordProgress,
  requestBooksAudit,
} from '~/payments/reconciliation/books-audit-records';
import { createId } from '~/platform/ids';
import { readPage } from '../../../tests/world/browser';
import { buildStaff } from '../../../tests/world/identity/staff';

const readText = async (response: Response) =>
  (await readPage(response)).html.replace(/<(script|style).*?<\/\1>|<[^>]*>/gs, ' ').replace(/\s+/g, ' ');

test('an admin starts an audit and follows it to its discrepancies', async () => {
  const browser = await buildStaff('admin', { name: 'Mia Auditor' });
  const response = await browser.submit('/staff/books', {});
  const path = response.headers.get('location')!;
  const id = path.slice('/staff/books/'.length);
  expect(await requestBooksAudit('system:audit-books')).toBe(id);
  expect(await readText(await browser.open(path))).toContain('The audit starts in a few seconds');

  await claimBooksAudit();
  await recordProgress(id, { rows: { operations: 1 }, findings: [] });
  const { totalRows } = (await findBooksAudit(id))!;
  const running = (await readPage(await browser.open(path))).html;
  expect(running).toContain(`<progress class="mt-2 w-full max-w-md" value="1" max="${totalRows}"`);
  expect(running).toContain('http-equiv="refresh" content="5"');

  const transactionId = createId('trx');
  const finding = {
    environment: 'live' as const,
    kind: 'amount_differs',
    subject: createId('op'),
    transaction_id: transactionId,
    expected: '5000',
    found: '6000',
  };
  await recordProgress(id, { rows: { transactions: 1 }, findings: [finding] });
  await endBooksAudit(id, { state: 'completed', ledgers: ['Simulator (live)', 'Simulator (test)'] });
  const { html } = await readPage(await browser.open(path));
  expect(html).toContain(`href="/support/transactions/${transactionId}"`);
  expect(html).not.toContain('http-equiv="refresh"');
  const text = await readText(await browser.open(path));
  for (const part of [
    'The audit found 1 discrepancy',
    'Mia Auditor',
    '1 transaction, 1 operation, 0 idempotency keys, the daily totals of 0 accounts, and 0 ledger entries',
    'Simulator (live) and Simulator (test)',
    'Amount doesn’t match the ledger',
    '5000',
    '6000',
  ])
    expect(text).toContain(part);
  const list = await browser.open('/staff/books');
  // The list loads no findings, of which every audit may have a thousand.
  expect(await list.clone().text()).not.toContain(finding.subject);
  expect(await readText(list)).toContain('Mia Auditor 1 discrepancy');
});

test.each([
  [
    { state: 'completed' as const, ledgers: ['Simulator (live)', 'Simulator (test)'] },
    'All records agree with each other. Compared ledgers: Simulator (live) and Simulator (test).',
  ],
  [{ state: 'completed' as const, ledgers: [] }, 'Compared ledgers: none.'],
  [
    { state: 'failed' as const, error: 'interrupted' },
    'another audit. Reason: the process that ran it ended',
  ],
  [
    { state: 'failed', error: 'The ledger of Simulator (live) can’t be read: fetch failed' } as const,
    'another audit. Reason: The ledger of Simulator (live) can’t be read: fetch failed',
  ],
])('the page of an audit that ended as %j', async (end, message) => {
  const id = await requestBooksAudit('system:audit-books');
  await claimBooksAudit();
  await endBooksAudit(id, end);
  const browser = await buildStaff('admin');
  expect(await readText(await browser.open(`/staff/books/${id}`))).toContain(message);
});

test('an audit that doesn’t exist is not found', async () => {
  const browser = await buildStaff('admin');
  for (const id of [createId('aud'), 'x'])
    expect((await browser.open(`/staff/books/${id}`)).status).toBe(404);
});

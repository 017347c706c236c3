import { beforeAll, expect, test, vi } from 'vitest';
import { getSimulator } from '~/acquirers/registry';
import { listAudit } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient, type ApiClient } from '../../../tests/world/api-client';
import { readPage } from '../../../tests/world/browser';
import { cards } from '../../../tests/world/payments/payments';
import { buildStaff, type Staff } from '../../../tests/world/identity/staff';

let [client, support] = [] as unknown as [ApiClient, Staff];

beforeAll(async () => {
  client = await buildApiClient();
  support = await buildStaff('support');
});

const open = async (path: string) => readPage(await support.open(path));

/** The page of the list that contains an operation. Other tests' operations may be on earlier pages. */
async function openPageOf(operationId: string, path: string): Promise<string> {
  const { html } = await open(path);
  const next = /href="([^"]*\?after=[^"]*)"/.exec(html)?.[1];
  return next && !html.includes(operationId) ? openPageOf(operationId, next.replaceAll('&amp;', '&')) : html;
}

async function buildUnknownOutcome() {
  const externalId = createId('req');
  await client.post('/transactions', {
    operation: 'authcap',
    external_id: externalId,
    order: { order_id: 'o', order_amount: 1000, order_currency: 'USD' },
    card: { pan: cards.unknownThenApproved, code: '123', expiry: '12/40', name: 'Ada' },
  });
  const { id } = await prisma.transaction.findFirstOrThrow({ where: { externalId } });
  const operation = await prisma.operation.findFirstOrThrow({ where: { transactionId: id } });
  // Out of the timer's reach.
  await prisma.operation.update({
    where: { id: operation.id },
    data: { inquireAt: new Date(Date.now() + 3_600_000) },
  });
  return { id, operationId: operation.id, seen: String(operation.inquiries) };
}

test(
  'the acquirer is asked once, however many click, and its answer is shown',
  { timeout: 60_000 },
  async () => {
    const { id, operationId, seen } = await buildUnknownOutcome();
    const path = '/support/unknown-outcomes';
    const html = await openPageOf(operationId, path);
    // Its inquiry is in the future.
    expect({
      includesOperationId: html.includes(operationId),
      includesNextInquiry: html.includes('Next inquiry'),
    }).toEqual({ includesOperationId: true, includesNextInquiry: true });
    const acquirer = getSimulator('test')!;
    const lookup = vi.spyOn(acquirer, 'lookup');
    const staffMembers = [support, await buildStaff('admin'), support];
    const answers = await Promise.all(
      staffMembers.map((staffMember) => staffMember.submit(path, { operation: operationId, seen })),
    );
    const inquiryCount = lookup.mock.calls.filter(([{ reference }]) => reference === operationId).length;
    lookup.mockRestore();
    expect(inquiryCount).toBe(1);
    // A person who comes when it's already known sees it at once.
    const redirects = answers.map((answer) => answer.headers.get('location')!);
    expect(redirects).toContain(`${path}?inquired=${operationId}`);
    for (const redirect of redirects)
      expect([
        `${path}?inquired=${operationId}`,
        `${path}?inquired=${operationId}&result=already_requested`,
      ]).toContain(redirect);
    const { status } = await prisma.operation.findUniqueOrThrow({ where: { id: operationId } });
    const expectedTitle = {
      PENDING: 'The acquirer doesn’t know yet',
      SUCCEEDED: 'The acquirer’s response: approved',
      FAILED: 'The acquirer’s response: declined',
    }[status]!;
    expect((await open(`${path}?inquired=${operationId}&result=already_requested`)).html).toContain(
      expectedTitle,
    );
    expect((await listAudit({ action: 'outcome_inquiry_requested', subject: id })).entries).toMatchObject([
      { accountId: client.merchant.accountId, details: { operation: operationId, inquiries: 2 } },
    ]);
  },
);

test(
  'during an inquiry no other one is sent, and after the last delay one is still possible',
  { timeout: 60_000 },
  async () => {
    const { operationId } = await buildUnknownOutcome();
    // Another page inquired a moment ago.
    await prisma.operation.update({
      where: { id: operationId },
      data: { inquiries: 3, inquireAt: new Date(Date.now() + 60_000) },
    });
    const path = '/support/unknown-outcomes';
    expect(
      (await support.submit(path, { operation: operationId, seen: '3' })).headers.get('location'),
    ).toContain('result=already_requested');
    await prisma.operation.update({ where: { id: operationId }, data: { inquiries: 9, inquireAt: null } });
    expect((await open(path)).html).toContain('None');
    const acquirer = getSimulator('test')!;
    const lookup = vi
      .spyOn(acquirer, 'lookup')
      .mockResolvedValueOnce({ kind: 'approved', acquirerReference: 'ref-by-hand' });
    expect((await support.submit(path, { operation: operationId, seen: '9' })).headers.get('location')).toBe(
      `${path}?inquired=${operationId}`,
    );
    lookup.mockRestore();
    expect(await prisma.operation.findUnique({ where: { id: operationId } })).toMatchObject({
      status: 'SUCCEEDED',
      acquirerReference: 'ref-by-hand',
    });
    // Already known: pressing again only shows it.
    expect((await support.submit(path, { operation: operationId, seen: '10' })).headers.get('location')).toBe(
      `${path}?inquired=${operationId}`,
    );
  },
);

test('the queue rejects invalid input', async () => {
  const path = '/support/unknown-outcomes';
  for (const form of [
    {},
    { operation: 'x', seen: '1' },
    { operation: createId('op'), seen: '1' },
    { operation: createId('op'), seen: 'x' },
    { operation: '\0', seen: '1e99' },
  ])
    expect((await support.submit(path, form as Record<string, string>)).status).toBe(404);
  for (const query of ['?after=%00', '?inquired=x', `?inquired=${createId('op')}`])
    expect((await support.open(path + query)).status).toBe(200);
});

import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient } from '../../../tests/world/api-client';
import { readPage, readVisibleText } from '../../../tests/world/browser';
import { buildStaff } from '../../../tests/world/identity/staff';
import { expireStepUpConfirmation } from '../../../tests/world/identity/step-up-confirmations';
import { buildConnection } from '../../../tests/world/acquirers/connections';
import { buildPayment } from '../../../tests/world/payments/payments';

const path = '/support/discrepancies';

async function read(response: Response) {
  const page = await readPage(response);
  return { ...page, text: readVisibleText(page.html) };
}

const build = async (changes: object) =>
  String(
    (
      await prisma.discrepancy.create({
        data: {
          ...{ environment: 'test', kind: 'payout_entry_unknown', subject: `txn_${createId('op')}` },
          ...{ expected: 'nothing', found: 'capture 1250 USD in po_1' },
          ...changes,
        },
      })
    ).id,
  );

async function buildFailure() {
  const { id: transactionId } = await buildPayment(await buildApiClient());
  const subject = createId('op');
  const id = await build({
    ...{ kind: 'failed_after_success', subject, transactionId },
    ...{ expected: 'capture 10000 USD', found: 'Capture Failed' },
  });
  return { id, subject, transactionId };
}

test('support sees open discrepancies with and without a transaction', async () => {
  const support = await buildStaff('support');
  const { id: connectionId } = await buildConnection();
  const payoutSubject = createId('po');
  const failure = await buildFailure();
  await build({ connectionId, subject: payoutSubject });
  const resolved = createId('op');
  await build({ subject: resolved, kind: 'counter_differs', resolvedAt: new Date() });
  const { html, text } = await read(await support.open(path));
  expect(text).toMatch(
    new RegExp(
      `In a payout, but missing from our records Second simulator Test ${payoutSubject} nothing capture \\$12.50 in po_1 .* Open`,
    ),
  );
  expect(text).toContain('Failed at the acquirer after we recorded success');
  expect(text).toContain('capture $100.00 Capture Failed');
  expect(html).toContain(`href="/support/transactions/${failure.transactionId}#reconciliation"`);
  expect(html).not.toContain(`${path}/${failure.id}/resolution`);
  expect(text).not.toContain(resolved);
  const all = await read(await support.open(`${path}?status=all`));
  expect(all.text).toMatch(new RegExp(`${resolved} .*Resolved`));
  for (const query of ['before=0', 'before=0&status=all'])
    expect((await read(await support.open(`${path}?${query}`))).text).toContain('No more results');
  expect((await support.open(`${path}?before=%00&status=x`)).status).toBe(200);
});

test('a long list has pages', async () => {
  const support = await buildStaff('support');
  const connection = await buildConnection();
  for (let i = 0; i < 51; i++) await build({ connectionId: connection.id });
  const first = (await read(await support.open(`${path}?status=all`))).html;
  expect(first.match(/role="row" class="block/g)).toHaveLength(50);
  const older = /href="([^"]*before=\d+)"/.exec(first)![1]!.replaceAll('&amp;', '&');
  expect(older).toMatch(/\?status=all&before=\d+$/);
  expect((await read(await support.open(older))).html).toContain(`href="${path}?status=all"`);
});

test('an admin resolves a failure after a success, and staff see the resolution', async () => {
  const admin = await buildStaff('admin');
  const { id, subject, transactionId } = await buildFailure();
  const page = `${path}/${id}/resolution`;
  expect((await read(await admin.open(path))).html).toContain(`href="${page}"`);
  const { text } = await read(await admin.open(page));
  expect(text).toContain('Our record capture $100.00');
  expect(text).toContain(subject);
  expect((await read(await admin.submit(page, { resolution: ' ' }))).errors).toEqual(['Enter a resolution']);
  const long = await read(await admin.submit(page, { resolution: 'x'.repeat(501) }));
  expect(long.errors).toEqual(['Enter 500 characters or fewer']);
  const resolution = 'The merchant was paid by bank transfer.';
  const done = await admin.submit(page, { resolution });
  expect(done.headers.get('location')).toBe(`${path}?done=resolved`);
  expect((await read(await admin.open(`${path}?done=resolved`))).text).toContain('Discrepancy resolved');
  for (const address of [`${path}?status=all`, `/support/transactions/${transactionId}`])
    expect((await read(await admin.open(address))).text).toContain(resolution);
  expect((await admin.open(page)).headers.get('location')).toBe(`${path}?done=moved_on`);
  expect((await admin.submit(page, { resolution })).headers.get('location')).toBe(`${path}?done=moved_on`);
  expect((await read(await admin.open(`${path}?done=moved_on`))).text).toContain('Nothing changed');
});

test('a resolution requires a step-up confirmation, and a discrepancy that reconciliation can’t resolve', async () => {
  const admin = await buildStaff('admin');
  const { id } = await buildFailure();
  const counter = await build({ kind: 'counter_differs' });
  const submit = (discrepancy: string) =>
    admin.submit(`${path}/${discrepancy}/resolution`, { resolution: 'Done.' });
  expect((await submit(counter)).headers.get('location')).toBe(`${path}?done=moved_on`);
  for (const unknown of ['999999999999999999', 'x']) expect((await submit(unknown)).status).toBe(404);
  await expireStepUpConfirmation(admin.userId);
  expect((await submit(id)).status).toBe(307);
  expect(await prisma.discrepancy.findMany({ where: { id: { in: [BigInt(id), BigInt(counter)] } } })).toEqual(
    [expect.objectContaining({ resolvedAt: null }), expect.objectContaining({ resolvedAt: null })],
  );
});

import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient } from '../../../tests/world/api-client';
import { readPage, readVisibleText } from '../../../tests/world/browser';
import { buildStaff } from '../../../tests/world/identity/staff';
import { buildAcquirerEvent } from '../../../tests/world/acquirers/acquirer-events';
import { buildConnection } from '../../../tests/world/acquirers/connections';
import { buildPayment } from '../../../tests/world/payments/payments';

const path = '/support/acquirer-events';
const soon = () => new Date(Date.now() + 3_600_000);

/** The page, and its visible text without scripts. */
async function read(response: Response) {
  const page = await readPage(response);
  return { ...page, text: readVisibleText(page.html) };
}
const countRows = (html: string) => html.match(/role="row" class="block/g)?.length ?? 0;

test('support sees events that couldn’t be applied, with both references, and all events of a connection', async () => {
  const support = await buildStaff('support');
  const { id: transactionId } = await buildPayment(await buildApiClient());
  const { authorizationId, connectionId } = await prisma.transaction.findUniqueOrThrow({
    where: { id: transactionId },
  });
  await buildAcquirerEvent(connectionId, {
    ...{ type: 'CAPTURE_FAILED', about: 'capture', subject: 'KHQC5N7G84BLNK43', deliveries: 3 },
    ...{ reference: authorizationId, details: { reason: 'Account closed', success: false } },
  });
  await buildAcquirerEvent(connectionId, {
    ...{ subject: 'dp_retried', attempts: 2, nextAttemptAt: soon(), reference: createId('op') },
  });
  await buildAcquirerEvent(connectionId, { subject: 'po_done', about: 'payout', processedAt: new Date() });
  const list = async (query: string) => read(await support.open(`${path}?${query}`));
  const { html, text } = await list(`connection=${connectionId}`);
  for (const part of [
    'CAPTURE_FAILED',
    'KHQC5N7G84BLNK43',
    'Delivered 3 times',
    'reason Account closed success false',
    'Unmatched No more attempts 16 attempts so far',
    'dp_retried',
    'Retrying Next attempt',
    '2 attempts so far',
    'Simulator',
  ])
    expect(text).toContain(part);
  expect(html).toContain(`href="/support/transactions/${transactionId}#acquirer"`);
  expect(html.match(/\/support\/transactions\//g)).toHaveLength(1);
  expect(text).not.toContain('po_done');
  const all = await list(`connection=${connectionId}&status=all`);
  expect(all.text).toMatch(/Payout charge.dispute.created .*po_done.* Processed/);
  const { id: other } = await buildConnection();
  expect((await list(`connection=${other}`)).text).toContain('All events have been processed');
  expect((await list(`connection=${other}&status=all`)).text).toContain('No events yet');
  // Invalid values filter nothing.
  expect((await list('connection=con_x&status=%00&before=x')).text).toContain('KHQC5N7G84BLNK43');
});

test('an event can’t be processed again before its first attempt', async () => {
  const support = await buildStaff('support');
  const { id } = await buildConnection();
  await buildAcquirerEvent(id, { attempts: 0, nextAttemptAt: soon() });
  const { html, text } = await read(await support.open(`${path}?connection=${id}`));
  expect(text).toContain('Waiting Next attempt');
  expect(html).not.toContain('name="event"');
});

test('a long list has pages, which keep the filter', async () => {
  const support = await buildStaff('support');
  const { id } = await buildConnection();
  for (let i = 0; i < 51; i++) await buildAcquirerEvent(id, { processedAt: new Date() });
  const first = (await read(await support.open(`${path}?connection=${id}&status=all`))).html;
  const older = /href="([^"]*before=\d+[^"]*)"/.exec(first)![1]!.replaceAll('&amp;', '&');
  expect(older).toContain(`connection=${id}&status=all`);
  const second = (await read(await support.open(older))).html;
  expect([countRows(first), countRows(second)]).toEqual([50, 1]);
  expect(second).toContain(`href="${path}?connection=${id}&amp;status=all"`);
});

test('an unprocessed event is processed again, and a processed one isn’t', async () => {
  const support = await buildStaff('support');
  const { id } = await buildConnection();
  const { sequence } = await buildAcquirerEvent(id);
  const page = `${path}?connection=${id}`;
  const { html } = await read(await support.open(page));
  expect(html).toContain(`action="${path}?connection=${id}"`);
  expect(html).toContain(`name="event" value="${sequence}"`);
  const response = await support.submit(page, { event: sequence });
  expect(response.headers.get('location')).toBe(`${page}&again=yes`);
  expect((await read(await support.open(`${page}&again=yes`))).text).toContain('Processing the event again');
  await prisma.acquirerEvent.updateMany({
    where: { connectionId: id },
    data: { processedAt: new Date(), nextAttemptAt: null },
  });
  for (const event of [sequence, 'x', '']) {
    const rejected = await support.submit(page, { event });
    expect(rejected.status).toBe(422);
    expect((await read(rejected)).text).toContain('This event has already been processed');
  }
});

test('a connection to a processor links to its events', async () => {
  const admin = await buildStaff('admin');
  const { buildProposal } = await import('../../../tests/world/acquirers/connections');
  const { id } = await buildProposal({ by: admin.userId });
  const { html } = await read(await admin.open(`/staff/connections/${id}`));
  expect(html).toContain(`href="${path}?connection=${id}&amp;status=all"`);
});

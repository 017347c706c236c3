import { expect, test } from 'vitest';
import { buildApiClient } from '../../../tests/world/api-client';
import { buildPayment, refund, sendCaptureOrVoid } from '../../../tests/world/payments/payments';
import { buildPayout } from '../../../tests/world/payments/payouts';
import { prisma } from '~/platform/database/db.server';
import { createId, isId } from '~/platform/ids';
import { findPayoutBreakdown, listPayoutLines } from './payout-lines';
import { listMerchantPayouts } from './payout-list';
import { sumPayouts, type PayoutSummary } from './payout-summaries';

const at = new Date('2026-03-04T05:06:07Z');
const later = (seconds: number) => new Date(at.getTime() + seconds * 1_000);

async function buildMerchantWithPayment() {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  const merchant = { accountId: client.merchant.accountId, environment: 'test' as const };
  return { ...merchant, merchant, transactionId: id as string };
}

test('a page of payouts has a cursor, except the last page', async () => {
  const { accountId, merchant } = await buildMerchantWithPayment();
  const [third, second, first] = [
    await buildPayout({ accountId, at }),
    await buildPayout({ accountId, at: later(1) }),
    await buildPayout({ accountId, at: later(2) }),
  ];
  const list = async (page: { limit: number; before?: string }) => {
    const { payouts, before } = await listMerchantPayouts({ ...merchant, ...page });
    return { ids: payouts.map(({ id }) => id), before };
  };
  expect(await list({ limit: 2 })).toEqual({ ids: [first, second], before: second });
  expect(await list({ limit: 2, before: second })).toEqual({ ids: [third], before: null });
  expect(await list({ limit: 3 })).toEqual({ ids: [first, second, third], before: null });
});

test('a page leads back to newer payouts, and the first page has none', async () => {
  const { accountId, merchant } = await buildMerchantWithPayment();
  const ids: string[] = [];
  for (const seconds of [5, 4, 3, 2, 1]) ids.push(await buildPayout({ accountId, at: later(seconds) }));
  const list = async (page: object) => {
    const { payouts, ...cursors } = await listMerchantPayouts({ ...merchant, limit: 2, ...page });
    return { ids: payouts.map(({ id }) => id), ...cursors };
  };
  const [first, second, third] = [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)];
  expect(await list({})).toEqual({ ids: first, before: ids[1], after: null });
  expect(await list({ before: ids[1] })).toEqual({ ids: second, before: ids[3], after: ids[2] });
  expect(await list({ before: ids[3] })).toEqual({ ids: third, before: null, after: ids[4] });
  expect(await list({ after: ids[4] })).toEqual({ ids: second, before: ids[3], after: ids[2] });
  expect(await list({ after: ids[2] })).toEqual({ ids: first, before: ids[1], after: null });
  // The end of an empty page leads to the last one.
  const { after } = await list({ before: ids[4] });
  expect(isId('po', after!)).toBe(true);
  expect(await list({ after })).toMatchObject({ ids: ids.slice(3) });
  // A page that the newer ones don't fill starts with the newest.
  expect(await list({ after: ids[1] })).toEqual({ ids: first, before: ids[1], after: null });
  const filter = { from: '2026-03-04', currency: 'USD' };
  expect(await list({ filter, after: ids[4] })).toEqual({ ids: second, before: ids[3], after: ids[2] });
  expect(await list({ filter: { ...filter, to: '2026-03-03' }, after: ids[4] })).toMatchObject({ ids: [] });
});

test('a search finds the acquirer’s ID of the merchant’s payouts, together with other filters', async () => {
  const { accountId, merchant } = await buildMerchantWithPayment();
  const stranger = await buildMerchantWithPayment();
  const id = await buildPayout({ accountId, at });
  const list = async (of: typeof merchant, filter: object) =>
    (await listMerchantPayouts({ ...of, filter })).payouts.map((payout) => payout.id);
  const search = ` acq_${id} `;
  expect(await list(merchant, { search })).toEqual([id]);
  expect(await list(merchant, { search: search.toUpperCase() })).toEqual([id]);
  expect(await list(merchant, { search: id })).toEqual([id]);
  expect(await list(merchant, { search: 'acq_another' })).toEqual([]);
  const acquirerId = `PAYOUT-${id}`.toUpperCase();
  const capitals = await buildPayout({ accountId, acquirerId });
  expect(await list(merchant, { search: acquirerId.toLowerCase() })).toEqual([capitals]);
  expect(await list(merchant, { search, currency: 'USD', from: '2026-03-04' })).toEqual([id]);
  expect(await list(merchant, { search, currency: 'EUR' })).toEqual([]);
  expect(await list(merchant, { search, to: '2026-03-03' })).toEqual([]);
  expect(await list(stranger.merchant, { search })).toEqual([]);
  expect(await list({ ...merchant, environment: 'live' as never }, { search })).toEqual([]);
});

test('a page of entries has a cursor, except the last page', async () => {
  const { accountId, merchant } = await buildMerchantWithPayment();
  const entries = [{ occurredAt: at }, { occurredAt: later(1) }, { occurredAt: later(1) }];
  const id = await buildPayout({ accountId, at, entries });
  const list = async (page: Partial<Parameters<typeof listPayoutLines>[0]>) => {
    const { lines, before } = await listPayoutLines({ ...merchant, id, ...page });
    return { ids: lines.map(({ entryId }) => entryId), before };
  };
  const [third, second, first] = [`${id}_00000`, `${id}_00001`, `${id}_00002`];
  const { ids, before } = await list({ limit: 2 });
  expect({ ids, before }).toMatchObject({
    ids: [first, second],
    before: { entryId: second, occurredAt: later(1) },
  });
  expect(await list({ limit: 2, before: before! })).toEqual({ ids: [third], before: null });
  expect(await list({ limit: 3 })).toEqual({ ids: [first, second, third], before: null });
});

test('payouts are filtered by arrival date and currency, and added up by currency', async () => {
  const { accountId, merchant } = await buildMerchantWithPayment();
  const day = (date: string) => new Date(`2026-${date}T05:00:00Z`);
  const build = (date: string, more: object = {}) => buildPayout({ accountId, at: day(date), ...more });
  const september = await build('09-30');
  const [first, last] = [await build('10-01'), await build('10-31')];
  const euro = await build('10-15', {
    currency: 'EUR',
    entries: [{}, { kind: 'refund', fee: 0, net: -500 }],
  });
  const failed = await build('10-20', { status: 'failed' });
  const november = await build('11-01');
  const list = async (filter: object, more: object = {}) => {
    const { payouts, before } = await listMerchantPayouts({ ...merchant, filter, ...more });
    return { ids: payouts.map(({ id }) => id), before, totals: sumPayouts(payouts) };
  };
  const october = { from: '2026-10-01', to: '2026-10-31' };
  const dollars = {
    ...{ currency: 'USD', payouts: 2, gross: 20_000, fees: 640, net: 19_360, isComplete: true },
  };
  expect(await list(october)).toEqual({
    ids: [last, failed, euro, first],
    before: null,
    totals: [{ currency: 'EUR', payouts: 1, gross: 9_500, fees: 320, net: 9_180, isComplete: true }, dollars],
  });
  expect(await list({ ...october, currency: 'USD' })).toMatchObject({ totals: [dollars] });
  expect((await list({ currency: 'EUR' })).ids).toEqual([euro]);
  expect((await list({ from: '2026-11-01' })).ids).toEqual([november]);
  expect((await list({ to: '2026-09-30' })).ids).toEqual([september]);
  const page = await list(october, { limit: 3 });
  expect(page).toMatchObject({ ids: [last, failed, euro], before: euro });
  expect(await list(october, { limit: 3, before: euro })).toMatchObject({ ids: [first], before: null });
});

test('a filtered page reads up to 1,000 payouts, and the next one continues from there', async () => {
  const { accountId, merchant } = await buildMerchantWithPayment();
  const dollars = await buildPayouts({ accountId, count: 1_999, from: 1 });
  const oldest = await buildPayout({ accountId, at, currency: 'EUR' });
  const newest = await buildPayout({ accountId, at: later(2_000), currency: 'EUR' });
  const list = async (page: object) => {
    const filter = { currency: 'EUR' };
    const { payouts, ...cursors } = await listMerchantPayouts({ ...merchant, filter, ...page });
    return { ids: payouts.map(({ id }) => id), ...cursors };
  };
  const [firstEnd, secondEnd] = [dollars[1_000]!, dollars[0]!];
  expect(await list({})).toEqual({ ids: [newest], before: firstEnd, after: null });
  const empty = await list({ before: firstEnd });
  expect(empty).toMatchObject({ ids: [], before: secondEnd });
  expect(await list({ after: empty.after })).toMatchObject({ ids: [newest] });
  expect(await list({ before: secondEnd })).toEqual({ ids: [oldest], before: null, after: oldest });
  const newer = await list({ after: oldest });
  expect(newer).toMatchObject({ ids: [], after: dollars[999] });
  expect(await list({ before: newer.before })).toMatchObject({ ids: [oldest] });
});

/** Identical payouts, one second apart. Returns their IDs, oldest first. */
async function buildPayouts({ accountId, count, from }: { accountId: string; count: number; from: number }) {
  const id = await buildPayout({ accountId, at: later(from) });
  const payout = await prisma.payout.findUniqueOrThrow({ where: { id } });
  const entry = await prisma.payoutEntry.findFirstOrThrow({ where: { payoutId: id } });
  const others = Array.from({ length: count - 1 }, (_, place) =>
    createId('po', later(from + place + 1).getTime()),
  );
  for (let i = 0; i < others.length; i += 1_000) {
    const ids = others.slice(i, i + 1_000);
    await prisma.payout.createMany({ data: ids.map((id) => ({ ...payout, id, acquirerId: id })) });
    await prisma.payoutEntry.createMany({
      data: ids.map((id) => ({ ...entry, payoutId: id, acquirerId: id })),
    });
  }
  return [id, ...others];
}

test('a sum is incomplete if the contents of any payout are unknown', async () => {
  const { accountId, merchant } = await buildMerchantWithPayment();
  await buildPayout({ accountId, at });
  const [known] = (await listMerchantPayouts(merchant)).payouts as [PayoutSummary];
  const unknown: PayoutSummary = { ...known, gross: null, fees: null, entries: null };
  const isComplete = (...payouts: PayoutSummary[]) => sumPayouts(payouts)[0]!.isComplete;
  expect([isComplete(known, unknown), isComplete(unknown, known)]).toEqual([false, false]);
  expect(isComplete(known, known)).toBe(true);
});

test('a payout is found by its ID and its exact amount, also as a debit, by its merchant only', async () => {
  const { accountId, merchant } = await buildMerchantWithPayment();
  const net = 100_000 + Math.floor(Math.random() * 800_000);
  const [credit, debit] = [
    await buildPayout({ accountId, at, entries: [{ net, fee: 0 }] }),
    await buildPayout({ accountId, at: later(1), entries: [{ kind: 'refund', net: -net, fee: 0 }] }),
  ];
  const stranger = await buildMerchantWithPayment();
  await buildPayout({
    accountId,
    at: later(2),
    entries: [{ net: 1 }, { accountId: stranger.accountId, net: net - 1, fee: 0 }],
  });
  const search = async (text: string, of: typeof merchant) =>
    (await listMerchantPayouts({ ...of, filter: { search: text }, limit: 3 })).payouts.map(({ id }) => id);
  const amount = (net / 100).toFixed(2);
  expect(await search(amount, merchant)).toEqual([debit, credit]);
  expect(await search(`USD ${amount}`, merchant)).toEqual([debit, credit]);
  expect(await search(`EUR ${amount}`, merchant)).toEqual([]);
  expect(await search(amount, stranger.merchant)).toEqual([]);
  expect(await search(` ${credit.toUpperCase()} `, merchant)).toEqual([credit]);
  expect(await search(credit, stranger.merchant)).toEqual([]);
  expect(await search(credit, { ...merchant, environment: 'live' as never })).toEqual([]);
});

test('a search lists payouts with a matching ID or amount together, newest first, up to the limit', async () => {
  const { accountId, merchant } = await buildMerchantWithPayment();
  const net = 100_000 + Math.floor(Math.random() * 1e9);
  const text = (net / 100).toFixed(2);
  const build = (seconds: number, payout: object) =>
    buildPayout({ accountId, at: later(seconds), ...payout });
  const ofAmount = { entries: [{ net, fee: 0 }] };
  const ids = [
    await build(3, ofAmount),
    await build(2, { acquirerId: text }),
    await build(1, { ...ofAmount, currency: 'EUR' }),
  ];
  const empty = await build(0, { entries: [{ net: 0, fee: 0 }] });
  const search = async (search: string, limit: number) =>
    (await listMerchantPayouts({ ...merchant, filter: { search }, limit })).payouts.map(({ id }) => id);
  expect(await search(text, 3)).toEqual(ids);
  expect(await search(text, 2)).toEqual(ids.slice(0, 2));
  expect(await search('0.00', 3)).toEqual([]);
  expect(await search(empty, 3)).toEqual([empty]);
  const ownAmount = ((net + 1) / 100).toFixed(2);
  const amountAndId = await build(0, { entries: [{ net: net + 1, fee: 0 }], acquirerId: ownAmount });
  expect(await search(ownAmount, 3)).toEqual([amountAndId]);
});

test('a search has pages in both directions, and other filters apply before the limit', async () => {
  const { accountId, merchant } = await buildMerchantWithPayment();
  const net = 100_000 + Math.floor(Math.random() * 1e9);
  const ids: string[] = [];
  for (const days of [3, 2, 1, 0])
    ids.push(await buildPayout({ accountId, at: later(days * 86_400), entries: [{ net, fee: 0 }] }));
  const list = async (page: object, filter: object = {}) => {
    const { payouts, ...cursors } = await listMerchantPayouts({
      ...{ ...merchant, limit: 2, ...page },
      filter: { search: (net / 100).toFixed(2), ...filter },
    });
    return { ids: payouts.map(({ id }) => id), ...cursors };
  };
  expect(await list({})).toEqual({ ids: ids.slice(0, 2), before: ids[1], after: null });
  expect(await list({ before: ids[1] })).toEqual({ ids: ids.slice(2), before: null, after: ids[2] });
  expect(await list({ after: ids[2] })).toEqual({ ids: ids.slice(0, 2), before: ids[1], after: null });
  const { arrivesOn } = (await listMerchantPayouts({ ...merchant, limit: 4 })).payouts.at(-1)!;
  const to = arrivesOn.toISOString().slice(0, 10);
  expect(await list({}, { to })).toEqual({ ids: ids.slice(3), before: null, after: null });
});

test('the parts of a payout add up to its net amount', async () => {
  const { accountId, merchant } = await buildMerchantWithPayment();
  const id = await buildPayout({
    accountId,
    at,
    entries: [
      { net: 9_680, fee: 320 },
      { kind: 'refund', net: -1_000, fee: 0, occurredAt: later(60) },
      { kind: 'refund_failed', net: 400, fee: 10 },
      { kind: 'chargeback', net: -6_500, fee: 1_500 },
      { kind: 'chargeback_reversed', net: 500, fee: 0 },
      { kind: 'fee', net: -50, fee: 50 },
      { kind: 'other', net: 25, fee: 0 },
      { accountId: null, net: 7_777 },
    ],
  });
  const parts = await findPayoutBreakdown({ ...merchant, id });
  expect(parts).toEqual({
    ...{
      isSimulated: true,
      firstAt: at,
      lastAt: later(60),
      sales: 10_000,
      refunds: -590,
      chargebacks: -4_500,
      adjustments: 25,
    },
    ...{ cardFees: -330, chargebackFees: -1_500, otherFees: -50 },
  });
  const { isSimulated: _isSimulated, firstAt: _firstAt, lastAt: _lastAt, ...amounts } = parts!;
  const [payout] = (await listMerchantPayouts(merchant)).payouts;
  expect(Object.values(amounts).reduce((sum, amount) => sum + amount, 0)).toBe(payout!.net);
});

test('an entry names its order, and its capture after the authorization', async () => {
  const client = await buildApiClient();
  const merchant = { accountId: client.merchant.accountId, environment: 'test' as const };
  const { id } = (await buildPayment(client, { orderId: 'order-5' })) as { id: string };
  await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 6_000, externalId: 'parcel-1' });
  const { id: operationId } = await prisma.operation.findFirstOrThrow({
    where: { transactionId: id, externalId: 'parcel-1' },
  });
  const payoutId = await buildPayout({
    ...merchant,
    entries: [{ transactionId: id, operationId }],
  });
  const readLine = async () => (await listPayoutLines({ ...merchant, id: payoutId })).lines[0];
  expect(await readLine()).toMatchObject({ reference: 'order-5', captureId: 'parcel-1' });
  await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 500, externalId: 'parcel-2' });
  expect(await readLine()).toMatchObject({ reference: 'order-5', captureId: 'parcel-1' });
  const { id: plain } = await buildPayment(client, { operation: 'authcap', orderId: 'order-6' });
  const returned = (await refund(client, plain as string, 100)).json.id as string;
  const other = await buildPayout({ ...merchant, entries: [{ kind: 'refund', transactionId: returned }] });
  expect((await listPayoutLines({ ...merchant, id: other })).lines).toMatchObject([{ reference: 'order-6' }]);
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  authorize,
  buildPayment,
  createTestClient,
  expectAdyenError,
  startWithReceiver,
  type TestClient,
} from './test-client';
import { startAdyenStandIn, type AdyenStandIn } from './server';

type World = Awaited<ReturnType<typeof startWithReceiver>>;
let world: World;
let standIn: AdyenStandIn;
let client: TestClient;
beforeAll(async () => {
  world = await startWithReceiver({
    captureDelay: 'manual',
    otherMerchantAccounts: ['OtherPOS'],
    cards: {
      '4000020000000000': { capture: 'failed' },
      '4400000000000008': { refund: 'reversed' },
      '4242424242424242': { capture: 'refused' },
      '4012888888881881': { refund: 'failed' },
    },
  });
  ({ standIn } = world);
  client = createTestClient(standIn);
});
afterAll(() => world.close());
beforeEach(async () => {
  await standIn.control.webhooksSettled();
  world.received.length = 0;
});

const account = { merchantAccount: 'StandInECOM' };
const eur = (value: number) => ({ currency: 'EUR', value });
const capture = (pspReference: string, value = 1000, reference?: string) =>
  client.modifications.captureAuthorisedPayment(pspReference, {
    ...account,
    amount: eur(value),
    ...(reference && { reference }),
  });
const refund = (pspReference: string, value = 1000, reference?: string) =>
  client.modifications.refundCapturedPayment(pspReference, {
    ...account,
    amount: eur(value),
    ...(reference && { reference }),
  });
const cancel = (pspReference: string) =>
  client.modifications.cancelAuthorisedPaymentByPspReference(pspReference, account);
const reverse = (pspReference: string) => client.modifications.refundOrCancelPayment(pspReference, account);
const balanceOf = (pspReference: string, of = standIn) => {
  const { held, captured, refunded, status } = of.control
    .state()
    .payments.find((payment) => payment.pspReference === pspReference)!;
  return { held, captured, refunded, status };
};
/** The last notification, after everything that is due. */
const lastItem = async () => (await world.receive()).at(-1);
async function captured(card?: string) {
  const payment = await authorize(client, card === undefined ? {} : { card: { number: card } });
  await capture(payment.pspReference);
  await standIn.control.webhooksSettled();
  world.received.length = 0;
  return payment;
}

describe('a capture', () => {
  test('is received, and its webhook says that it succeeded', async () => {
    const { pspReference, reference } = await authorize(client);
    const answer = await capture(pspReference, 1000, 'capture-1');
    expect(answer).toMatchObject({
      status: 'received',
      paymentPspReference: pspReference,
      reference: 'capture-1',
      amount: eur(1000),
    });
    expect(answer.pspReference).not.toBe(pspReference);
    expect(await lastItem()).toMatchObject({
      eventCode: 'CAPTURE',
      success: 'true',
      pspReference: answer.pspReference,
      originalReference: pspReference,
      merchantReference: 'capture-1',
      amount: eur(1000),
      paymentMethod: 'visa',
    });
    expect(balanceOf(pspReference)).toMatchObject({ held: 0, captured: 1000 });
    // Without its own reference, it has that of the payment.
    const other = await authorize(client, { reference });
    await capture(other.pspReference);
    expect(await lastItem()).toMatchObject({ merchantReference: reference });
  });

  test('of a part releases the rest', async () => {
    const { pspReference } = await authorize(client);
    await capture(pspReference, 400);
    await world.receive();
    expect(balanceOf(pspReference)).toMatchObject({ held: 0, captured: 400 });
    const second = await capture(pspReference, 100);
    expect(second.status).toBe('received');
    expect(await lastItem()).toMatchObject({
      eventCode: 'CAPTURE',
      success: 'false',
      reason: 'Insufficient balance on payment',
      pspReference: second.pspReference,
    });
    expect(balanceOf(pspReference)).toMatchObject({ held: 0, captured: 400 });
  });

  test('above the hold fails later', async () => {
    const { pspReference } = await authorize(client);
    await capture(pspReference, 1001);
    expect(await lastItem()).toMatchObject({ success: 'false', reason: 'Insufficient balance on payment' });
    expect(balanceOf(pspReference)).toMatchObject({ held: 1000, captured: 0 });
  });

  test('is judged in order', async () => {
    const { pspReference } = await authorize(client);
    const [first, second] = [await capture(pspReference, 700), await capture(pspReference, 700)];
    const outcomes = (await world.receive()).filter(({ eventCode }) => eventCode === 'CAPTURE');
    expect(outcomes.map((item) => [item.pspReference, item.success])).toEqual([
      [first.pspReference, 'true'],
      [second.pspReference, 'false'],
    ]);
  });

  test.each([
    ['an unknown payment', 'AAAAAAAAAAAAAAAA', eur(1), '167'],
    ['zero', '', eur(0), '137'],
    ['another currency', '', { currency: 'USD', value: 1 }, '137'],
  ])('of %s is refused', async (_, unknown, amount, errorCode) => {
    const { pspReference } = await authorize(client);
    await expectAdyenError(
      client.modifications.captureAuthorisedPayment(unknown || pspReference, { ...account, amount }),
      { statusCode: 422, errorCode },
    );
  });

  test('of another merchant account’s payment is refused', async () => {
    const { pspReference } = await authorize(client, { merchantAccount: 'OtherPOS' });
    await expectAdyenError(capture(pspReference), { statusCode: 422, errorCode: '167' });
  });

  test('has a reference of at most 80 characters', async () => {
    const { pspReference } = await authorize(client);
    await expectAdyenError(capture(pspReference, 1, 'r'.repeat(81)), { statusCode: 422 });
    expect(await capture(pspReference, 1, 'r'.repeat(80))).toMatchObject({ status: 'received' });
  });

  test('of a refused payment fails', async () => {
    const { pspReference } = await client.payments.payments({
      ...buildPayment({ card: { holderName: 'DECLINED' } }),
    });
    await capture(pspReference!);
    expect(await lastItem()).toMatchObject({ eventCode: 'CAPTURE', success: 'false' });
  });

  test('is refused by the scheme', async () => {
    const { pspReference } = await authorize(client, { card: { number: '4242424242424242' } });
    await capture(pspReference);
    expect(await lastItem()).toMatchObject({ eventCode: 'CAPTURE', success: 'false' });
    expect(balanceOf(pspReference)).toMatchObject({ held: 1000, captured: 0 });
  });

  test('fails after it had succeeded', async () => {
    const { pspReference } = await authorize(client, { card: { number: '4000020000000000' } });
    const answer = await capture(pspReference);
    const items = (await world.receive()).slice(1);
    expect(items.map(({ eventCode, success }) => [eventCode, success])).toEqual([
      ['CAPTURE', 'true'],
      ['CAPTURE_FAILED', 'true'],
    ]);
    expect(items[1]).toMatchObject({ pspReference: answer.pspReference, originalReference: pspReference });
    expect(balanceOf(pspReference)).toMatchObject({ held: 0, captured: 0 });
  });
});

describe('with several captures', () => {
  let several: AdyenStandIn;
  let severalClient: TestClient;
  beforeAll(async () => {
    several = await startAdyenStandIn({ captureDelay: 'manual', multiplePartialCaptures: true });
    severalClient = createTestClient(several);
  });
  afterAll(() => several.close());

  test('the rest stays until it is captured or canceled', async () => {
    const { pspReference } = await authorize(severalClient);
    const captureMore = (value: number) =>
      severalClient.modifications.captureAuthorisedPayment(pspReference, { ...account, amount: eur(value) });
    await captureMore(400);
    await several.control.webhooksSettled();
    expect(balanceOf(pspReference, several)).toMatchObject({ held: 600, captured: 400 });
    await captureMore(601);
    await captureMore(500);
    await several.control.webhooksSettled();
    expect(balanceOf(pspReference, several)).toMatchObject({ held: 100, captured: 900 });
    await severalClient.modifications.cancelAuthorisedPaymentByPspReference(pspReference, account);
    await several.control.webhooksSettled();
    expect(balanceOf(pspReference, several)).toEqual({
      held: 0,
      captured: 900,
      refunded: 0,
      status: 'authorized',
    });
  });
});

describe('a cancel', () => {
  test('releases the hold', async () => {
    const { pspReference, reference } = await authorize(client);
    const answer = await cancel(pspReference);
    expect(answer).toMatchObject({ status: 'received', paymentPspReference: pspReference });
    expect(await lastItem()).toMatchObject({
      eventCode: 'CANCELLATION',
      success: 'true',
      pspReference: answer.pspReference,
      originalReference: pspReference,
      merchantReference: reference,
    });
    expect(balanceOf(pspReference)).toMatchObject({ status: 'canceled', held: 0 });
    await cancel(pspReference);
    expect(await lastItem()).toMatchObject({ eventCode: 'CANCELLATION', success: 'false' });
  });

  test('of a captured payment fails', async () => {
    const { pspReference } = await captured();
    await cancel(pspReference);
    expect(await lastItem()).toMatchObject({ eventCode: 'CANCELLATION', success: 'false' });
    expect(balanceOf(pspReference)).toMatchObject({ captured: 1000 });
  });
});

describe('a technical cancel', () => {
  const cancelReference = (paymentReference: string) =>
    client.modifications.cancelAuthorisedPayment({ ...account, paymentReference, reference: 'cancel-1' });

  test('finds the payment by the merchant’s reference', async () => {
    const { pspReference, reference } = await authorize(client);
    const answer = await cancelReference(reference);
    expect(answer).toMatchObject({ status: 'received', paymentReference: reference, reference: 'cancel-1' });
    expect(await lastItem()).toMatchObject({
      eventCode: 'TECHNICAL_CANCEL',
      success: 'true',
      pspReference: answer.pspReference,
      originalReference: pspReference,
      merchantReference: reference,
    });
    expect(balanceOf(pspReference)).toMatchObject({ status: 'canceled', held: 0 });
  });

  test('finds the payment that can still be canceled', async () => {
    const { reference, pspReference: canceled } = await authorize(client);
    await cancelReference(reference);
    const { pspReference: held } = await authorize(client, { reference });
    await client.payments.payments(buildPayment({ reference, card: { holderName: 'DECLINED' } }));
    await world.receive();
    await cancelReference(reference);
    expect(await lastItem()).toMatchObject({ success: 'true', originalReference: held });
    expect(balanceOf(canceled)).toMatchObject({ status: 'canceled' });
    await cancelReference(reference);
    expect(await lastItem()).toMatchObject({ success: 'false' });
  });

  test('of a payment that never arrived fails, and a late payment is authorized', async () => {
    const answer = await cancelReference('never-arrived');
    expect(await lastItem()).toMatchObject({
      eventCode: 'TECHNICAL_CANCEL',
      success: 'false',
      pspReference: answer.pspReference,
    });
    expect((await lastItem())?.originalReference).toBeUndefined();
    const { pspReference } = await authorize(client, { reference: 'never-arrived' });
    expect(balanceOf(pspReference)).toMatchObject({ held: 1000 });
  });

  test('of a captured payment fails', async () => {
    const { reference, pspReference } = await captured();
    await cancelReference(reference);
    expect(await lastItem()).toMatchObject({ success: 'false', originalReference: pspReference });
    expect(balanceOf(pspReference)).toMatchObject({ captured: 1000 });
  });
});

describe('a refund', () => {
  test('is received, and its webhook says that it succeeded', async () => {
    const { pspReference } = await captured();
    const answer = await refund(pspReference, 400, 'refund-1');
    expect(answer).toMatchObject({ status: 'received', paymentPspReference: pspReference });
    expect(await lastItem()).toMatchObject({
      eventCode: 'REFUND',
      success: 'true',
      pspReference: answer.pspReference,
      originalReference: pspReference,
      merchantReference: 'refund-1',
      amount: eur(400),
    });
    await refund(pspReference, 601);
    expect(await lastItem()).toMatchObject({
      eventCode: 'REFUND',
      success: 'false',
      reason: 'Insufficient balance on payment',
    });
    await refund(pspReference, 600);
    expect(await lastItem()).toMatchObject({ success: 'true' });
    expect(balanceOf(pspReference)).toMatchObject({ captured: 1000, refunded: 1000 });
  });

  test('of a hold fails', async () => {
    const { pspReference } = await authorize(client);
    await refund(pspReference);
    expect(await lastItem()).toMatchObject({
      eventCode: 'REFUND',
      success: 'false',
      reason: "Transaction hasn't been captured, refund not possible",
    });
  });

  test.each([
    ['4012888888881881', 'REFUND_FAILED', 'failed'],
    ['4400000000000008', 'REFUNDED_REVERSED', 'reversed'],
  ])('of card %s comes back: %s', async (card, eventCode, status) => {
    const { pspReference } = await captured(card);
    const answer = await refund(pspReference, 300);
    const items = await world.receive();
    expect(items.map((item) => [item.eventCode, item.success])).toEqual([
      ['REFUND', 'true'],
      [eventCode, 'true'],
    ]);
    expect(items[1]).toMatchObject({ pspReference: answer.pspReference, originalReference: pspReference });
    expect(balanceOf(pspReference)).toMatchObject({ captured: 1000, refunded: 0 });
    expect(standIn.control.state().modifications.at(-1)).toMatchObject({ status });
  });
});

describe('a reversal', () => {
  test('cancels a hold', async () => {
    const { pspReference } = await authorize(client);
    const answer = await reverse(pspReference);
    expect(answer).toMatchObject({ status: 'received', paymentPspReference: pspReference });
    expect(await lastItem()).toMatchObject({
      eventCode: 'CANCEL_OR_REFUND',
      success: 'true',
      pspReference: answer.pspReference,
      additionalData: { 'modification.action': 'cancel' },
    });
    expect(balanceOf(pspReference)).toMatchObject({ status: 'canceled', held: 0 });
  });

  test('refunds a capture', async () => {
    const { pspReference } = await captured();
    await refund(pspReference, 100);
    await world.receive();
    await reverse(pspReference);
    expect(await lastItem()).toMatchObject({
      success: 'true',
      amount: eur(900),
      additionalData: { 'modification.action': 'refund' },
    });
    expect(balanceOf(pspReference)).toMatchObject({ captured: 1000, refunded: 1000 });
    await reverse(pspReference);
    expect(await lastItem()).toMatchObject({ eventCode: 'CANCEL_OR_REFUND', success: 'false' });
  });
});

describe('a test decides', () => {
  test('about the next modification', async () => {
    const { pspReference } = await authorize(client);
    standIn.control.decideModification({ operation: 'capture', outcome: 'refused', reason: 'Not today' });
    await capture(pspReference);
    expect(await lastItem()).toMatchObject({ success: 'false', reason: 'Not today' });
    await capture(pspReference);
    expect(await lastItem()).toMatchObject({ success: 'true' });
  });

  test('about one that succeeded', async () => {
    const { pspReference } = await captured();
    const { pspReference: refunded } = await refund(pspReference, 200);
    await world.receive();
    standIn.control.failModification({ pspReference: refunded, outcome: 'failed', reason: 'Closed account' });
    expect(await lastItem()).toMatchObject({ eventCode: 'REFUND_FAILED', reason: 'Closed account' });
    expect(balanceOf(pspReference)).toMatchObject({ refunded: 0 });
    expect(() => standIn.control.failModification({ pspReference: refunded, outcome: 'failed' })).toThrow();
  });

  test('when the outcome comes', async () => {
    const slow = await startAdyenStandIn({ captureDelay: 'manual', laterSeconds: 3_600 });
    try {
      const slowClient = createTestClient(slow);
      const { pspReference } = await authorize(slowClient);
      await slowClient.modifications.captureAuthorisedPayment(pspReference, {
        ...account,
        amount: eur(1000),
      });
      await slow.control.webhooksSettled();
      expect(balanceOf(pspReference, slow)).toMatchObject({ held: 1000 });
      expect(slow.control.state().modifications).toMatchObject([{ status: 'received' }]);
      slow.control.advanceClock({ seconds: 3_600 });
      expect(balanceOf(pspReference, slow)).toMatchObject({ captured: 1000 });
    } finally {
      await slow.close();
    }
  });
});

import adyen from '@adyen/api-library';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { authorize, buildPayment, createTestClient, startWithReceiver, type TestClient } from './test-client';
import type { AdyenStandIn } from './server';
import type { NotificationRequestItem } from './sdk-types';

type World = Awaited<ReturnType<typeof startWithReceiver>>;
let world: World;
let standIn: AdyenStandIn;
let client: TestClient;
beforeAll(async () => {
  world = await startWithReceiver({
    captureDelay: 'manual',
    webhookCredentials: { username: 'adyen', password: 'secret' },
  });
  ({ standIn } = world);
  client = createTestClient(standIn);
});
afterAll(() => world.close());
beforeEach(async () => {
  standIn.control.setWebhooks({ held: false, copies: 1, signature: 'valid', credentials: 'valid' });
  await standIn.control.releaseWebhooks();
  await standIn.control.webhooksSettled();
  world.received.length = 0;
  world.answers.length = 0;
});

const validator = new adyen.hmacValidator();
const isValid = (item: NotificationRequestItem) => validator.validateHMAC(item as never, standIn.hmacKey);
const codesOf = (items: NotificationRequestItem[]) =>
  items.map(({ eventCode, success }) => [eventCode, success]);

describe('the webhook of a payment', () => {
  test('says that it was authorized', async () => {
    const { pspReference, reference } = await authorize(client);
    const [item] = await world.receive();
    expect(item).toMatchObject({
      eventCode: 'AUTHORISATION',
      success: 'true',
      pspReference,
      merchantReference: reference,
      merchantAccountCode: standIn.merchantAccount,
      amount: { currency: 'EUR', value: 1000 },
      paymentMethod: 'visa',
      operations: ['CANCEL', 'CAPTURE', 'REFUND'],
      additionalData: { cardSummary: '1111', expiryDate: '3/2040' },
    });
    expect(item!.reason).toMatch(/^\d{6}:1111:3\/2040$/);
    expect(item!.eventDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    expect(item!.originalReference).toBeUndefined();
    expect(world.received[0]!.live).toBe('false');
  });

  test('says that it was refused', async () => {
    const { pspReference } = await client.payments.payments(
      buildPayment({ card: { holderName: 'NOT_ENOUGH_BALANCE' } }),
    );
    expect(await world.receive()).toMatchObject([
      { eventCode: 'AUTHORISATION', success: 'false', pspReference, reason: 'Not enough balance' },
    ]);
  });

  test('comes when the issuer answers', async () => {
    standIn.control.setWebhooks({ held: true });
    const { resultCode, pspReference } = await client.payments.payments(
      buildPayment({ card: { holderName: 'PENDING' } }),
    );
    expect(resultCode).toBe('Received');
    await standIn.control.webhooksSettled();
    await standIn.control.releaseWebhooks();
    expect(await world.receive()).toMatchObject([
      { eventCode: 'AUTHORISATION', success: 'true', pspReference },
    ]);
  });

  test('says that its hold expired', async () => {
    const { pspReference } = await authorize(client);
    standIn.control.advanceClock({ seconds: 28 * 86_400 });
    expect((await world.receive()).at(-1)).toMatchObject({
      eventCode: 'EXPIRE',
      originalReference: pspReference,
      success: 'true',
    });
  });
});

test('a captured payment doesn’t expire', async () => {
  const { pspReference } = await authorize(client);
  await client.modifications.captureAuthorisedPayment(pspReference, {
    merchantAccount: standIn.merchantAccount,
    amount: { currency: 'EUR', value: 1000 },
  });
  await world.receive();
  standIn.control.advanceClock({ seconds: 28 * 86_400 });
  const items = (await world.receive()).filter((item) => item.originalReference === pspReference);
  expect(items.map(({ eventCode }) => eventCode)).toEqual(['CAPTURE']);
});

test('webhooks of the live environment say so', async () => {
  const live = await startWithReceiver({ isLive: true });
  await authorize(createTestClient(live.standIn));
  await live.receive();
  expect(live.received).toMatchObject([{ live: 'true' }]);
  await live.close();
});

test('a test publishes any notification', async () => {
  const { pspReference } = await authorize(client);
  standIn.control.publishWebhook({
    pspReference,
    eventCode: 'SCHEME_ARBITRATION_LOST',
    additionalData: { disputeStatus: 'Lost' },
  });
  const item = (await world.receive()).at(-1)!;
  expect(item).toMatchObject({
    eventCode: 'SCHEME_ARBITRATION_LOST',
    originalReference: pspReference,
    additionalData: { disputeStatus: 'Lost' },
  });
  expect(isValid(item)).toBe(true);
});

describe('webhooks', () => {
  test('are signed as the SDK checks it', async () => {
    const { pspReference } = await authorize(client);
    await client.modifications.cancelAuthorisedPaymentByPspReference(pspReference, {
      merchantAccount: standIn.merchantAccount,
    });
    const items = await world.receive();
    expect(items).toHaveLength(2);
    expect(items.map(isValid)).toEqual([true, true]);
    expect(validator.validateHMAC(items[0] as never, 'AB'.repeat(32))).toBe(false);
  });

  test.each(['wrong_key', 'other_content'] as const)('have a false signature: %s', async (signature) => {
    standIn.control.setWebhooks({ signature });
    await authorize(client);
    expect((await world.receive()).map(isValid)).toEqual([false]);
  });

  test('have no signature', async () => {
    standIn.control.setWebhooks({ signature: 'missing' });
    await authorize(client);
    const [item] = await world.receive();
    expect(() => isValid(item!)).toThrow('hmacSignature');
  });

  test('have credentials', async () => {
    for (const credentials of ['valid', 'wrong', 'missing'] as const) {
      standIn.control.setWebhooks({ credentials });
      await authorize(client);
      await world.receive();
    }
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    expect(world.received.map(({ authorization }) => authorization)).toEqual([
      basic('adyen:secret'),
      basic('adyen:another-password'),
      undefined,
    ]);
  });

  test('are held back, and released in order or reversed', async () => {
    for (const order of ['created', 'reversed'] as const) {
      standIn.control.setWebhooks({ held: true });
      const { pspReference } = await authorize(client);
      await client.modifications.captureAuthorisedPayment(pspReference, {
        merchantAccount: standIn.merchantAccount,
        amount: { currency: 'EUR', value: 1000 },
      });
      expect(await world.receive()).toEqual([]);
      expect(standIn.control.webhooks().held).toEqual(['AUTHORISATION', 'CAPTURE']);
      expect(await standIn.control.releaseWebhooks({ order })).toEqual({ released: 2 });
      const codes = codesOf(await world.receive()).map(([code]) => code);
      expect(codes).toEqual(
        order === 'created' ? ['AUTHORISATION', 'CAPTURE'] : ['CAPTURE', 'AUTHORISATION'],
      );
      world.received.length = 0;
    }
  });

  test('are sent twice, and again on command', async () => {
    standIn.control.setWebhooks({ copies: 2 });
    const { pspReference } = await authorize(client);
    const [first, second] = await world.receive();
    expect(second).toEqual(first);
    standIn.control.setWebhooks({ copies: 1 });
    await standIn.control.resendWebhook({ pspReference, eventCode: 'AUTHORISATION' });
    expect(await world.receive()).toEqual([first, first, first]);
    await expect(standIn.control.resendWebhook({ pspReference, eventCode: 'CAPTURE' })).rejects.toMatchObject(
      { status: 404 },
    );
  });

  test('are sent again until they are accepted', async () => {
    world.answers.push(500, 404, 302, 500, 401, 202);
    const { pspReference } = await authorize(client);
    await world.receive();
    expect(world.received).toHaveLength(3);
    const attempts = () =>
      standIn.control
        .webhooks()
        .deliveries.filter((delivery) => delivery.pspReference === pspReference)
        .map(({ attempt, status }) => [attempt, status]);
    expect(attempts()).toEqual([
      [1, 500],
      [2, 404],
      [3, 302],
    ]);
    for (const [seconds, count] of [
      [119, 3],
      [1, 4],
      [299, 4],
      [1, 5],
      [600, 6],
      [86_400, 6],
    ] as const) {
      standIn.control.advanceClock({ seconds });
      await world.receive();
      expect(attempts()).toHaveLength(count);
    }
    expect(attempts().slice(3)).toEqual([
      [4, 500],
      [5, 401],
      [6, 202],
    ]);
  });

  test('without a receiver are listed', async () => {
    const { url } = standIn.control.webhooks().settings;
    standIn.control.setWebhooks({ url: null });
    const { pspReference } = await authorize(client);
    expect(await world.receive()).toEqual([]);
    expect(standIn.control.webhooks().notifications.at(-1)).toMatchObject({ pspReference });
    standIn.control.setWebhooks({ url });
  });

  test('end after 30 days', async () => {
    world.answers.push(...Array.from({ length: 500 }, () => 500));
    const { pspReference } = await authorize(client);
    const attempts = () =>
      standIn.control
        .webhooks()
        .deliveries.filter((one) => one.pspReference === pspReference && one.eventCode === 'AUTHORISATION')
        .length;
    const passDays = async (days: number) => {
      for (let part = 0; part < days * 3; part++) {
        standIn.control.advanceClock({ seconds: 8 * 3_600 });
        await world.receive();
      }
      return attempts();
    };
    const almost = await passDays(29);
    expect(almost).toBeGreaterThan(80);
    const all = await passDays(2);
    expect(all).toBeGreaterThan(almost);
    expect(await passDays(2)).toBe(all);
  });
});

import adyen from '@adyen/api-library';
import { describe, expect, test } from 'vitest';
import type { Environment } from '~/platform/environment';
import { Secret } from '~/platform/secrets/secret';
import { readAdyenWebhook } from './events';

const hmacKey = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056';
const otherKey = hmacKey.replace('4', '5');
const buildSecrets = (key = hmacKey, password = 'secret') => ({
  ...{ hmacKey: new Secret(key), webhookUser: new Secret('user'), webhookPassword: new Secret(password) },
});
const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`;

const item = {
  ...{ eventCode: 'CAPTURE', eventDate: '2026-11-22T10:00:00+01:00', success: 'true', reason: '' },
  ...{ merchantAccountCode: 'Shops', merchantReference: 'op_1', pspReference: 'PSP1' },
  ...{ originalReference: 'PSP0', amount: { value: 1_000, currency: 'EUR' }, additionalData: {} as object },
};
type Item = Omit<typeof item, 'success'> & { success: string | boolean };

/** The item with its signature, and then changed. */
function sign(changes: Partial<Item> = {}, after: object = {}) {
  const own = { ...item, ...changes };
  const hmacSignature = new adyen.hmacValidator().calculateHmac(own as never, hmacKey);
  return { ...own, additionalData: { ...own.additionalData, hmacSignature }, ...after };
}

type Options = {
  live?: string | boolean;
  header?: string | undefined;
  secrets?: Record<string, Secret>[];
  environment?: Environment;
};

function receive(
  items: object[],
  {
    live = 'false',
    header = basic('user:secret'),
    secrets = [buildSecrets()],
    environment = 'test',
  }: Options = {},
) {
  const notificationItems = items.map((NotificationRequestItem) => ({ NotificationRequestItem }));
  return receiveBody(JSON.stringify({ live, notificationItems }), { header, secrets, environment });
}
const receiveBody = (
  body: string,
  { header, secrets = [buildSecrets()], environment = 'test' }: Omit<Options, 'live'>,
) =>
  readAdyenWebhook(
    { merchantAccount: 'Shops', environment },
    { body: Buffer.from(body), header: (name) => (name === 'authorization' ? header : undefined) },
    secrets,
  );

const event = {
  ...{ id: 'PSP1:CAPTURE:true', type: 'CAPTURE', about: 'capture', subject: 'PSP1', reference: 'op_1' },
  occurredAt: new Date('2026-11-22T09:00:00Z'),
  details: { success: true, value: 1_000, currency: 'EUR', originalReference: 'PSP0' },
};

describe('a webhook is accepted', () => {
  test('with the right credentials and signatures', () => {
    expect(receive([sign()])).toEqual([event]);
    expect(receive([sign({ success: true })])).toEqual([event]);
    expect(receive([sign(), sign({ pspReference: 'PSP2' })])).toMatchObject([event, { subject: 'PSP2' }]);
    expect(receive([])).toEqual([]);
  });

  test('with the credentials and the key of any of the secrets', () => {
    const secrets = [buildSecrets(otherKey, 'new'), buildSecrets()];
    expect(receive([sign()], { secrets })).toEqual([event]);
    expect(receive([sign()], { secrets, header: basic('user:new') })).toEqual([event]);
  });

  test('in its own environment', () => {
    expect(receive([sign()], { live: 'true', environment: 'live' })).toEqual([event]);
    expect(receive([sign()], { live: true, environment: 'live' })).toEqual([event]);
    expect(receive([sign()], { live: 'true' })).toBeNull();
    expect(receive([sign()], { live: 'false', environment: 'live' })).toBeNull();
  });
});

describe('a webhook is refused', () => {
  test.each([
    ['no credentials', undefined],
    ['another password', basic('user:wrong')],
    ['another user', basic('other:secret')],
    ['another scheme', Buffer.from('user:secret').toString('base64')],
  ])('with %s', (_, header) => {
    const body = JSON.stringify({ live: 'false', notificationItems: [] });
    expect(receiveBody(body, { header })).toBeNull();
  });

  test.each([
    ['no signature', { additionalData: {} }],
    ['no additional data', { additionalData: undefined }],
    ['a signature of another type', { additionalData: { hmacSignature: 1 } }],
    ['an empty signature', { additionalData: { hmacSignature: '' } }],
    ['another amount', { amount: { value: 1, currency: 'EUR' } }],
    ['another reference', { merchantReference: 'op_2' }],
    ['another result', { success: 'false' }],
  ])('with %s', (_, changes) => {
    const forged = sign({}, changes);
    expect(receive([forged])).toBeNull();
    expect(receive([sign(), forged])).toBeNull();
  });

  test('with a signature of another key', () => {
    expect(receive([sign()], { secrets: [buildSecrets(otherKey)] })).toBeNull();
    expect(receive([sign()], { secrets: [] })).toBeNull();
  });

  test.each([
    ['no JSON', '{'],
    ['another JSON', '[]'],
    ['no list', '{"live":"false"}'],
    ['an invalid item', '{"live":"false","notificationItems":[{"NotificationRequestItem":{}}]}'],
  ])('with %s', (_, body) => {
    expect(receiveBody(body, { header: basic('user:secret') })).toBeNull();
  });

  test('with too many items, texts that are too long, or no reference of Adyen', () => {
    const signed = sign();
    expect(receive(Array(1_000).fill(signed))).toHaveLength(1_000);
    expect(receive(Array(1_001).fill(signed))).toBeNull();
    expect(receive([sign({ pspReference: '' })])).toBeNull();
    expect(receive([sign({ merchantReference: 'x'.repeat(1_000) })])).toHaveLength(1);
    expect(receive([sign({ merchantReference: 'x'.repeat(1_001) })])).toBeNull();
  });
});

describe('an event', () => {
  const receiveOne = (changes: Partial<Item>) => receive([sign(changes)])![0]!;

  test('of another merchant account, or that changes nothing here, is ignored', () => {
    expect(receive([sign({ merchantAccountCode: 'Others' })])).toEqual([]);
    for (const eventCode of ['EVENT_OF_TOMORROW', 'constructor'])
      expect(receive([sign({ eventCode })])).toEqual([]);
  });

  test.each([
    ['AUTHORISATION', 'authorization'],
    ['CANCELLATION', 'void'],
    ['TECHNICAL_CANCEL', 'void'],
    ['REFUND', 'refund'],
    ['CHARGEBACK', 'dispute'],
    ['REPORT_AVAILABLE', 'payout'],
  ])('%s is about: %s', (eventCode, about) => {
    expect(receiveOne({ eventCode })).toMatchObject({ type: eventCode, about });
  });

  test('differs from another one with the same reference', () => {
    expect(receiveOne({ success: 'false' }).id).toBe('PSP1:CAPTURE:false');
    const report = { eventCode: 'REPORT_AVAILABLE', eventDate: `2026-11-22T10:00:00+01:00${'0'.repeat(20)}` };
    expect(receiveOne(report).id).toBe('PSP1:REPORT_AVAILABLE:true:2026-11-22T10:00:00+01:0000000');
  });

  test('without a reference of the merchant, or a valid date, is kept', () => {
    const before = Date.now();
    const { reference, occurredAt } = receiveOne({ merchantReference: '', eventDate: 'soon' });
    expect(reference).toBeNull();
    expect(occurredAt.getTime()).toBeGreaterThanOrEqual(before);
  });

  test('keeps only the details that are used, and not those of the card', () => {
    const additionalData = {
      eci: '05',
      cardSummary: '4242',
      liabilityShift: 'x'.repeat(501),
      threeDSVersion: 2,
    };
    const reason = 'y'.repeat(501);
    const kept = { eci: '05', liabilityShift: 'x'.repeat(500) };
    const { originalReference: _, ...details } = event.details;
    const changes = { additionalData, reason, originalReference: '' };
    expect(receiveOne(changes).details).toEqual({ ...details, ...kept, reason: 'y'.repeat(500) });
    expect(receiveOne({ ...changes, eventCode: 'AUTHORISATION' }).details).toEqual({ ...details, ...kept });
    expect(receiveOne({ ...changes, eventCode: 'AUTHORISATION', success: 'false' }).details).toMatchObject({
      ...{ success: false, reason: 'y'.repeat(500) },
    });
  });
});

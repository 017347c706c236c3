import { describe, expect, test } from 'vitest';
import { config } from '~/platform/config/config.server';
import { createId } from '~/platform/ids';
import { maximumLoggedBodyBytes, toApiRequestRecord, type LoggedRequest } from './request-entry';

const api = config.addresses.api.test;
const cardText = '[looks like a card number]';

const toRecord = (request: Partial<LoggedRequest> = {}) =>
  toApiRequestRecord({
    requestId: 'req_1',
    accountId: 'acc_1',
    environment: 'test',
    secretId: null,
    method: 'POST',
    url: `${api}/transactions`,
    requestText: null,
    requestBytes: null,
    status: 200,
    responseText: '{}',
    replayed: false,
    durationMs: 1,
    startedAt: 0,
    address: '',
    userAgent: undefined,
    ...request,
  });

/** A JSON object with this many characters, of which `tail` are the last of its text. */
const buildBody = (length: number, tail = '') => {
  const [start, end] = ['{"external_id":"order-1","order_amount":"', `${tail}"}`];
  return `${start}${'x'.repeat(length - start.length - end.length)}${end}`;
};

test('a request is stored with its time, its duration, and its sender', () => {
  expect(
    toRecord({ durationMs: 12.5, startedAt: 1_000, address: '192.0.2.1', userAgent: 'a\0b' }),
  ).toMatchObject({
    durationMs: 13,
    createdAt: new Date(1_000),
    address: '192.0.2.1',
    userAgent: 'ab',
  });
  expect(toRecord()).toMatchObject({ address: '', userAgent: null });
});

test('bodies are stored without what they disclose', () =>
  expect(
    toRecord({
      requestText: '{"amount":1,"client_secret":"sk_test_1"}',
      responseText: '{"expiry":3600,"access_token":"eyJ0"}',
    }),
  ).toMatchObject({
    requestBody: '{"amount":1,"client_secret":"[secret]"}',
    responseBody: '{"expiry":3600,"access_token":"[secret]"}',
  }));

describe('the path', () => {
  test.each([
    ['/transactions/trx_1', '/transactions/trx_1'],
    ['/transaction?type=external_id&id=o%201', '/transaction?type=external_id&id=o 1'],
    ['/transaction?client_secret=abc&id=o-1', '/transaction?client_secret=[not stored]&id=o-1'],
    ['/transaction?id=4242424242424242', `/transaction?id=${cardText}`],
    ['/transaction?id=%2534%32424242424242%2534%2532', `/transaction?id=${cardText}`],
    [`/refunds?${'a'.repeat(65)}=1`, `/refunds?${'a'.repeat(64)}…=[not stored]`],
    ['/refunds/a%00b?id=a%00b&a%00b=', '/refunds/ab?id=ab&ab=[not stored]'],
    ['/transactions/4242%00,%00.4242,4242,4242', cardText],
    [`/card_tokens/tok_${'a'.repeat(32)}wxyz`, '/card_tokens/tok_…wxyz'],
    ['/transactions/%ff', '[not stored]'],
    ['/transactions/a%2520b', '[not stored]'],
  ])('%s is stored as %s', (path, expected) => {
    expect(toRecord({ url: `${api}${path}` }).path).toBe(expected);
    expect(toRecord({ url: `${config.addresses.api.live}${path}`, environment: 'live' }).path).toBe(expected);
  });

  test('is stored with its first 20 query parameters', () => {
    const names = Array.from({ length: 21 }, (_, index) => `q${index}`);
    const { path } = toRecord({ url: `${api}/refunds?${names.map((name) => `${name}=1`).join('&')}` });
    expect(path).toBe(
      `/refunds?${names
        .slice(0, 20)
        .map((name) => `${name}=[not stored]`)
        .join('&')}`,
    );
  });

  test('of another host is stored completely', () =>
    expect(toRecord({ url: 'http://other.example/test/api/refunds' }).path).toBe('/test/api/refunds'));
});

describe('an external_id', () => {
  test.each([
    ['of the maximum length', 'x'.repeat(255), 'x'.repeat(255)],
    ['of the maximum length, counted in characters', '😀'.repeat(255), '😀'.repeat(255)],
    ['above the maximum length', 'x'.repeat(256), null],
    ['with zero bytes', 'a\0b', 'ab'],
    ['like a card number', '4242 4242 4242 4242', cardText],
    ['like a card number separated by zero bytes', '4242\0,\0.424242424242', cardText],
    ['that is a number', 5, null],
  ])('%s', (_, external_id, expected) =>
    expect(toRecord({ requestText: JSON.stringify({ external_id }) }).externalId).toBe(expected),
  );
});

test.each([
  { request: { status: 200 }, outcome: 'executed' },
  { request: { status: 200, replayed: true }, outcome: 'replayed' },
  { request: { status: 402 }, outcome: 'executed' },
  { request: { status: 402, replayed: true }, outcome: 'replayed' },
  { request: { status: 409, responseText: '{"code":"external_id_conflict"}' }, outcome: 'conflicted' },
  { request: { status: 409, responseText: '{"code":"invalid_state"}' }, outcome: null },
])('only a request with an external_id has an outcome: $outcome', ({ request, outcome }) => {
  expect(toRecord({ ...request, requestText: '{"external_id":"o-1"}' }).outcome).toBe(outcome);
  expect(toRecord({ ...request, requestText: '{}' }).outcome).toBe(null);
});

test.each([
  { status: 400, responseText: '{"code":"not_found"}', code: 'not_found' },
  { status: 399, responseText: '{"code":"not_found"}', code: null },
  { status: 400, responseText: '{"code":5}', code: null },
  { status: 500, responseText: 'Internal Server Error', code: null },
])('the error code of $status $responseText is $code', ({ status, responseText, code }) =>
  expect(toRecord({ status, responseText }).code).toBe(code),
);

test.each(['', 'text', '"external_id"', '5', 'null', '[{"external_id":"o-1"}]', '{"external_id":"o-1"'])(
  'the body %j is no object and is not stored',
  (text) =>
    expect(toRecord({ requestText: text, responseText: text, status: 500 })).toMatchObject({
      externalId: null,
      code: null,
      transactionId: null,
      intentId: null,
      requestBody: null,
      responseBody: null,
      responseBytes: text.length,
    }),
);

describe('the largest stored body', () => {
  test('has 8 KiB', () => {
    const [largest, larger] = [buildBody(maximumLoggedBodyBytes), buildBody(maximumLoggedBodyBytes + 1)];
    expect(toRecord({ requestText: largest, responseText: largest })).toMatchObject({
      externalId: 'order-1',
      responseBody: largest,
    });
    expect(toRecord({ requestText: larger, responseText: larger })).toMatchObject({
      externalId: null,
      requestBody: null,
      responseBody: null,
    });
  });

  test('is measured in bytes', () =>
    expect(toRecord({ responseText: buildBody(maximumLoggedBodyBytes, 'é') }).responseBody).toBeNull());
});

describe('the transaction and the intent', () => {
  const [trx, int, other] = [createId('trx'), createId('int'), createId('trx')];

  test.each([
    { name: 'are those of the response', responseText: { id: trx, intent_id: int }, found: [trx, int] },
    {
      name: 'of a refund are those of its order',
      responseText: { id: 'x', transaction_id: trx },
      found: [trx, null],
    },
    { name: 'are those of the path otherwise', path: `/intents/card/${int}`, found: [null, int] },
    {
      name: 'of the response come first',
      path: `/transactions/${other}`,
      responseText: { id: trx },
      found: [trx, null],
    },
    {
      name: 'of a rejected refund are those of its payment',
      requestText: { trx_id: trx },
      responseText: { code: 'amount_exceeds_remaining' },
      status: 409,
      found: [trx, null],
    },
    {
      name: 'of a refund that was rejected before its payment was read are unknown',
      requestText: { trx_id: trx },
      responseText: { code: 'external_id_conflict' },
      status: 409,
      found: [null, null],
    },
    {
      name: 'are none if they were not found',
      path: `/transactions/${trx}`,
      status: 404,
      found: [null, null],
    },
  ])('$name', ({ path = '/refunds', status = 200, found: [transactionId, intentId], ...texts }) =>
    expect(
      toRecord({
        url: `${api}${path}`,
        requestText: JSON.stringify(texts.requestText ?? {}),
        responseText: JSON.stringify(texts.responseText ?? {}),
        status,
      }),
    ).toMatchObject({ transactionId, intentId }),
  );
});

import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { getMaximumAmount } from '~/platform/money/currencies';
import { buildApiClient, sendApiRequest } from '../../world/api-client';
import { shopUrls } from '../../world/payments/payment-intents';
import { paymentBody } from '../../world/payments/payments';

const listFieldErrors = (json: { errors: { field: string; code: string }[] }) =>
  json.errors.map(({ field, code }) => `${field} ${code}`).sort();

test('all field errors are reported at once, with their paths', async () => {
  const client = await buildApiClient();
  const { status, json, headers } = await client.post('/transactions', {
    operation: 'pay',
    order: {
      order_amount: 1.5,
      order_currency: 'XXQ',
      order_items: [{ name: '', unit_price: '1' }],
      card_holder: { email: 'no', country: 'Germany' },
    },
    card: { pan: '4242424242424241', expiry: '13/40', code: 'abc' },
    surprise: true,
  });
  expect(status).toBe(422);
  expect(headers.get('content-type')).toBe('application/json');
  expect(listFieldErrors(json)).toEqual([
    'card.code invalid_value',
    'card.expiry invalid_expiry',
    'card.pan invalid_card_number',
    'external_id required',
    'operation invalid_value',
    'order.card_holder.country invalid_value',
    'order.card_holder.email invalid_value',
    'order.order_amount wrong_type',
    'order.order_currency unknown_currency',
    'order.order_items.0.name too_small',
    'order.order_items.0.unit_price wrong_type',
    'surprise unknown_field',
  ]);
  expect(JSON.stringify(json)).not.toContain('4242424242424241');
});

test('a value of another type, or that is too long, says what the field needs', async () => {
  const client = await buildApiClient();
  const read = async (path: string, body: object) =>
    (await client.post(path, body)).json.errors.map(
      ({ field, code, message }: Record<string, string>) => `${field} ${code}: ${message}`,
    );
  const payment = paymentBody();
  expect(
    await read('/transactions', {
      ...payment,
      operation: 1,
      order: {
        ...payment.order,
        card_holder: { email: `ada@${'example.'.repeat(40)}com` },
        order_items: [
          { name: 'Tea', image_url: `https://shop.example/${'a'.repeat(2_048)}` },
          { name: 'Pot', image_url: 'https://ada:secret@shop.example/pot.jpg' },
        ],
      },
      browser: { language: 'x'.repeat(36) },
    }),
  ).toEqual(
    expect.arrayContaining([
      'operation wrong_type: must be one of authorize, authcap',
      'order.card_holder.email too_big: must be at most 254 characters',
      'order.order_items.0.image_url too_big: must be at most 2048 characters',
      'order.order_items.1.image_url invalid_value: must not contain a username or password',
    ]),
  );
  expect(
    await read('/payment_links', {
      external_id: 'link',
      currency: 'EUR',
      billing_details: 1,
      button_text: 'sell',
      items: [{ name: 'Tea', unit_price: 1, adjustable_quantity: { minimum: 1.5 } }],
    }),
  ).toEqual([
    'items.0.adjustable_quantity.minimum wrong_type: must be a whole number',
    'items.0.adjustable_quantity.maximum required: is required',
    'billing_details wrong_type: must be one of minimal, full',
    expect.stringMatching(/^button_text invalid_value: must be one of /),
  ]);
  expect(await read('/refunds', { external_id: 'refund', trx_id: 'trx_'.repeat(20) })).toEqual([
    'trx_id too_big: must be at most 64 characters',
  ]);
});

test.each([
  ['pan', '4242424242424241', 'invalid_card_number', 'isn’t a valid card number'],
  ['expiry', '13/40', 'invalid_expiry', 'must be a date such as 12/30, 12/2030, or 2030-12'],
  ['expiry', '01/20', 'card_expired', 'is in the past'],
  ['code', '12', 'invalid_value', 'must be 3 or 4 digits'],
  ['code', '1234', 'invalid_value', 'must be 3 digits for this card'],
])('a card with the %s %s is rejected with the reason', async (name, value, code, message) => {
  const client = await buildApiClient();
  const body = paymentBody();
  const { status, json } = await client.post('/transactions', {
    ...body,
    card: { ...body.card, [name]: value },
  });
  expect({ status, errors: json.errors }).toEqual({
    status: 422,
    errors: [{ field: `card.${name}`, code, message }],
  });
});

test.each<[{ card?: object; [member: string]: unknown }, string[]]>([
  [{ card: { pan: '4242424242424241' } }, ['card.expiry card_expired', 'card.pan invalid_card_number']],
  [{ operation: 'x' }, ['card.expiry card_expired', 'operation invalid_value']],
  [{ surprise: 1 }, ['card.expiry card_expired', 'surprise unknown_field']],
  [{ card: { code: '12' } }, ['card.code invalid_value', 'card.expiry card_expired']],
  [
    { operation: 'x', card: { code: '1234', name: 'x'.repeat(101) } },
    [
      ...['card.code invalid_value', 'card.expiry card_expired', 'card.name too_big'],
      'operation invalid_value',
    ],
  ],
])('an expired card is reported with the other faults of %j', async (changes, errors) => {
  const client = await buildApiClient();
  const body = paymentBody();
  const { json } = await client.post('/transactions', {
    ...body,
    ...changes,
    card: { ...body.card, expiry: '01/20', ...changes.card },
  });
  expect(listFieldErrors(json)).toEqual(errors);
});

test('a card of the wrong type is rejected, and a card token with card data too', async () => {
  const client = await buildApiClient();
  const rejectCard = async (card: unknown) =>
    (await client.post('/transactions', { ...paymentBody(), card })).json.errors;
  expect(await rejectCard('tok_x')).toEqual([
    { field: 'card', code: 'wrong_type', message: 'must be an object' },
  ]);
  expect(await rejectCard({ token: 'tok_x', expiry: '12/40' })).toEqual([
    { field: 'card.expiry', code: 'unknown_field', message: 'can’t be combined with card.token' },
  ]);
});

test.each([0, -1, 1.5, '100', 1e21, 2 ** 31, 2 ** 53, null, [], true, 100_000_000])(
  'an amount of %s is rejected',
  async (amount) => {
    const client = await buildApiClient();
    const body = paymentBody();
    const { status, json } = await client.post('/transactions', {
      ...body,
      order: { ...body.order, order_amount: amount },
    });
    expect(status).toBe(422);
    expect(json.errors.map(({ field }: { field: string }) => field)).toEqual(['order.order_amount']);
  },
);

// The title has no body, because some are long.
test.each([
  ['', 400, 'malformed_json'],
  [' \n', 400, 'malformed_json'],
  ['{', 400, 'malformed_json'],
  ['[]', 422, 'validation_failed'],
  ['null', 422, 'validation_failed'],
  ['"text"', 422, 'validation_failed'],
  ['{"__proto__":{"operation":"authorize"}}', 400, 'malformed_json'],
  ['{"operation":"capture","operation":"void"}', 400, 'malformed_json'],
  ['['.repeat(30_000), 400, 'malformed_json'],
  [`${'['.repeat(10_000)}${']'.repeat(10_000)}`, 400, 'malformed_json'],
  [`{"a":"${'x'.repeat(70_000)}"}`, 413, 'body_too_large'],
] as const)('malformed body %# gets an error', async (body, status, code) => {
  const { token } = await buildApiClient();
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  for (const path of [
    '/transactions',
    '/refunds',
    '/intents/payment',
    '/intents/card',
    '/transactions/trx_1',
    '/auth/token',
  ])
    expect(await sendApiRequest('test', 'POST', path, { headers, body })).toMatchObject({
      status,
      json: { code },
    });
});

test.each([
  ['', 'The body is empty.'],
  [' \n', 'The body is empty.'],
  ['{"a":{"__proto__":1}}', 'The name __proto__ isn’t allowed.'],
  // Invalid JSON isn't examined further.
  ['{"a":1,"a":', 'The JSON ends too early.'],
  [':', 'The JSON is invalid at line 1, column 1.'],
  ['{\n  "client_id": "a",\n}', 'The JSON is invalid at line 3, column 1.'],
  ['{"pan": 4242 4242 4242 4242}', 'The JSON is invalid at line 1, column 14.'],
])('the body %j is called malformed: %s', async (body, detail) => {
  const headers = { 'Content-Type': 'application/json' };
  expect(await sendApiRequest('test', 'POST', '/auth/token', { headers, body })).toMatchObject({
    status: 400,
    json: { code: 'malformed_json', detail },
  });
});

test("a body that isn't UTF-8 is rejected, so that two identifiers never become one", async () => {
  const client = await buildApiClient();
  const headers = { Authorization: `Bearer ${client.token}`, 'Content-Type': 'application/json' };
  const latin1 = (externalId: string) =>
    Buffer.from(JSON.stringify(paymentBody({ externalId })), 'latin1') as Uint8Array<ArrayBuffer>;
  for (const externalId of ['caf\u00e9', 'caf\u00e8']) {
    const reply = await sendApiRequest('test', 'POST', '/transactions', {
      headers,
      body: latin1(externalId),
    });
    expect(reply).toMatchObject({
      status: 400,
      json: { code: 'malformed_json', detail: 'The body is not UTF-8.' },
    });
  }
  const paid = await client.post('/transactions', paymentBody({ externalId: 'caf\u00e9 \u{1f375}' }));
  expect(paid.json.external_id).toBe('caf\u00e9 \u{1f375}');
});

test.each([
  [{ 'Content-Type': 'application/json; charset=iso-8859-1' }, 415],
  [{ 'Content-Type': 'application/json;version=1;charset="UTF-16"' }, 415],
  [{ 'Content-Type': 'application/json; charset=x-utf-8' }, 415],
  [{ 'Content-Type': 'application/json; charset=utf-80' }, 415],
  [{ 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }, 415],
  [{ 'Content-Type': 'application/json', 'Content-Encoding': 'gzip, identity' }, 415],
  [{ 'Content-Type': 'application/json', 'Content-Encoding': 'identity, gzip' }, 415],
  [{ 'Content-Type': 'application/json; charset=utf8' }, 422],
  [{ 'Content-Type': 'application/json; charset="UTF-8"', 'Content-Encoding': 'identity' }, 422],
  [{ 'Content-Type': 'Application/JSON;charset=utf-8' }, 422],
  [{ 'Content-Type': 'application/json;' }, 422],
  [{ 'Content-Type': 'application/json ; charset=utf-8; ' }, 422],
  [{ 'Content-Type': 'application/json;;version' }, 422],
  [{ 'Content-Type': 'application/json; charset=' }, 415],
  [{ 'Content-Type': 'application/json, application/json' }, 415],
  [{ 'Content-Type': 'application/problem+json' }, 415],
  [{ 'Content-Type': ';' }, 415],
])('a body sent as %j gets status %i', async (headers, status) => {
  const { token } = await buildApiClient();
  for (const path of ['/refunds', '/auth/token'])
    expect(
      await sendApiRequest('test', 'POST', path, {
        headers: { Authorization: `Bearer ${token}`, ...headers },
        body: '{}',
      }),
    ).toMatchObject({ status });
});

test('authentication precedes reading the body, and a rejected body counts as a request', async () => {
  const { token } = await buildApiClient();
  const bodies = [
    ['text/plain', '{}', 415],
    ['application/json', '{', 400],
    ['application/json', 'x'.repeat(70_000), 413],
  ] as const;
  for (const [type, body, status] of bodies) {
    const headers = { 'Content-Type': type };
    expect(await sendApiRequest('test', 'POST', '/refunds', { headers, body })).toMatchObject({
      status: 401,
      json: { code: 'missing_token' },
    });
    const known = await sendApiRequest('test', 'POST', '/refunds', {
      headers: { ...headers, Authorization: `Bearer ${token}` },
      body,
    });
    expect({ status: known.status, hasRatelimitRemaining: known.headers.has('ratelimit-remaining') }).toEqual(
      { status, hasRatelimitRemaining: true },
    );
  }
});

test('other content types and methods are rejected', async () => {
  const { token } = await buildApiClient();
  const Authorization = `Bearer ${token}`;
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])
    expect(
      await sendApiRequest('test', 'POST', '/transactions', {
        headers: { Authorization, 'Content-Type': type },
        body: '{}',
      }),
    ).toMatchObject({ status: 415 });
  const wrongMethod = await sendApiRequest('test', 'DELETE', '/refunds', { headers: { Authorization } });
  expect(wrongMethod).toMatchObject({ status: 405, json: { code: 'method_not_allowed' } });
  expect(wrongMethod.headers.get('allow')).toBe('POST');
  // The method matters before the body.
  const wrongPost = await sendApiRequest('test', 'POST', '/events', { headers: { Authorization } });
  expect(wrongPost).toMatchObject({ status: 405, json: { code: 'method_not_allowed' } });
  expect(wrongPost.headers.get('allow')).toBe('GET, HEAD');
  // The endpoint of tokens needs none.
  for (const method of ['GET', 'PUT', 'OPTIONS']) {
    const withoutToken = await sendApiRequest('test', method, '/auth/token', {});
    expect(withoutToken).toMatchObject({ status: 405, json: { code: 'method_not_allowed' } });
    expect(withoutToken.headers.get('allow')).toBe('POST');
  }
  const ofTransaction = await sendApiRequest('test', 'PATCH', '/transactions/trx_1', {
    headers: { Authorization },
  });
  expect(ofTransaction.headers.get('allow')).toBe('GET, HEAD, POST');
  expect(await sendApiRequest('test', 'GET', '/nowhere', { headers: { Authorization } })).toMatchObject({
    status: 404,
    json: { code: 'not_found' },
  });
});

test.each([
  '4242.4242.4242.4242',
  '4242_4242_4242_4242',
  '4242 4242 4242 4242',
  '4242\u200b4242\u200b4242\u200b4242',
  '４２４２４２４２４２４２４２４２',
  '\ud800',
  'a\u0000b',
  ' ',
])('the external_id %j is rejected', async (externalId) => {
  const client = await buildApiClient();
  expect(await client.post('/transactions', paymentBody({ externalId }))).toMatchObject({ status: 422 });
});

test('a missing field is called required', async () => {
  const client = await buildApiClient();
  const { json } = await client.post('/transactions', {
    operation: 'authorize',
    external_id: 'x',
    order: { order_items: [{ name: 'Tea' }] },
    card: {},
  });
  expect(listFieldErrors(json)).toEqual([
    'card.expiry required',
    'card.pan required',
    'order.order_amount required',
    'order.order_currency required',
    'order.order_items.0.unit_price required',
  ]);
});

test('a missing string is called required too', async () => {
  const client = await buildApiClient();
  const { operation: _left, ...body } = paymentBody();
  expect(listFieldErrors((await client.post('/transactions', body)).json)).toEqual(['operation required']);
  expect(listFieldErrors((await client.get('/transaction?id=1')).json)).toEqual(['type required']);
});

test.each([
  [2 ** 53, 'USD', 99_999_999],
  [100_000_000, 'usd', 99_999_999],
  [100_000_000, 'KWD', 99_999_999],
  [10_000_000_000, 'HUF', 9_999_999_999],
  [10_000_000_000, 'VND', 9_999_999_999],
  [1_000_000_000_000, 'IDR', 999_999_999_999],
  [1_000_000_000_000, 'XXQ', 999_999_999_999],
])('an invalid amount of %s %s gets the allowed range', async (amount, currency, maximum) => {
  const client = await buildApiClient();
  const tooBig = {
    field: 'order.order_amount',
    code: 'too_big',
    message: `must be at most ${maximum}`,
  };
  const { order, ...payment } = paymentBody({ amount, currency, orderId: '' });
  const intent = { external_id: 'x', order, redirect_urls: shopUrls };
  for (const [path, body] of [
    ['/transactions', payment],
    ['/intents/payment', intent],
  ] as const) {
    const { status, json } = await client.post(path, { ...body, order, other: 1 });
    expect(status).toBe(422);
    // Together with all other field errors.
    expect(json.errors).toEqual(
      expect.arrayContaining([
        tooBig,
        { field: 'order.order_id', code: 'too_small', message: 'must not be empty' },
        expect.objectContaining({ field: 'other', code: 'unknown_field' }),
      ]),
    );
    expect(json.errors).toHaveLength(currency === 'XXQ' ? 4 : 3);
  }
});

test.each(['USD', 'HUF', 'VND', 'IDR'])('the largest amount of %s is allowed', async (currency) => {
  const client = await buildApiClient();
  const amount = getMaximumAmount(currency);
  const { status, json } = await client.post('/transactions', paymentBody({ amount, currency }));
  expect({ status, amount: json.order_amount }).toEqual({ status: 200, amount });
});

test('a lone surrogate and a control character get different messages', async () => {
  const client = await buildApiClient();
  const { json } = await client.post('/transactions', paymentBody({ externalId: 'a\ud800' }));
  expect(json.errors).toEqual([
    { field: 'external_id', code: 'invalid_value', message: 'must be valid Unicode' },
  ]);
});

test('letters with ASCII capitals are not part of a code', async () => {
  const client = await buildApiClient();
  const body = paymentBody();
  for (const [order_currency, country] of [
    ['\u0131dr', '\u0131t'],
    ['u\u017fd', 'u\u017f'],
  ]) {
    const { json } = await client.post('/transactions', {
      ...body,
      order: { ...body.order, order_currency, card_holder: { country } },
    });
    expect(listFieldErrors(json)).toEqual([
      'order.card_holder.country invalid_value',
      'order.order_currency unknown_currency',
    ]);
  }
});

test('the reply to an invalid body is short, and repeats no card number', async () => {
  const client = await buildApiClient();
  const many = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [`${index}`.padEnd(100, 'x'), 1]),
  );
  const { json } = await client.post('/intents/card', many);
  expect(json.errors).toHaveLength(50);
  // One of them is the missing external_id.
  expect(json.detail).toBe('The first 50 invalid fields are listed. There are 451 more.');
  expect(Math.max(...json.errors.map(({ field }: { field: string }) => field.length))).toBe(64);
  const { text } = await client.post('/intents/card', { external_id: 'x', 'a 4242 4242 4242 4242': 1 });
  expect(text).toContain('unknown_field');
  expect(text).not.toContain('4242 4242');
});

test.each([
  ['/transactions/trx_unknown', 'No transaction has this ID.'],
  ['/intents/payment/int_unknown', 'No payment intent has this ID.'],
  ['/intents/card/int_unknown', 'No card intent has this ID.'],
])('an unknown ID at %s gets an explanation', async (path, detail) => {
  const client = await buildApiClient();
  expect(await client.get(path)).toMatchObject({ status: 404, json: { code: 'not_found', detail } });
});

test('an ID of any length is unknown, not invalid', async () => {
  const client = await buildApiClient();
  expect(await client.get(`/transactions/trx_${'a'.repeat(100)}`)).toMatchObject({
    status: 404,
    json: { code: 'not_found' },
  });
});

test.each([
  [{ name: 'Gift 4242 4242', sku: '4242 4242' }, 'order.order_items.0'],
  [{ name: 'Gift', sku: '4242-4242', description: '4242-4242' }, 'order.order_items.0'],
  [{ name: 'Gift', sku: '%34%32%34%32424242424242' }, 'order.order_items.0.sku'],
  [{ name: 'Gift 501800000009' }, 'order.order_items.0.name'],
])('the order item %j is rejected for its card number', async (item, field) => {
  const client = await buildApiClient();
  const body = paymentBody();
  const { status, json } = await client.post('/transactions', {
    ...body,
    order: { ...body.order, order_items: [{ ...item, unit_price: 1 }] },
  });
  expect({ status, errors: listFieldErrors(json) }).toEqual({
    status: 422,
    errors: [`${field} card_number_refused`],
  });
});

test('a card number is rejected wherever text is stored', async () => {
  const client = await buildApiClient();
  const body = paymentBody();
  const pan = '4242 4242 4242 4242';
  const { json } = await client.post('/transactions', {
    ...body,
    external_id: `x ${pan}`,
    order: {
      ...body.order,
      order_id: pan,
      order_items: [
        { name: `Card ${pan}`, unit_price: 1, image_url: 'https://shop.test/378282246310005.png' },
      ],
      card_holder: { email: '4242424242424242@shop.test', phone: '+378282246310005' },
    },
    card: { ...body.card, name: pan },
  });
  expect(listFieldErrors(json)).toEqual(
    [
      'card.name',
      'external_id',
      'order.card_holder.email',
      'order.card_holder.phone',
      'order.order_id',
      'order.order_items.0.image_url',
      'order.order_items.0.name',
    ].map((field) => `${field} card_number_refused`),
  );
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.test',
  'https:evil.test',
  'http://shop.test/',
  'https://user:pw@shop.test/',
  'https://a.test@evil.test/',
  'https://shop.test/\t',
  'https://shop.test/?c=4242424242424242',
  'https://shop.test/4242%204242%204242%204242',
  'https://shop.test/?c=4242+4242+4242+4242',
  'https://shop.test/%0d\r\nX: 1',
  'https://shop.test\\@evil.test',
  'ftp://shop.test/',
  '/relative',
  '',
  ' https://shop.test/',
  'https://',
])('a redirect to %.60j is rejected', async (success) => {
  const client = await buildApiClient();
  const { status, json } = await client.post('/intents/payment', {
    external_id: 'i',
    order: { order_amount: 1, order_currency: 'EUR' },
    redirect_urls: { success, failure: 'http://localhost:4000/failed' },
  });
  expect(status).toBe(422);
  expect(listFieldErrors(json)).toEqual(['redirect_urls.success invalid_url']);
});

test('names and order IDs need a visible character', async () => {
  const client = await buildApiClient();
  for (const blank of [' ', '\u00a0\u3000', '\u200b', '\u00ad \u3164']) {
    const order = {
      ...{ order_amount: 500, order_currency: 'EUR', order_id: blank },
      order_items: [{ name: blank, unit_price: 500 }],
    };
    const link = { name: blank, currency: 'EUR', items: [{ name: blank, unit_price: 500 }] };
    for (const [path, body, fields] of [
      [
        '/intents/payment',
        { order, redirect_urls: shopUrls },
        ['order.order_id', 'order.order_items.0.name'],
      ],
      ['/payment_links', link, ['name', 'items.0.name']],
    ] as const) {
      const { status, json } = await client.post(path, { ...body, external_id: crypto.randomUUID() });
      expect(status).toBe(422);
      const expected = fields.map((field) => ({
        field,
        code: 'invalid_value',
        message: 'must not be blank',
      }));
      expect(json.errors).toEqual(expected);
    }
  }
});

test('a redirect URL of more than 2,048 characters is `too_big`, whatever else is wrong with it', async () => {
  const client = await buildApiClient();
  const { status, json } = await client.post('/intents/payment', {
    external_id: 'i',
    order: { order_amount: 1, order_currency: 'EUR' },
    redirect_urls: {
      success: `https://shop.test/${'a'.repeat(2048)}`,
      failure: `http://shop.test/${'a'.repeat(2048)}`,
    },
  });
  expect(status).toBe(422);
  expect(listFieldErrors(json).toSorted()).toEqual([
    'redirect_urls.failure too_big',
    'redirect_urls.success too_big',
  ]);
});

test('an error says what to do, and repeats neither a secret nor a token', async () => {
  const client = await buildApiClient();
  const { clientId, clientSecret } = client.merchant;
  const authorized = (authorization: string, environment: 'test' | 'live' = 'test') =>
    sendApiRequest(environment, 'GET', '/transactions/trx_1', { headers: { Authorization: authorization } });
  const logIn = (client_secret: string, environment: 'test' | 'live', client_id = clientId) =>
    sendApiRequest(environment, 'POST', '/auth/token', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ client_id, client_secret }),
    });
  const unknownSecret = `sk_test_${'x'.repeat(43)}`;
  const cases: [Promise<{ json: Record<string, unknown>; text: string }>, string][] = [
    [
      authorized(`Bearer ${clientSecret}`),
      'This is a client secret. Exchange it for a token with POST /auth/token.',
    ],
    [
      authorized(`Bearer ${client.token.slice(0, -1)}`),
      'The token is expired or damaged. Get a new one with POST /auth/token.',
    ],
    ...['abc', 'x'.repeat(40), 'a/b+c=', 'ü'].map((text): (typeof cases)[number] => [
      authorized(`Bearer ${text}`),
      'This isn’t one of our access tokens. Get one with POST /auth/token.',
    ]),
    [authorized('Bearer'), 'Send Authorization: Bearer, a space, and the access token.'],
    [authorized('Basic abc'), 'Send Authorization: Bearer, a space, and the access token.'],
    [authorized(`Bearer ${client.token}`, 'live'), 'This is a test token, and you called the live API.'],
    [
      logIn(clientSecret, 'live'),
      'This looks like a test secret. Use it with http://localhost:3000/test/api.',
    ],
    // The same for a secret and an account that don't exist.
    [
      logIn(unknownSecret, 'live', 'acc_x'),
      'This looks like a test secret. Use it with http://localhost:3000/test/api.',
    ],
    [
      logIn(unknownSecret, 'test'),
      'Compare both with the Developers page in the portal. If you’ve lost the secret, create a new one.',
    ],
    [
      sendApiRequest('test', 'GET', '/transactions', {
        headers: { Authorization: `Bearer ${client.token}` },
      }),
      'GET isn’t supported here, only POST. To retrieve one, use GET /transactions/{trx_id}. To list what happened, use GET /events, or download a CSV in the portal.',
    ],
    [client.get('/card_tokens/tok_x'), 'GET isn’t supported here, only DELETE.'],
    [client.get('/auth/token'), 'GET isn’t supported here, only POST.'],
    [client.get('/transaction?type=order_id&id=x'), 'No payment has this order_id.'],
    [client.get('/transaction?type=external_id&id=x'), 'No transaction has this external_id.'],
    [client.get('/events?limit=1&limit=2'), 'limit is sent more than once.'],
    [client.get('/events?foo=1'), 'foo isn’t a parameter of this request.'],
    [client.post('/intents/card', {}), 'external_id is required.'],
  ];
  for (const [reply, detail] of cases) {
    const { json, text } = await reply;
    expect(json.detail).toBe(detail);
    for (const secret of [clientSecret, client.token, unknownSecret]) expect(text).not.toContain(secret);
  }
});

test.each([
  ['/intents/payment/int_x/cancel', 'No payment intent has this ID.'],
  ['/payment_links/plink_x/activate', 'No payment link has this ID.'],
  ['/payment_links/plink_x/deactivate', 'No payment link has this ID.'],
])('POST %s needs no body', async (path, detail) => {
  const client = await buildApiClient();
  const send = (body: string | undefined, type?: string) =>
    sendApiRequest('test', 'POST', path, {
      headers: { Authorization: `Bearer ${client.token}`, ...(type && { 'Content-Type': type }) },
      body,
    });
  for (const reply of [
    await send(undefined),
    await send(''),
    await send('', 'application/x-www-form-urlencoded'),
    await send('{}', 'application/json'),
  ])
    expect(reply).toMatchObject({ status: 404, json: { detail } });
  expect(await send('{}', 'text/plain')).toMatchObject({ status: 415 });
  expect(await send('{"a":1}', 'application/json')).toMatchObject({ status: 422 });
  expect(await send('{', 'application/json')).toMatchObject({ status: 400 });
});

test('an unknown URL is reported before what is wrong with the body', async () => {
  const client = await buildApiClient();
  const { status, json } = await client.post('/intents/card/int_1/revoke', undefined as never);
  expect({ status, code: json.code, detail: json.detail }).toMatchObject({
    status: 404,
    code: 'not_found',
    detail: expect.stringContaining('This URL doesn’t exist.'),
  });
});

test('an email address may have a domain with other letters, which is stored as browsers send it', async () => {
  const client = await buildApiClient();
  const send = (email: string) => client.post('/transactions', paymentBody({ cardHolder: { email } }));
  const { json } = await send('ada@Bücher.example');
  expect((await prisma.transaction.findUniqueOrThrow({ where: { id: json.id } })).order).toMatchObject({
    card_holder: { email: 'ada@xn--bcher-kva.example' },
  });
  for (const email of ['jörg@example.com', 'ada@bü cher.example'])
    expect(listFieldErrors((await send(email)).json)).toEqual(['order.card_holder.email invalid_value']);
});

import { beforeAll, expect, test } from 'vitest';
import { createApi } from '~/api/api';
import { describeApi } from '~/api/description/openapi';
import type { OpenApiSchema } from '~/platform/api-description/openapi-document';
import { createId } from '~/platform/ids';
import { buildApiClient, type ApiClient } from '../../world/api-client';
import { paymentBody } from '../../world/payments/payments';

const { document } = describeApi(createApi('test'), 'test');

let client: ApiClient;
beforeAll(async () => void (client = await buildApiClient()));

// Indonesian rupiahs have the largest maximum amount.
const order = {
  order_id: 'order-1',
  order_amount: 10_000,
  order_currency: 'IDR',
  order_items: [
    {
      name: 'Tea',
      quantity: 1,
      unit_price: 10_000,
      sku: 'tea-1',
      description: 'Loose tea',
      image_url: 'https://shop.example/tea.png',
      tax_amount: 0,
      total_amount: 10_000,
    },
  ],
  card_holder: {
    first_name: 'Ada',
    middle_name: 'A',
    last_name: 'Example',
    email: 'ada@example.com',
    phone: '+4930123456',
    address_1: 'Street 1',
    address_2: 'Floor 2',
    postal_code: '10115',
    city: 'Berlin',
    state: 'Berlin',
    country: 'DE',
  },
};
const redirectUrls = { success: 'https://shop.example/ok', failure: 'https://shop.example/no' };

/** A complete valid body for each request, without the external_id. */
const bodies: Record<string, object> = {
  '/auth/token': { client_id: 'acc_none', client_secret: 'sk_none' },
  '/transactions': {
    operation: 'authorize',
    order,
    card: paymentBody().card,
    return_url: 'https://shop.example/back',
    browser: {
      accept_header: 'text/html',
      user_agent: 'Mozilla/5.0',
      language: 'en-US',
      ip_address: '198.51.100.7',
      color_depth: 24,
      screen_width: 1_280,
      screen_height: 800,
      time_zone_offset: -60,
    },
  },
  '/transactions/{trx_id}': { operation: 'capture', amount: 1, reason: 'shipped' },
  '/refunds': { trx_id: createId('trx'), amount: 1, reason: 'returned' },
  '/intents/payment': { order, redirect_urls: redirectUrls },
  '/intents/card': { redirect_urls: redirectUrls },
};

const link = { name: 'Gift', currency: 'IDR' };
const item = { name: 'Gift', description: 'Loose tea', unit_price: 1, quantity: 1 };

/** A valid body for this field. Some fields exclude or limit one another. */
function buildBody({ path, segments }: Field): object {
  if (!path.startsWith('/payment_links')) return bodies[path] ?? {};
  if (path !== '/payment_links') return {};
  if (segments[0] === 'custom_amount')
    return { ...link, custom_amount: { minimum: 1, maximum: 999_999_999_999 } };
  const isAdjustable = segments.includes('adjustable_quantity') || segments.at(-1) === 'quantity';
  // The quantity is at least the minimum.
  const quantity = segments.at(-1) === 'minimum' ? 999 : 1;
  const items = [
    { ...item, quantity, ...(isAdjustable && { adjustable_quantity: { minimum: 0, maximum: 999 } }) },
  ];
  return { ...link, items };
}

type Segment = string | number;
type Field = { path: string; segments: Segment[]; schema: OpenApiSchema };

function resolve(schema: OpenApiSchema): OpenApiSchema {
  const { $ref, anyOf, allOf, ...own } = schema;
  const base = $ref ? document.components.schemas[$ref.split('/').at(-1)!]! : (anyOf ?? allOf)?.[0];
  return base ? { ...resolve(base), ...own } : schema;
}

/** The texts, numbers, and lists in a request. */
function listFields(path: string, schema: OpenApiSchema, segments: Segment[] = []): Field[] {
  const resolved = resolve(schema);
  return [
    ...(/string|integer|array/.test(resolved.type ?? '') ? [{ path, segments, schema: resolved }] : []),
    ...Object.entries(resolved.properties ?? {}).flatMap(([name, member]) =>
      listFields(path, member, [...segments, name]),
    ),
    ...(resolved.items ? listFields(path, resolved.items, [...segments, 0]) : []),
  ];
}

const fields = Object.entries(document.paths).flatMap(([path, { post }]) =>
  post ? listFields(path, post.requestBody!.content['application/json'].schema) : [],
);

test('the description limits every text, number, and list in a request', () => {
  expect(fields.length).toBeGreaterThan(60);
  const isLimited = ({ maxLength, maximum, maxItems, pattern, enum: values, format }: OpenApiSchema) =>
    [maxLength, maximum, maxItems, pattern, values].some((limit) => limit !== undefined) ||
    format?.startsWith('date');
  expect(fields.filter(({ schema }) => !isLimited(schema))).toEqual([]);
});

/** The body with another value for one field. */
function withValue(body: unknown, [segment, ...rest]: Segment[], value: unknown): unknown {
  if (segment === undefined) return value;
  const member = (body as Record<Segment, unknown>)[segment];
  const changed = withValue(member, rest, value);
  return Array.isArray(body)
    ? body.with(Number(segment), changed)
    : { ...(body as object), [segment]: changed };
}

/** Sends a valid request with this value. The names of the fields that are reported as invalid. */
async function sendValue(field: Field, value: unknown) {
  const { path, segments } = field;
  const body = path === '/auth/token' ? {} : { external_id: createId('req') };
  const { status, json } = await client.post(
    path.replace('{trx_id}', createId('trx')),
    withValue({ ...body, ...buildBody(field) }, segments, value),
  );
  const errors = (json.errors ?? []) as { field: string }[];
  return { status, invalidFields: errors.map(({ field }) => field) };
}

/** A text of a length that is valid in other respects. */
function buildText({ segments }: Field, length: number): string {
  const [start, end] = texts[String(segments.at(-1))] ?? ['', ''];
  if (length < start.length + end.length) return 'x'.repeat(length);
  return start + 'a'.repeat(length - start.length - end.length) + end;
}

const texts: Record<string, [start: string, end: string]> = {
  email: ['', '@example.com'],
  image_url: ['https://shop.example/', ''],
  redirect_url: ['https://shop.example/', ''],
  return_url: ['https://shop.example/', ''],
  success: ['https://shop.example/', ''],
  failure: ['https://shop.example/', ''],
  order_currency: ['EUR', ''],
  currency: ['EUR', ''],
  country: ['DE', ''],
  language: ['abcdefgh-abcdefgh-abcdefgh-abcdef-', ''],
  ip_address: ['0000:0000:0000:0000:0000:ffff:192.168.100.228', ''],
};

function listLimits(field: Field): [limit: string, accepted: unknown, rejected: unknown][] {
  const { minimum, maximum, minLength, maxLength, maxItems } = field.schema;
  const limits: [string, number | undefined, number, (value: number) => unknown][] = [
    ['minimum', minimum, -1, (value) => value],
    ['maximum', maximum, 1, (value) => value],
    ['minLength', minLength, -1, (length) => buildText(field, length)],
    ['maxLength', maxLength, 1, (length) => buildText(field, length)],
    ['maxItems', maxItems, 1, (length) => Array.from({ length }, () => item)],
  ];
  return limits.flatMap(([name, limit, step, build]) =>
    limit === undefined ? [] : [[name, build(limit), build(limit + step)]],
  );
}

const documentedLimits = fields.flatMap((field) =>
  listLimits(field).map(
    ([limit, accepted, rejected]) =>
      [limit, field.segments.join('.'), field.path, { field, accepted, rejected }] as const,
  ),
);

test.each(documentedLimits)(
  'a value at the %s of %s in %s is accepted, and one beyond it is rejected',
  async (_limit, name, _path, { field, accepted, rejected }) => {
    expect((await sendValue(field, accepted)).invalidFields).toEqual([]);
    expect(await sendValue(field, rejected)).toEqual({ status: 422, invalidFields: [name] });
  },
);

test('the limit of a card token holds too', async () => {
  const { maxLength } = document.components.schemas.CardTokenInput!.properties!.token!;
  const pay = async (length: number) => {
    const card = { token: 'x'.repeat(length) };
    const { json } = await client.post('/transactions', { ...paymentBody(), card });
    return json.errors as unknown;
  };
  expect(await pay(maxLength!)).toMatchObject([{ field: 'card.token', code: 'unknown_card_token' }]);
  expect(await pay(maxLength! + 1)).toMatchObject([{ field: 'card.token', code: 'too_big' }]);
});

test.each([
  ['card.pan', ['4242424242424242', '4242 4242-4242 4242', ' 4000000000000000006 '], ['4242', 'card']],
  ['card.code', ['123'], ['12', '12345', '12a', '']],
  [
    'card.expiry',
    ['12/40', '1240', '122040', '12/2040', '12-40', '2040-12', '1/40', ' 12 / 40 '],
    ['12', '', '12/20401', '12.40'],
  ],
  ['order.card_holder.phone', ['+4930123456'], ['004930123456', '+0301234567']],
  ['order.card_holder.country', ['DE', 'de'], ['D1', 'D ']],
  ['order.order_currency', ['EUR', 'eur'], ['E1R', 'EU ']],
  ['browser.language', ['en', 'zh-Hant-TW'], ['e', 'en_US', '-']],
  ['external_id', ['a', ' a '], [' ', '\u00a0']],
])('the pattern of %s and the validation agree', async (name, accepted, rejected) => {
  const field = fields.find(({ path, segments }) => path === '/transactions' && segments.join('.') === name)!;
  const pattern = new RegExp(field.schema.pattern!, 'u');
  for (const value of accepted) {
    expect(value).toMatch(pattern);
    expect({ value, fields: (await sendValue(field, value)).invalidFields }).toEqual({ value, fields: [] });
  }
  for (const value of rejected) {
    expect(value).not.toMatch(pattern);
    expect({ value, ...(await sendValue(field, value)) }).toEqual({
      value,
      status: 422,
      invalidFields: [name],
    });
  }
});

test('the limits of a query parameter hold too', async () => {
  const { schema } = document.paths['/transaction']!.get!.parameters!.find(({ name }) => name === 'id')!;
  expect(schema).toMatchObject({ minLength: 1, maxLength: 255 });
  const find = async (length: number) =>
    (await client.get(`/transaction?type=external_id&id=${'x'.repeat(length)}`)).status;
  expect([await find(1), await find(255), await find(0), await find(256)]).toEqual([404, 404, 400, 400]);
});

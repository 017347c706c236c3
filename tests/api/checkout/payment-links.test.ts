import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient } from '../../world/api-client';

const link = {
  external_id: 'workshop-june',
  name: 'Workshop on June 12',
  currency: 'EUR',
  items: [{ name: 'Ticket', unit_price: 4_500, adjustable_quantity: { minimum: 1, maximum: 10 } }],
  button_text: 'book',
  thank_you_text: 'See you in June.\nBring a cup.',
  expires_at: '2040-06-12T18:00:00+02:00',
  maximum_payments: 40,
};

test('a payment link is created once, retrieved, deactivated, and activated again', async () => {
  const client = await buildApiClient();
  const created = await client.post('/payment_links', link);
  expect(created.json).toEqual({
    ...link,
    id: expect.stringMatching(/^plink_/),
    url: expect.stringMatching(/\/test\/checkout\/links\/plink_\w+$/),
    status: 'active',
    items: [{ ...link.items[0], quantity: 1 }],
    email_required: false,
    expires_at: '2040-06-12T16:00:00.000Z',
    visits: 0,
    created_at: expect.any(String),
  });
  const replayed = await client.post('/payment_links', link);
  expect(replayed.json).toEqual(created.json);
  expect(replayed.headers.get('idempotent-replayed')).toBe('true');
  const path = `/payment_links/${created.json.id as string}`;
  expect((await client.get(path)).json).toEqual(created.json);
  expect((await client.post(`${path}/deactivate`, {})).json.status).toBe('inactive');
  expect((await client.post(`${path}/deactivate`, {})).json.status).toBe('inactive');
  expect((await client.post(`${path}/activate`, {})).json).toEqual(created.json);
});

test('an expired link stays expired', async () => {
  const client = await buildApiClient();
  const { id } = (await client.post('/payment_links', link)).json;
  await prisma.paymentLink.update({ where: { id: id as string }, data: { expiresAt: new Date(0) } });
  for (const action of ['deactivate', 'activate'])
    expect((await client.post(`/payment_links/${id as string}/${action}`, {})).json.status).toBe('expired');
});

test('a repeated request gets the first reply, although the link has been opened and deactivated since', async () => {
  const client = await buildApiClient();
  const created = await client.post('/payment_links', link);
  const id = created.json.id as string;
  await prisma.paymentLink.update({ where: { id }, data: { visits: 3 } });
  await client.post(`/payment_links/${id}/deactivate`, {});
  expect((await client.get(`/payment_links/${id}`)).json).toMatchObject({ status: 'inactive', visits: 3 });
  const replayed = await client.post('/payment_links', link);
  expect(replayed.text).toBe(created.text);
  expect(replayed.headers.get('idempotent-replayed')).toBe('true');
});

test('a link without a name has the name of its first item', async () => {
  const client = await buildApiClient();
  const { name: _, ...unnamed } = link;
  const created = await client.post('/payment_links', unnamed);
  expect(created.json.name).toBe('Ticket');
  const named = await client.post('/payment_links', { ...unnamed, name: 'Ticket' });
  expect(named.json.id).toBe(created.json.id);
});

test('other content with the same external_id is a conflict that names the link', async () => {
  const client = await buildApiClient();
  const { json } = await client.post('/payment_links', link);
  const conflict = await client.post('/payment_links', { ...link, currency: 'USD' });
  expect(conflict).toMatchObject({
    status: 409,
    json: { code: 'external_id_conflict', payment_link_id: json.id, differing_fields: ['currency'] },
  });
});

test.each([
  ['items', { items: undefined }],
  ['name', { name: undefined, items: undefined, custom_amount: { minimum: 100, maximum: 200 } }],
  ['items', { custom_amount: { minimum: 100, maximum: 200 } }],
  ['items', { items: [{ name: 'Yacht', unit_price: 99_999_999, quantity: 2 }] }],
  [
    'items.0.adjustable_quantity.maximum',
    { items: [{ ...link.items[0], adjustable_quantity: { minimum: 5, maximum: 2 } }] },
  ],
  [
    'items.0.quantity',
    { items: [{ ...link.items[0], quantity: 9, adjustable_quantity: { minimum: 1, maximum: 8 } }] },
  ],
  [
    'items.0.quantity',
    { items: [{ ...link.items[0], quantity: 1, adjustable_quantity: { minimum: 2, maximum: 8 } }] },
  ],
  ['custom_amount.maximum', { items: undefined, custom_amount: { minimum: 300, maximum: 200 } }],
  [
    'custom_amount.suggested',
    { items: undefined, custom_amount: { minimum: 100, maximum: 200, suggested: 50 } },
  ],
  ['button_text', { button_text: 'buy' }],
  ['redirect_url', { redirect_url: 'https://shop.example/thanks' }],
  ['redirect_url', { thank_you_text: undefined, redirect_url: 'javascript:alert(1)' }],
  ['expires_at', { expires_at: '2020-01-01T00:00:00Z' }],
  ['maximum_payments', { maximum_payments: 0 }],
  ['name', { name: '4242 4242 4242 4242' }],
  ['thank_you_text', { thank_you_text: 'a\u202eb' }],
])('%s is rejected in %j', async (field, changes) => {
  const client = await buildApiClient();
  const { status, json } = await client.post('/payment_links', { ...link, ...changes });
  expect(status).toBe(422);
  expect((json.errors as { field: string }[]).map((error) => error.field)).toContain(field);
});

test('a link needs either items or an amount that the payer chooses', async () => {
  const client = await buildApiClient();
  const create = async (changes: object) =>
    (await client.post('/payment_links', { ...link, ...changes })).json;
  expect((await create({ items: undefined })).errors).toEqual([
    { field: 'items', code: 'required', message: 'is required unless you send custom_amount' },
  ]);
  const severalErrors = await create({
    items: undefined,
    currency: 'XXY',
    custom_amount: { minimum: 9, maximum: 8, suggested: 0 },
    name: undefined,
  });
  expect((severalErrors.errors as { field: string }[]).map(({ field }) => field).sort()).toEqual([
    ...['currency', 'custom_amount.maximum', 'custom_amount.suggested', 'name'],
  ]);
  expect((await create({ items: undefined, currency: undefined })).errors).toMatchObject([
    ...[{ field: 'currency' }, { field: 'items', code: 'required' }],
  ]);
  expect((await create({ custom_amount: { minimum: 100, maximum: 200 } })).errors).toEqual([
    {
      field: 'items',
      code: 'unknown_field',
      message: 'can’t be combined with custom_amount. Send one of them',
    },
  ]);
});

test.each([
  [
    { items: [{ name: 'Gift', unit_price: 1, quantity: 0 }] },
    { field: 'items', code: 'too_small', message: 'must total at least 1' },
  ],
  [
    { items: [{ name: 'Yacht', unit_price: 99_999_999, quantity: 2 }] },
    { field: 'items', code: 'too_big', message: 'must total at most 99999999' },
  ],
  [
    {
      items: [
        {
          ...{ name: 'Yacht', unit_price: 99_999_999, quantity: 1 },
          adjustable_quantity: { minimum: 1, maximum: 2 },
        },
      ],
    },
    { field: 'items', code: 'too_big', message: 'must total at most 99999999 at their highest quantities' },
  ],
  [
    { items: undefined, custom_amount: { minimum: 1, maximum: 100_000_000 } },
    { field: 'custom_amount.maximum', code: 'too_big', message: 'must be at most 99999999' },
  ],
])('a total outside the limits of the currency is reported: %j', async (changes, error) => {
  const client = await buildApiClient();
  expect((await client.post('/payment_links', { ...link, ...changes })).json.errors).toEqual([error]);
});

test('another merchant, and the other environment, find no link (threat T1)', async () => {
  const [client, other] = [await buildApiClient(), await buildApiClient()];
  const { json } = await client.post('/payment_links', link);
  for (const id of [json.id as string, 'plink_1', 'int_1']) {
    expect((await other.get(`/payment_links/${id}`)).status).toBe(404);
    expect((await other.post(`/payment_links/${id}/deactivate`, {})).status).toBe(404);
  }
  expect((await client.get(`/payment_links/${json.id as string}`)).json.status).toBe('active');
});

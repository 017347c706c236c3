import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findItemImage } from '~/payments/checkout/item-images/item-images';
import { createId } from '~/platform/ids';
import { openBrowser } from '../../../tests/world/browser';
import { startWebhookReceiver, type WebhookReceiver } from '../../../tests/peers/services/webhook-receiver';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildPaymentIntent, payPaymentIntent } from '../../../tests/world/payments/payment-intents';
import { html, jpegPage, png, svg } from '../../../tests/world/documents/sample-files';

let shop: WebhookReceiver;
beforeAll(async () => {
  const files: Record<string, Buffer> = {
    '/tea.jpg': await jpegPage(),
    '/cup.png': await png(),
    '/logo.svg': svg(),
    '/page.html': html(),
  };
  shop = await startWebhookReceiver((response, request) => {
    const file = files[request.url!.replace(/\?.*/, '')];
    response.writeHead(file ? 200 : 404).end(file);
  });
});
afterAll(() => shop.stop());

/** The checkout of an order with these images. */
async function openCheckout(paths: (string | null)[]) {
  const merchant = await buildMerchant();
  const built = await buildPaymentIntent(merchant, {
    order: {
      order_amount: 2_500,
      order_currency: 'EUR',
      order_items: paths.map((path, i) => ({
        name: `Item ${i}`,
        unit_price: 100,
        ...(path && { image_url: `${shop.url}${path}` }),
      })),
    },
  });
  const { accountId, intentId } = built.address;
  const browser = openBrowser();
  const open = async (item: string, changes: Record<string, string> = {}, base = '/test/checkout') => {
    const query = new URLSearchParams({ client_id: accountId, intent_id: intentId, item, ...changes });
    const response = await browser.open(`${base}/item-image?${query}`);
    return {
      status: response.status,
      headers: Object.fromEntries([...response.headers].filter(([name]) => name !== 'x-request-id')),
      body: Buffer.from(await response.arrayBuffer()),
    };
  };
  const openPage = async () =>
    (await browser.open(`/test/checkout?client_id=${accountId}&intent_id=${intentId}`)).text();
  return { merchant, built, open, openPage, address: built.address };
}

test('an item’s image is a small WebP without anything else of the file', async () => {
  const { open } = await openCheckout(['/tea.jpg']);
  const { status, headers, body } = await open('0');
  expect({ status, headers }).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'image/webp',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=3600',
    },
  });
  expect(await sharp(body).metadata()).toMatchObject({ format: 'webp', width: 192, height: 192 });
  expect(body.toString('latin1')).not.toMatch(/script|html|Exif|Ada/i);
});

test('the page names our own URLs only, and each item has its image', async () => {
  const { open, openPage } = await openCheckout(['/tea.jpg', null, '/cup.png']);
  const page = await openPage();
  expect(page).not.toContain(new URL(shop.url).host);
  const images = [...page.matchAll(/<img [^>]*>/g)].map(([tag]) => tag);
  expect(images.map((tag) => /&amp;item=(\d+)"/.exec(tag)?.[1])).toEqual(['0', '2']);
  for (const tag of images)
    expect(tag).toMatch(
      /^<img loading="lazy" src="\/test\/checkout\/item-image\?[^"]*" alt="" width="64" height="64" decoding="async"/,
    );
  expect(shop.received.filter(({ path }) => path === '/cup.png')).toEqual([]);
  expect((await open('2')).status).toBe(200);
  expect(shop.received.filter(({ path }) => path === '/cup.png')).toHaveLength(1);
});

test('a page without images has no place for them', async () => {
  const { openPage } = await openCheckout([null, null]);
  expect(await openPage()).not.toMatch(/<img|size-12/);
});

test('every reason why there is no image has the same response', async () => {
  const { open } = await openCheckout(['/tea.jpg', null, '/missing.png', '/logo.svg', '/page.html']);
  const stranger = await openCheckout(['/tea.jpg']);
  const unknown = await open('0', { intent_id: createId('int') });
  expect(unknown).toMatchObject({
    status: 404,
    headers: { 'content-type': 'image/gif', 'cache-control': 'no-store' },
  });
  expect(await sharp(unknown.body).metadata()).toMatchObject({ format: 'gif', width: 1, hasAlpha: true });
  const received = shop.received.length;
  for (const [item, changes, base] of [
    ['1'],
    ['2'],
    ['3'],
    ['4'],
    ['5'],
    ['-1'],
    ['1e0'],
    ['__proto__'],
    [''],
    ['0', { client_id: stranger.address.accountId }],
    ['0', { intent_id: stranger.address.intentId }],
    ['0', { client_id: '\0', intent_id: '\0' }],
    ['0', {}, '/checkout'],
  ] as const)
    expect(await open(item, changes, base)).toEqual(unknown);
  expect(shop.received.slice(received).map(({ path }) => path)).toEqual([
    '/missing.png',
    '/logo.svg',
    '/page.html',
  ]);
});

test('a request can’t choose what is loaded', async () => {
  const { open } = await openCheckout([null]);
  const received = shop.received.length;
  for (const name of ['url', 'image_url', 'src'])
    expect((await open('0', { [name]: `${shop.url}/tea.jpg` })).status).toBe(404);
  expect(shop.received).toHaveLength(received);
});

test('images are there only while the order can be paid', async () => {
  const { open, built } = await openCheckout(['/tea.jpg']);
  expect((await open('0')).status).toBe(200);
  await payPaymentIntent(built);
  expect((await open('0')).status).toBe(404);
});

test(
  'a merchant can have two hundred images loaded in ten minutes in test',
  { timeout: 60_000 },
  async () => {
    const missing = Array.from({ length: 200 }, (_, i) => `/missing.png?${i}`);
    const { merchant, address } = await openCheckout(missing);
    for (let item = 0; item < 200; item++) expect(await findItemImage({ ...address, item })).toBeNull();
    const received = shop.received.length;
    const { address: another } = await buildPaymentIntent(merchant, {
      order: {
        order_amount: 100,
        order_currency: 'EUR',
        order_items: [{ name: 'Tea', unit_price: 100, image_url: `${shop.url}/tea.jpg` }],
      },
    });
    expect(await findItemImage({ ...another, item: 0 })).toBeNull();
    expect(shop.received).toHaveLength(received);
  },
);

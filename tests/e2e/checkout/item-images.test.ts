import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../peers/browser/accessibility';
import { sharedChromium } from '../../peers/browser/chromium';
import { listReflowIssues } from '../../peers/browser/reflow';
import { openSite, type Site } from '../../peers/browser/site';
import { connectMerchant, type ConnectedMerchant } from '../../peers/merchant-client';
import { createCertificate } from '../../peers/services/certificates';
import { startWebhookReceiver, type WebhookReceiver } from '../../peers/services/webhook-receiver';

let site: Site;
let shop: WebhookReceiver;
let merchant: ConnectedMerchant;

const phone = { viewport: { width: 390, height: 844 } };
const desktop = { viewport: { width: 1280, height: 900 } };

beforeAll(async () => {
  const { authority, key, certificate } = await createCertificate('localhost');
  const background = '#0b5f5a';
  const jpeg = await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();
  shop = await startWebhookReceiver(
    (response, { url }) => (url === '/missing.jpg' ? response.writeHead(404).end() : response.end(jpeg)),
    { key: readFileSync(key, 'utf8'), cert: readFileSync(certificate, 'utf8') },
  );
  site = await openSite({ NODE_EXTRA_CA_CERTS: authority });
  merchant = await connectMerchant(site);
});

afterAll(async () => {
  await shop.stop();
  await site.close();
});

const tea = () => ({ name: 'Tea', quantity: 2, unit_price: 1_450, image_url: `${shop.url}/tea.jpg` });
const delivery = { name: 'Delivery', unit_price: 500 };

async function createCheckoutUrl(items: object[]): Promise<string> {
  const { json } = await merchant.call('/intents/payment', {
    external_id: randomUUID(),
    order: { order_amount: 3_400, order_currency: 'EUR', order_items: items },
    redirect_urls: { success: 'http://localhost/ok', failure: 'http://localhost/no' },
  });
  return `${site.origin}/test/checkout?${new URLSearchParams({ client_id: merchant.clientId, intent_id: String(json.intent_id) })}`;
}

async function openCheckout(options: BrowserContextOptions, items: object[]) {
  const payer = await site.visit(options);
  const hosts = new Set<string>();
  const images: string[] = [];
  payer.context.on('request', (request) => {
    hosts.add(new URL(request.url()).host);
    if (request.url().includes('/item-image?')) images.push(request.url());
  });
  await payer.page.goto(await createCheckoutUrl(items));
  return { ...payer, hosts, images };
}

/** From outside of the page, which may have no scripts. */
const readWidths = (page: Page) =>
  page
    .locator('table img')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));

test.each([
  ['a phone with scripts', { ...phone, colorScheme: 'dark' }, true],
  ['a desktop without scripts', desktop, false],
] as const)(
  'on %s, items have their images, and only our host is contacted',
  async (_, options, javaScriptEnabled) => {
    const { page, hosts, leave } = await openCheckout({ ...options, javaScriptEnabled }, [tea(), delivery]);
    await expect.poll(() => readWidths(page)).toEqual([192]);
    expect([...hosts]).toEqual([new URL(site.origin).host]);
    expect(await page.locator('table').getByRole('img').count()).toBe(0);
    expect(await page.getByRole('row').allTextContents()).toEqual([
      'ItemAmount',
      'Tea2 × €14.50€29.00',
      'Delivery€5.00',
      'Total€34.00',
    ]);
    if (javaScriptEnabled) {
      expect(await listViolations(page)).toEqual([]);
      expect(await listReflowIssues(page)).toEqual([]);
    }
    expect(shop.received.filter(({ path }) => path === '/tea.jpg')).toHaveLength(1);
    expect(shop.received.at(-1)!.headers).not.toHaveProperty('referer');
    await leave();
  },
);

test('an image that can’t be loaded leaves a drawing in its place, of the same size', async () => {
  // Browsers report a missing image on the console, which visitors of the site may not.
  const context = await (await sharedChromium()).newContext(desktop);
  const page = await context.newPage();
  const missing = { ...tea(), image_url: `${shop.url}/missing.jpg` };
  await page.goto(await createCheckoutUrl([tea(), missing]));
  await expect.poll(() => readWidths(page)).toEqual([192, 1]);
  const images = page.locator('table img');
  const boxes = await Promise.all([0, 1].map((i) => images.nth(i).boundingBox()));
  expect(boxes.map((box) => [box!.width, box!.height])).toEqual([
    [62, 62],
    [62, 62],
  ]);
  expect(await page.locator('table svg').nth(1).isVisible()).toBe(true);
  await context.close();
});

test('of a long order, only the visible images are loaded', async () => {
  const items = Array.from({ length: 200 }, (_, i) => ({
    name: `Tea ${i}`,
    unit_price: 17,
    image_url: `${shop.url}/${i}.jpg`,
  }));
  const { page, images, leave } = await openCheckout(phone, items);
  await page.locator('details summary').first().waitFor();
  expect(images).toEqual([]);
  await page.locator('details summary').first().click();
  await expect.poll(async () => (await readWidths(page)).slice(0, 5)).toEqual([192, 192, 192, 192, 192]);
  expect(images.length).toBeLessThan(80);
  await leave();
});

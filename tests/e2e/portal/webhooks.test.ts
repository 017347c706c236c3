import { afterAll, beforeAll, expect, test } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { listViolations } from '../../peers/browser/accessibility';
import { connectMerchant } from '../../peers/merchant-client';
import { logInOnPage } from '../../peers/browser/registration';
import { respondOk, startWebhookReceiver, type WebhookReceiver } from '../../peers/services/webhook-receiver';
import { openSite, type Site } from '../../peers/browser/site';

let site: Site;
let receiver: WebhookReceiver;

beforeAll(async () => {
  [site, receiver] = await Promise.all([openSite(), startWebhookReceiver()]);
});

afterAll(async () => {
  await receiver.stop();
  await site.close();
});

test("an endpoint is added, receives a payment's event within moments, gets retries after a failure, and is disabled", async () => {
  const { page, leave } = await site.visit({ permissions: ['clipboard-read', 'clipboard-write'] });
  const [, email, password] = /Demo login +(\S+) +password (\S+)/.exec(site.output())!;
  await logInOnPage(site, page, { email: email!, password: password! });
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByRole('button', { name: 'Test', exact: true, pressed: true }).waitFor();
  await page.goto(`${site.origin}/developers/webhooks`);
  await page.getByRole('link', { name: 'Add endpoint' }).click();
  await page.getByLabel('URL', { exact: true }).fill(`${receiver.url}/hooks`);
  await page.getByLabel('Selected events').check();
  await page.getByLabel('transaction.captured').check();
  expect(await listViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add endpoint' }).dblclick();
  const secret = await page.getByText(/^whsec_/).innerText();
  expect(await listViolations(page)).toEqual([]);
  await page.reload();
  expect(await page.getByText(/^whsec_/).count()).toBe(0);

  // The first attempt fails.
  receiver.answer((response) => response.writeHead(500).end('not yet'));
  const merchant = await connectMerchant(site);
  const paid = await merchant.call('/transactions', {
    operation: 'authcap',
    external_id: 'hooked',
    order: { order_id: 'hooked', order_amount: 990, order_currency: 'EUR' },
    card: { pan: '4242424242424242', code: '123', expiry: '12/40' },
  });
  await expect.poll(() => receiver.received.length, { timeout: 30_000, interval: 50 }).toBe(1);
  const [{ body, headers }] = receiver.received as [(typeof receiver.received)[number]];
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
    type: 'transaction.captured',
    data: { id: paid.json.id },
  });

  receiver.answer(respondOk);
  await page.reload();
  await page.getByRole('link', { name: 'transaction.captured' }).click();
  await page.getByRole('heading', { name: 'Returned 500' }).waitFor();
  expect(await listViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send again' }).click();
  // The page refreshes on its own. The automatic retry may have succeeded too.
  await page.getByRole('heading', { name: 'Returned 200' }).first().waitFor();
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  await page.getByRole('button', { name: 'Copy Body' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(body);

  await page.getByRole('link', { name: String(paid.json.id) }).click();
  await page
    .getByText(/ to localhost/)
    .first()
    .waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Endpoint' }).click();
  // On a phone, a long name has two lines.
  await page.setViewportSize({ width: 390, height: 800 });
  const name = page.getByRole('link', { name: 'transaction.captured' });
  expect(await name.evaluate((link) => getComputedStyle(link).textAlign)).toBe('left');
  await page.getByRole('button', { name: 'Disable endpoint' }).click();
  await page.getByText('Endpoint disabled', { exact: true }).waitFor();
  expect(await listViolations(page)).toEqual([]);
  await leave();
});

test("the demo's endpoints receive events on another port than the first", async () => {
  // The folder was prepared by a server on its own port.
  const { page, leave } = await site.visit();
  const [, email, password] = /Demo login +(\S+) +password (\S+)/.exec(site.output())!;
  await logInOnPage(site, page, { email: email!, password: password! });
  await page.goto(`${site.origin}/developers/webhooks`);
  await page.getByRole('link', { name: `${site.origin}/demo/shop/webhooks` }).click();
  await page.getByRole('link', { name: 'transaction.captured' }).first().waitFor();
  const merchant = await connectMerchant(site);
  await merchant.call('/transactions', {
    operation: 'authcap',
    external_id: 'after-the-move',
    order: { order_id: 'after-the-move', order_amount: 1_450, order_currency: 'EUR' },
    card: { pan: '4242424242424242', code: '123', expiry: '12/40' },
  });
  await expect
    .poll(async () => (await fetch(`${site.origin}/demo/shop`)).text(), { timeout: 30_000, interval: 200 })
    .toContain('after-the-move');
  await leave();
});

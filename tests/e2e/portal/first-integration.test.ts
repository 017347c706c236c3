import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listReflowIssues } from '../../peers/browser/reflow';
import { register } from '../../peers/browser/registration';
import { openSite, type Site } from '../../peers/browser/site';
import { startShop } from '../../peers/services/merchant-shop';
import { fillCard, type Visitor } from '../../peers/browser/visitor';

let site: Site;
beforeAll(async () => void (site = await openSite()));
afterAll(() => site.close());

describe('a merchant who is new to the product', () => {
  const email = 'ada@walk.example';
  let merchant: Visitor;
  let credentials: { client_id: string; client_secret: string };
  let signingSecret: string;
  beforeAll(async () => void (merchant = await site.visit()));
  afterAll(() => merchant.leave());

  test('registers, follows the link in the email, chooses a password, and sees test credentials', async () => {
    const { page } = merchant;
    await register(site, page, { name: 'Ada Walker', email });

    const text = await page.locator('main').innerText();
    credentials = {
      client_id: /acc_[a-z0-9]+/.exec(text)![0],
      client_secret: /sk_test_[\w-]{43}/.exec(text)![0],
    };
    await page.reload();
    expect(await page.locator('main').innerText()).not.toContain(credentials.client_secret);
  });

  test('finds the signing secret for redirects', async () => {
    const { page } = merchant;
    await page.goto(`${site.origin}/developers`);
    await page.getByRole('link', { name: 'Checkout signing secret' }).click();
    await page.getByText('cs_test_').waitFor();
    signingSecret = /cs_test_[\w-]{43}/.exec(await page.locator('main').innerText())![0];
  });

  test.each([
    ['with scripts', true, 'order-with-scripts'],
    ['without scripts', false, 'order-without-scripts'],
  ])(
    'takes a payment through the hosted checkout, %s: the same amount everywhere',
    async (_, javaScriptEnabled, orderId) => {
      const shop = await startShop(signingSecret);
      const token = (await call('POST', '/auth/token', credentials)).access_token as string;
      const intent = await call(
        'POST',
        '/intents/payment',
        {
          external_id: orderId,
          redirect_urls: { success: shop.success, failure: shop.failure },
          order: {
            order_id: orderId,
            order_amount: 123_450,
            order_currency: 'EUR',
            order_items: [
              { name: 'Teapot', quantity: 3, unit_price: 40_000 },
              { name: 'Delivery', unit_price: 3_450 },
            ],
          },
        },
        token,
      );

      const payer = await site.visit({ javaScriptEnabled });
      const { page } = payer;
      const checkout = `${site.origin}/test/checkout?${new URLSearchParams({ client_id: credentials.client_id, intent_id: intent.intent_id as string })}`;
      await page.goto(checkout);
      const bill = await page.locator('body').innerText();
      for (const part of ['€1,234.50', '€1,200.00', '€34.50', 'Teapot', 'Delivery'])
        expect(bill).toContain(part);

      await fillCard(page, '4242 4242 4242 4242');
      await page.getByRole('button', { name: 'Pay €1,234.50' }).click();
      await page.getByRole('heading', { name: 'Back at the shop: success' }).waitFor();

      const [back] = shop.redirects;
      expect(back).toMatchObject({
        page: 'success',
        hasValidSignature: true,
        parameters: { status: 'CAPTURED', intent_id: intent.intent_id, reference_id: orderId, basket: '7' },
      });
      const id = back!.parameters.transaction_id!;
      const transaction = await call('GET', `/transactions/${id}`, undefined, token);
      expect(transaction).toMatchObject({
        type: 'PAYMENT',
        status: 'CAPTURED',
        order_amount: 123_450,
        order_currency: 'EUR',
        amount_authorized: 123_450,
        amount_captured: 123_450,
        external_id: orderId,
      });

      // Opening the checkout again shows that it's paid.
      await page.goto(checkout);
      expect(await page.locator('body').innerText()).toContain('Payment complete');
      await payer.leave();

      await merchant.page.goto(`${site.origin}/transactions`);
      await merchant.page.getByRole('row').filter({ hasText: orderId }).getByText('€1,234.50').click();
      await merchant.page.waitForURL(`**/transactions/${id}`);
      const timeline = await merchant.page
        .getByRole('listitem')
        .filter({ hasText: 'Authorization and capture' })
        .innerText();
      for (const part of ['€1,234.50', 'checkout', 'Succeeded', 'UTC']) expect(timeline).toContain(part);
      await shop.stop();
    },
  );

  test('sees that a card was declined, keeps the page, and pays with another', async () => {
    const shop = await startShop(signingSecret);
    const token = (await call('POST', '/auth/token', credentials)).access_token as string;
    const order = { order_id: 'order-declined', order_amount: 990, order_currency: 'EUR' };
    const intent = await call(
      'POST',
      '/intents/payment',
      {
        external_id: 'order-declined',
        redirect_urls: { success: shop.success, failure: shop.failure },
        order,
      },
      token,
    );

    const payer = await site.visit({ viewport: { width: 390, height: 844 } });
    const { page } = payer;
    await page.goto(
      `${site.origin}/test/checkout?${new URLSearchParams({ client_id: credentials.client_id, intent_id: intent.intent_id as string })}`,
    );
    await fillCard(page, '4000000000009995');
    await page.getByRole('button', { name: 'Pay €9.90' }).click();
    await page.getByRole('alert').first().waitFor();
    expect(await page.getByLabel('Card number').inputValue()).toBe('');
    await fillCard(page, '5555555555554444');
    await page.getByRole('button', { name: 'Pay €9.90' }).click();
    await page.getByRole('heading', { name: 'Back at the shop: success' }).waitFor();
    expect(shop.redirects).toMatchObject([{ hasValidSignature: true, parameters: { status: 'CAPTURED' } }]);
    // Chromium logs the error's status to its console, so this payer doesn't call leave().
    await payer.context.close();
    await shop.stop();
  });
});

describe('the demo shop', () => {
  test('thanks for a payment that is already settled', async () => {
    const { page, leave } = await site.visit();
    await page.goto(`${site.origin}/demo/shop`);
    await page.getByRole('button', { name: 'Buy Cast-iron teapot' }).click();
    await page.waitForURL('**/test/checkout?*');
    await fillCard(page, '4000000000000077');
    await page.getByRole('button', { name: 'Pay €64.00' }).click();
    await page.getByRole('heading', { name: 'Thank you for your order' }).waitFor();
    expect(await page.locator('main').innerText()).toContain('SETTLED');
    await leave();
  });

  test('sells a teapot and trusts the API, not the URL', async () => {
    const payer = await site.visit();
    const { page } = payer;
    await page.goto(`${site.origin}/demo/shop`);
    await page.getByRole('button', { name: 'Buy Cast-iron teapot' }).click();
    await page.waitForURL('**/test/checkout?*');
    await fillCard(page, '4242424242424242');
    await page.getByRole('button', { name: 'Pay €64.00' }).click();
    await page.getByRole('heading', { name: 'Thank you for your order' }).waitFor();
    const receipt = await page.locator('main').innerText();
    for (const part of ['€64.00', 'CAPTURED']) expect(receipt).toContain(part);
    const narrowest = { fitsPhoneWithLargeText: true };
    expect(await listReflowIssues(page, narrowest)).toEqual([]);
    const value = page.locator('dd', { hasText: 'trx_' });
    await page.setViewportSize({ width: 390, height: 844 });
    const browser = await page.context().newCDPSession(page);
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    expect((await value.boundingBox())!.width).toBeGreaterThan(200);
    const shopPage = await page.context().newPage();
    await expect
      .poll(async () => (await fetch(`${site.origin}/demo/shop`)).text(), { timeout: 30_000, interval: 200 })
      .toContain('transaction.<wbr />captured');
    await shopPage.goto(`${site.origin}/demo/shop`);
    expect(await listReflowIssues(shopPage, narrowest)).toEqual([]);

    const edited = new URL(page.url());
    edited.searchParams.set('reference_id', 'another-order');
    const answer = await fetch(edited);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Invalid redirect');
    await payer.leave();
  });
});

async function call(
  method: string,
  path: string,
  body?: object,
  token?: string,
): Promise<Record<string, unknown>> {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
  const response = await fetch(`${site.origin}/test/api${path}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  expect({ status: response.status, answer }).toMatchObject({ status: 200 });
  return answer;
}

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../peers/browser/accessibility';
import { connectMerchant, type ConnectedMerchant } from '../../peers/merchant-client';
import { openSite, type Site } from '../../peers/browser/site';
import { startShop, type MerchantShop } from '../../peers/services/merchant-shop';
import { fillCard } from '../../peers/browser/visitor';

let site: Site;
let shop: MerchantShop;
let merchant: ConnectedMerchant;

beforeAll(async () => {
  // A slow bank, so that a second click finds the first attempt in progress.
  site = await openSite({ SIMULATOR_DELAY_MS: '150' });
  shop = await startShop('not looked at here');
  merchant = await connectMerchant(site);
});

afterAll(async () => {
  await shop.stop();
  await site.close();
});

async function api(path: string, body?: object) {
  return JSON.parse((await merchant.call(path, body)).text);
}

async function openCardPage(
  redirects: boolean,
  options: Parameters<Site['visit']>[0] = {},
  body: { reason?: string } = {},
) {
  const redirect_urls = redirects ? { success: shop.success, failure: shop.failure } : undefined;
  const { intent_id } = await api('/intents/card', { external_id: randomUUID(), redirect_urls, ...body });
  const payer = await site.visit(options);
  await payer.page.goto(
    `${site.origin}/test/checkout?${new URLSearchParams({ client_id: merchant.clientId, intent_id })}`,
  );
  return {
    ...payer,
    save: payer.page.getByRole('button', { name: 'Save card' }),
    intent: () => api(`/intents/card/${intent_id}`),
  };
}

test.each([true, false])(
  'a double click saves one card, the shop receives its token, and the token can be charged; with scripts: %s',
  async (javaScriptEnabled) => {
    const { page, save, intent, leave } = await openCardPage(true, { javaScriptEnabled });
    await fillCard(page, '4242424242424242');
    await save.dblclick();
    await page.getByRole('heading', { name: 'Back at the shop: success' }).waitFor();
    const { status, card } = await intent();
    expect({ status, token: new URL(page.url()).searchParams.get('token') }).toEqual({
      status: 'completed',
      token: card.token,
    });
    const order = { order_amount: 990, order_currency: 'EUR' };
    expect(
      await api('/transactions', {
        operation: 'authcap',
        external_id: randomUUID(),
        order,
        card: { token: card.token },
      }),
    ).toMatchObject({ status: 'CAPTURED', card: { token: card.token } });
    await leave();
  },
);

test.each([
  [390, 'light'],
  [1280, 'dark'],
] as const)(
  'at %i pixels, %s, the page is accessible in every state, and nothing is cut off',
  async (width, colorScheme) => {
    const { page, save, leave } = await openCardPage(false, {
      viewport: { width, height: 844 },
      colorScheme,
    });
    const readPage = async (heading: string) => {
      await page.getByRole('heading', { name: heading }).first().waitFor();
      expect(await listViolations(page)).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      ).toBeLessThanOrEqual(0);
    };
    await readPage('Save your card');
    await fillCard(page, '4000000000000002');
    await save.click();
    await readPage('Your card was declined and wasn’t saved');
    await fillCard(page, '4242424242424242');
    await save.click();
    await readPage('Your card is saved');
    await leave();
  },
);

test.each([true, false])(
  'a payer agrees to recurring payments by keyboard, and the merchant charges the card; with scripts: %s',
  async (javaScriptEnabled) => {
    const { page, context, save, intent, leave } = await openCardPage(
      true,
      { javaScriptEnabled, viewport: { width: 390, height: 844 } },
      { reason: 'recurring' },
    );
    await fillCard(page, '4242424242424242');
    await save.click();
    const consent = page.getByRole('checkbox', { name: /charge this card for recurring payments/ });
    await page.getByRole('link', { name: 'Check the box to agree' }).click();
    // With the script, nothing was sent.
    expect(await page.getByLabel('Card number').inputValue()).toBe(
      javaScriptEnabled ? '4242 4242 4242 4242' : '',
    );
    expect(await consent.getAttribute('aria-invalid')).toBe('true');
    if (javaScriptEnabled) expect(await listViolations(page)).toEqual([]);
    else await fillCard(page, '4242424242424242');
    await consent.focus();
    await page.keyboard.press('Space');
    expect(await consent.isChecked()).toBe(true);
    if (javaScriptEnabled) expect(await consent.getAttribute('aria-invalid')).toBe(null);
    await save.press('Enter');
    await page.getByRole('heading', { name: 'Back at the shop: success' }).waitFor();
    const { card } = await intent();
    expect(card).toMatchObject({ reason: 'recurring' });
    expect(
      await api('/transactions', {
        operation: 'authcap',
        external_id: randomUUID(),
        order: { order_amount: 990, order_currency: 'EUR' },
        card: { token: card.token, initiator: 'merchant', reason: 'recurring' },
      }),
    ).toMatchObject({ status: 'CAPTURED', card: { initiator: 'merchant', reason: 'recurring' } });
    // Without it, the browser reports that the first form was answered with an error.
    await (javaScriptEnabled ? leave() : context.close());
  },
);

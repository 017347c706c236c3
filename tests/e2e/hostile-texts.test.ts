import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTrade, type Trade } from '../peers/trade';
import { fillCard } from '../peers/visitor';
import { hostileText, hostileTexts } from '../world/hostile-texts';

// Threat T12: whatever merchants, applicants, payers and staff write is text to every page that shows it. Whoever leaves has seen
// no page write an error to its console, as one does whose policy had to stop something, or ask anything of another site.

let trade: Trade;
let { database, site, shop, merchant } = {} as Trade;

beforeAll(async () => {
  trade = await openTrade();
  ({ database, site, shop, merchant } = trade);
});

afterAll(() => trade.close());

const short = '"><img data-x src=x onerror=window.x=1>';

/** Fails when the page took any text for more, or does not show these. */
async function expectText(page: Page, texts: readonly string[] = []): Promise<void> {
  for (const frame of page.frames())
    expect(
      await frame.evaluate(() => [
        (window as { x?: number }).x,
        document.querySelector('[data-x]')?.outerHTML,
      ]),
      frame.url(),
    ).toEqual([undefined, undefined]);
  const shown = (await page.locator('body').textContent())!;
  expect(
    texts.filter((text) => !shown.includes(text)),
    page.url(),
  ).toEqual([]);
}

async function look(page: Page, path: string, texts: readonly string[] = []): Promise<void> {
  const response = await page.goto(site.origin + path, { waitUntil: 'networkidle' });
  expect([path, response!.status()]).toEqual([path, 200]);
  await expectText(page, texts);
}

async function logIn(page: Page, who: RegExp, path = '/login'): Promise<void> {
  const [, email, password] = who.exec(site.output())!;
  await page.goto(site.origin + path);
  await page.getByLabel('E-mail address').fill(email!);
  await page.getByLabel('Password', { exact: true }).fill(password!);
  await page.getByRole('button', { name: 'Log in' }).click();
}

test('payers, with three hundred of them in their orders', async () => {
  expect(hostileTexts).toHaveLength(300);
  const { page, leave } = await site.visit();
  const [, email] = /Demo login +(\S+)/.exec(site.output())!;
  for (const texts of [hostileTexts.slice(0, 150), hostileTexts.slice(150)]) {
    const order_items = texts.map((text) => ({ name: text, description: text, sku: text, unit_price: 1 }));
    const card_holder = { first_name: short, last_name: short, address_1: short, city: short, email };
    const { status, json } = await merchant.call('/intents/payment', {
      external_id: `${short}${randomUUID()}`,
      order: { order_id: short, order_amount: 150, order_currency: 'EUR', order_items, card_holder },
      redirect_urls: { success: shop.success, failure: shop.failure },
    });
    expect(status, JSON.stringify(json)).toBe(200);
    const query = new URLSearchParams({ client_id: merchant.clientId, intent_id: String(json.intent_id) });
    await look(page, `/test/checkout?${query}&lang=%22%3E%3Cscript%20data-x%3E`, texts);
    await fillCard(page, '4000000000000002');
    await page.getByLabel('Name on card').fill(short);
    await page.getByRole('button', { name: 'Pay €1.50' }).click();
    await page.getByText('The payment was declined').first().waitFor();
    await expectText(page, texts);
    await fillCard(page, '4242424242424242');
    await page.getByLabel('Name on card').fill(short);
    await page.getByRole('button', { name: 'Pay €1.50' }).click();
    await page.getByRole('heading', { name: 'Back at the shop: success' }).waitFor();
    await look(page, `/test/checkout?${query}`);
  }
  await leave();
});

test('merchants, who open their payments, their checkout and the receipt', async () => {
  // What is only ever added to is changed here all the same.
  await database.query('set session_replication_role = replica');
  for (const change of [
    'users set name = $1',
    'accounts set name = $1',
    'operations set reason = $1',
    'documents set file_name = $1',
    'application_events set words = $1 where words is not null',
    'application_verdicts set reason = $1 where reason is not null',
    'application_submissions set words = $1 where words is not null',
    // That one is sealed.
    "applications set answers = (select jsonb_object_agg(key, case key when 'account_number' then value else to_jsonb($1::text) end) from jsonb_each(answers)) where answers <> '{}'",
    "application_people set answers = (select jsonb_object_agg(key, $1::text) from jsonb_each(answers)) where answers <> '{}'",
  ])
    await database.query(`update ${change}`, [hostileText]);
  const { page, leave } = await site.visit();
  await logIn(page, /Demo login +(\S+) +password (\S+)/);
  await page.waitForURL(`${site.origin}/`);
  await expectText(page, [hostileText]);
  const { rows } = await database.query<{ id: string }>(
    `select id from transactions where environment = 'test' order by id desc limit 3`,
  );
  for (const { id } of rows) await look(page, `/transactions/${id}`, [hostileText]);
  for (const path of ['/transactions', '/cards', '/developers', '/application', '/security', '/go-live'])
    await look(page, path);

  await look(page, '/checkout-design', [hostileText]);
  await page.getByRole('textbox', { name: 'Name (optional)' }).fill(short);
  await page.getByLabel('Company information').fill(short);
  await page.getByRole('button', { name: 'Save and review before publishing' }).click();
  await page.getByRole('heading', { name: 'Publish the checkout' }).waitFor();
  await expectText(page, [short]);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Published. Payers see it').waitFor();
  await page.frameLocator('iframe').getByText(short).first().waitFor();
  await expectText(page, [hostileText]);
  await look(page, '/checkout-design/history', [hostileText]);

  const findReceipts = async () => {
    const { mails } = (await (await fetch(`${site.origin}/dev/mailbox.json`)).json()) as {
      mails: { id: string; text: string }[];
    };
    return mails.filter(({ text }) => text.includes(short));
  };
  await expect.poll(async () => (await findReceipts()).length, { timeout: 90_000, interval: 500 }).toBe(2);
  for (const { id, text } of await findReceipts()) {
    const itsTexts = text.includes(hostileTexts.at(-1)!)
      ? hostileTexts.slice(150)
      : hostileTexts.slice(0, 150);
    await look(page, `/dev/mailbox?mail=${id}`, itsTexts);
    await look(page, `/dev/mailbox/${id}/html`, itsTexts);
  }
  await leave();
});

test('reviewers, with them in every answer', async () => {
  const { page, leave } = await site.visit();
  await page.goto(`${site.origin}/dev/authenticator`);
  const [, code] = /reviewer@demo\.example[\s\S]*?(\d{3} ?\d{3})/.exec(
    await page.locator('main').innerText(),
  )!;
  await logIn(page, /Demo reviewer +(\S+) +password (\S+)/, '/staff/login');
  await page.waitForURL('**/staff/login/code');
  await page.getByLabel('Code', { exact: false }).first().fill(code!.replace(' ', ''));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/review');
  await expectText(page, [hostileText]);
  const { rows } = await database.query<{ id: string }>('select id from applications where state <> $1', [
    'DRAFT',
  ]);
  for (const { id } of rows) await look(page, `/review/applications/${id}`, [hostileText]);
  await leave();
});

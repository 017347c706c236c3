import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMerchantEnvironment, type MerchantEnvironment } from '../../peers/merchant-environment';
import { fillCard } from '../../peers/browser/visitor';
import { combinedInjectionText, injectionTexts } from '../../world/attacks/injection-texts';

// Threat T12: text by merchants, applicants, payers, and staff is only text on every page. leave() fails when
// a page logged an error, for example of its policy, or requested anything from another site.

let merchantEnvironment: MerchantEnvironment;
let { database, site, shop, merchant } = {} as MerchantEnvironment;

beforeAll(async () => {
  merchantEnvironment = await openMerchantEnvironment();
  ({ database, site, shop, merchant } = merchantEnvironment);
});

afterAll(() => merchantEnvironment.close());

const shortText = '"><img data-x src=x onerror=window.x=1>';

/** Fails when the page interpreted any text, or doesn't show these. */
async function expectPlainText(page: Page, texts: readonly string[] = []): Promise<void> {
  for (const frame of page.frames())
    expect(
      await frame.evaluate(() => [
        (window as { x?: number }).x,
        document.querySelector('[data-x]')?.outerHTML,
      ]),
      frame.url(),
    ).toEqual([undefined, undefined]);
  const displayedText = (await page.locator('body').textContent())!;
  expect(
    texts.filter((text) => !displayedText.includes(text)),
    page.url(),
  ).toEqual([]);
}

async function openPage(page: Page, path: string, texts: readonly string[] = []): Promise<void> {
  const response = await page.goto(site.origin + path, { waitUntil: 'networkidle' });
  expect({ path, status: response!.status() }).toEqual({ path, status: 200 });
  await expectPlainText(page, texts);
}

async function logIn(page: Page, linkPattern: RegExp, path = '/login'): Promise<void> {
  const [, email, password] = linkPattern.exec(site.output())!;
  await page.goto(site.origin + path);
  await page.getByLabel('Email address').fill(email!);
  await page.getByLabel('Password', { exact: true }).fill(password!);
  await page.getByRole('button', { name: 'Log in' }).click();
}

test('payers, with three hundred of them in their orders', async () => {
  expect(injectionTexts).toHaveLength(300);
  const { page, leave } = await site.visit();
  const [, email] = /Demo login +(\S+)/.exec(site.output())!;
  for (const texts of [injectionTexts.slice(0, 150), injectionTexts.slice(150)]) {
    const order_items = texts.map((text) => ({ name: text, description: text, sku: text, unit_price: 1 }));
    const card_holder = {
      first_name: shortText,
      last_name: shortText,
      address_1: shortText,
      city: shortText,
      email,
    };
    const { status, json } = await merchant.call('/intents/payment', {
      external_id: `${shortText}${randomUUID()}`,
      order: { order_id: shortText, order_amount: 150, order_currency: 'EUR', order_items, card_holder },
      redirect_urls: { success: shop.success, failure: shop.failure },
    });
    expect(status, JSON.stringify(json)).toBe(200);
    const query = new URLSearchParams({ client_id: merchant.clientId, intent_id: String(json.intent_id) });
    await openPage(page, `/test/checkout?${query}&lang=%22%3E%3Cscript%20data-x%3E`, texts);
    await fillCard(page, '4000000000000002');
    await page.getByLabel('Name on card').fill(shortText);
    await page.getByRole('button', { name: 'Pay €1.50' }).click();
    await page.getByText('Your payment was declined').first().waitFor();
    await expectPlainText(page, texts);
    await fillCard(page, '4242424242424242');
    await page.getByLabel('Name on card').fill(shortText);
    await page.getByRole('button', { name: 'Pay €1.50' }).click();
    await page.getByRole('heading', { name: 'Back at the shop: success' }).waitFor();
    await openPage(page, `/test/checkout?${query}`);
  }
  await leave();
});

test('merchants, on their payments, checkout and receipt', async () => {
  // Append-only data is changed here nevertheless.
  await database.query('set session_replication_role = replica');
  for (const change of [
    'users set name = $1',
    'accounts set name = $1',
    'operations set reason = $1',
    'documents set file_name = $1',
    'application_events set message = $1 where message is not null',
    'application_item_reviews set reason = $1 where reason is not null',
    'application_submissions set message = $1 where message is not null',
    // Those are encrypted.
    "applications set answers = (select jsonb_object_agg(key, case when key in ('account_number', 'tax_number') then value else to_jsonb($1::text) end) from jsonb_each(answers)) where answers <> '{}'",
  ])
    await database.query(`update ${change}`, [combinedInjectionText]);
  const { page, leave } = await site.visit();
  await logIn(page, /Demo login +(\S+) +password (\S+)/);
  await page.waitForURL(`${site.origin}/`);
  await expectPlainText(page, [combinedInjectionText]);
  const { rows } = await database.query<{ id: string }>(
    `select id from transactions where environment = 'test' order by id desc limit 3`,
  );
  for (const { id } of rows) await openPage(page, `/transactions/${id}`, [combinedInjectionText]);
  for (const path of ['/transactions', '/cards', '/developers', '/application', '/security', '/go-live'])
    await openPage(page, path);

  await openPage(page, '/checkout-design', [combinedInjectionText]);
  await page.getByRole('textbox', { name: 'Name (optional)' }).fill(shortText);
  await page.getByLabel('Company information').fill(shortText);
  await page.getByRole('button', { name: 'Review and publish' }).click();
  await page.getByRole('heading', { name: 'Publish checkout' }).waitFor();
  await expectPlainText(page, [shortText]);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Published. Payers see it').waitFor();
  await page.frameLocator('iframe').first().getByText(shortText).first().waitFor();
  await expectPlainText(page, [combinedInjectionText]);
  await openPage(page, '/checkout-design/history', [combinedInjectionText]);

  const findReceipts = async () => {
    const { mails } = (await (await fetch(`${site.origin}/dev/mailbox.json`)).json()) as {
      mails: { id: string; text: string }[];
    };
    return mails.filter(({ text }) => text.includes(shortText));
  };
  await expect.poll(async () => (await findReceipts()).length, { timeout: 90_000, interval: 500 }).toBe(2);
  for (const { id, text } of await findReceipts()) {
    const pageTexts = text.includes(injectionTexts.at(-1)!)
      ? injectionTexts.slice(150)
      : injectionTexts.slice(0, 150);
    await openPage(page, `/dev/mailbox?mail=${id}`, pageTexts);
    await openPage(page, `/dev/mailbox/${id}/html`, pageTexts);
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
  await expectPlainText(page, [combinedInjectionText]);
  const { rows } = await database.query<{ id: string }>('select id from applications where state <> $1', [
    'DRAFT',
  ]);
  for (const { id } of rows) await openPage(page, `/review/applications/${id}`, [combinedInjectionText]);
  await leave();
});

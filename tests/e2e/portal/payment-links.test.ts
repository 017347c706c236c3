import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../peers/browser/accessibility';
import { listReflowIssues } from '../../peers/browser/reflow';
import { logInOnPage } from '../../peers/browser/registration';
import { openSite, type Site } from '../../peers/browser/site';
import { fillCard, type Visitor } from '../../peers/browser/visitor';
import { readDemoLogin } from '../../peers/server';

let site: Site;
let merchant: Visitor;
let portal: Page;

const phone = { viewport: { width: 390, height: 844 } };

beforeAll(async () => {
  site = await openSite({ SIMULATOR_DELAY_MS: '20' });
  merchant = await site.visit();
  portal = merchant.page;
  await logInOnPage(site, portal, readDemoLogin(site));
});

afterAll(async () => {
  await merchant?.leave();
  await site?.close();
});

/** Creates a link in the portal. @returns its URL for payers */
async function createLink(fill: (page: Page) => Promise<void>): Promise<string> {
  await portal.goto(`${site.origin}/payment-links`);
  await portal.getByRole('link', { name: 'New payment link' }).click();
  await portal.waitForURL('**/payment-links/new');
  await fill(portal);
  await portal.getByRole('button', { name: 'Create link' }).click();
  await portal.getByText('Payment link created').waitFor();
  return portal.locator('code').first().innerText();
}

test('a form that is sent after the session has ended keeps its input', async () => {
  await portal.goto(`${site.origin}/payment-links/new`);
  await portal.getByLabel('Name').first().fill('Workshop');
  // Only scripts add the currency.
  await portal.getByLabel('Price (EUR)').fill('45');
  await portal.getByRole('group', { name: 'Item 1' }).getByLabel('Name').fill('Ticket');
  const cookies = await merchant.context.cookies();
  await merchant.context.clearCookies();
  await portal.getByRole('button', { name: 'Create link' }).click();
  await portal.getByText('You’re logged out').waitFor();
  await merchant.context.addCookies(cookies);
  await portal.getByRole('button', { name: 'Create link' }).click();
  await portal.getByText('Payment link created').waitFor();
  await portal.getByRole('heading', { name: 'Workshop' }).waitFor();
});

async function pay(page: Page): Promise<void> {
  await fillCard(page, '4242424242424242');
  await page.getByRole('button', { name: /^Pay / }).click();
}

test('a link is created, paid on a phone, refunded, and switched off', { timeout: 180_000 }, async () => {
  const url = await createLink(async (page) => {
    await page.getByLabel('Name').first().fill('Workshop on June 12');
    // Nothing is lost when another item is added.
    await page.getByLabel('Price').last().fill('45');
    const item = page.getByRole('group', { name: 'Item 1' });
    await item.getByLabel('Name').fill('Ticket');
    await item.getByText('Payers can change the quantity').click();
    await page.getByRole('button', { name: 'Add another item' }).click();
    const second = page.getByRole('group', { name: 'Item 2' });
    await second.getByLabel('Name').fill('Lunch');
    await second.getByLabel('Price').fill('12.50');
    expect(await item.getByLabel('Name').inputValue()).toBe('Ticket');
    await page.getByLabel('Thank-you text').fill('See you in June.\nBring a cup.');
    await page.getByText('Payers must enter an email address').click();
    expect(await listViolations(page)).toEqual([]);
    expect(await listReflowIssues(page)).toEqual([]);
  });
  expect(await listViolations(portal)).toEqual([]);
  expect(
    await portal
      .getByRole('img', { name: /QR code for/ })
      .evaluate((image) => (image as HTMLImageElement).naturalWidth),
  ).toBeGreaterThan(20);
  const linkPage = portal.url();

  const payer = await site.visit(phone);
  await payer.page.goto(url);
  expect(await listViolations(payer.page)).toEqual([]);
  expect(await listReflowIssues(payer.page)).toEqual([]);
  const total = payer.page.locator('output');
  expect(await total.innerText()).toBe('€57.50');
  // The least is one.
  await payer.page.getByRole('button', { name: 'Remove one: Ticket' }).click({ force: true });
  expect(await total.innerText()).toBe('€57.50');
  // From too many, a step leads to the most.
  await payer.page.getByLabel('Quantity of Ticket').fill('15');
  await payer.page.getByRole('button', { name: 'Remove one: Ticket' }).click();
  expect(await payer.page.getByLabel('Quantity of Ticket').inputValue()).toBe('10');
  await payer.page.getByLabel('Quantity of Ticket').fill('1');
  await payer.page.getByRole('button', { name: 'Add one: Ticket' }).click();
  expect(await payer.page.getByLabel('Quantity of Ticket').inputValue()).toBe('2');
  expect(await total.innerText()).toBe('€102.50');
  // A second click while the first is on its way starts no second payment.
  const clicks = await payer.page
    .getByRole('button', { name: 'Continue to payment' })
    .evaluate((button: HTMLButtonElement) => {
      const prevented: boolean[] = [];
      button.form!.addEventListener('submit', (event) => prevented.push(event.defaultPrevented));
      button.click();
      button.click();
      return { prevented, isBusy: button.form!.ariaBusy };
    });
  expect(clicks).toEqual({ prevented: [false, true], isBusy: 'true' });
  await payer.page.getByRole('button', { name: 'Pay €102.50' }).waitFor();
  await payer.page.goBack();
  expect(await payer.page.getByLabel('Quantity of Ticket').inputValue()).toBe('2');
  expect(await total.innerText()).toBe('€102.50');
  await payer.page.goForward();
  await payer.page.getByRole('button', { name: 'Pay €102.50' }).waitFor();
  await pay(payer.page);
  expect(await payer.page.getByRole('alert').getByRole('link').allInnerTexts()).toEqual([
    'Enter your email address',
  ]);
  await payer.page.getByLabel('Email').fill('ada@example.com');
  await payer.page.getByRole('button', { name: 'Pay €102.50' }).click();
  await payer.page.getByText('See you in June.').waitFor();
  expect(await payer.page.getByRole('heading', { level: 1 }).innerText()).toBe('Payment complete');
  const reference = /PL-[0-9A-Z]{8}/.exec(await payer.page.locator('main').innerText())![0];
  expect(await listViolations(payer.page)).toEqual([]);

  await portal.goto(linkPage);
  expect(await portal.locator('dl').innerText()).toMatch(/Visits\s+1\s+Payments\s+1\s+Total paid\s+€102\.50/);
  await portal.getByRole('link', { name: reference }).press('Enter');
  await portal.waitForURL('**/transactions/**');
  await portal.getByText('ada@example.com').waitFor();
  await portal.getByRole('link', { name: 'Refund…' }).click();
  await portal.getByLabel('Amount in EUR').fill('12.50');
  await portal.getByLabel('Reason').fill('No lunch');
  await portal.getByRole('button', { name: 'Continue' }).click();
  await portal.getByRole('button', { name: 'Refund €12.50' }).click();
  await portal.getByText('€12.50 is refunded').waitFor();

  await portal.goto(linkPage);
  expect(await portal.locator('dl').innerText()).toMatch(/Total paid\s+€102\.50\s+Refunded\s+€12\.50/);
  const items = portal.getByRole('table', { name: 'What payers pay for' }).getByRole('row');
  expect((await items.allInnerTexts()).map((row) => row.replace(/\s+/g, ' '))).toEqual([
    'Ticket 1; payers can choose 1 to 10 €45.00',
    'Lunch 1 €12.50',
  ]);
  await portal.getByRole('button', { name: 'Deactivate link' }).click();
  await portal.getByText('Inactive', { exact: true }).waitFor();
  expect(await portal.getByRole('img', { name: /QR code/ }).count()).toBe(0);
  const late = await site.visit(phone);
  await late.page.goto(url);
  expect(await late.page.getByRole('heading', { level: 1 }).innerText()).toBe(
    'This payment link can’t be used',
  );
  await late.context.close();
  await portal.getByRole('button', { name: 'Activate link' }).click();
  await portal.getByText('Active', { exact: true }).waitFor();
  await payer.leave();
});

test('payers choose an amount within its bounds, also without scripts, and can go back', async () => {
  const url = await createLink(async (page) => {
    await page.getByLabel('Name').first().fill('Donation');
    const hints = ['If you leave it empty, the link is named', 'Donation for the school garden'];
    const findVisibleHints = () => Promise.all(hints.map((hint) => page.getByText(hint).isVisible()));
    expect(await findVisibleHints()).toEqual([true, false]);
    await page.getByText('Payers choose the amount').click();
    expect(await findVisibleHints()).toEqual([false, true]);
    await page.getByLabel('Button text').selectOption('Donate');
    await page.getByLabel('Lowest amount').fill('5');
    await page.getByLabel('Highest amount').fill('500');
  });
  const { page, context } = await site.visit({ ...phone, javaScriptEnabled: false });
  await page.goto(`${url}?lang=de`);
  await page.getByLabel('Betrag').fill('4,99');
  await page.getByRole('button', { name: 'Weiter zur Zahlung' }).click();
  expect(await page.getByRole('alert').getByRole('link').innerText()).toMatch(
    /^Geben Sie einen Betrag von .*5,00\s€.* bis .*500,00\s€.* ein$/,
  );
  await page.getByLabel('Betrag').fill('zwanzig');
  await page.getByRole('button', { name: 'Weiter zur Zahlung' }).click();
  await page.getByRole('alert').getByText('Geben Sie einen Betrag in EUR ein').waitFor();
  await page.getByLabel('Betrag').fill('20 €');
  await page.getByRole('button', { name: 'Weiter zur Zahlung' }).click();
  await page.getByRole('button', { name: /^20,00 €.* spenden$/ }).waitFor();
  await page.getByRole('button', { name: 'Abbrechen', exact: true }).click();
  await page.getByText('Sie haben nicht bezahlt.').waitFor();
  await page.getByRole('link', { name: 'Neu beginnen' }).click();
  expect(await page.getByLabel('Betrag').inputValue()).toBe('20,00');
  await context.close();
});

test('payers who change their choice keep what they entered', async () => {
  const url = await createLink(async (page) => {
    await page.getByLabel('Name').first().fill('Donation');
    await page.getByText('Payers choose the amount').click();
    await page.getByLabel('Lowest amount').fill('5');
    await page.getByLabel('Highest amount').fill('500');
    await page.getByText('Payers must enter an email address').click();
  });
  const { page, context } = await site.visit(phone);
  await page.goto(`${url}?lang=en`);
  await page.getByLabel('Amount').fill('20');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Name on card').fill('Ada Lovelace');
  await page.getByRole('link', { name: 'Change' }).click();
  expect(await page.getByLabel('Amount').inputValue()).toBe('20');
  await page.getByLabel('Amount').fill('30');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('button', { name: /30\.00/ }).waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.com');
  expect(await page.getByLabel('Name on card').inputValue()).toBe('Ada Lovelace');
  // Somebody else who opens the link in this tab.
  await page.goto(`${url}?lang=en`);
  await page.getByLabel('Amount').fill('10');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  expect(await page.getByLabel('Email').inputValue()).toBe('');
  await context.close();
});

test('a link for one payment is completed by it', async () => {
  const url = await createLink(async (page) => {
    const item = page.getByRole('group', { name: 'Item 1' });
    await item.getByLabel('Name').fill('Repair');
    await item.getByLabel('Price').fill('80');
    await page.getByLabel('Maximum payments').fill('1');
  });
  // Without a name, it has the one of its item.
  expect(await portal.getByRole('heading', { level: 1 }).innerText()).toContain('Repair');
  const linkPage = portal.url();
  const [first, second] = [await site.visit(phone), await site.visit(phone)];
  // Without a choice, the link leads directly to the checkout.
  await first.page.goto(url);
  await second.page.goto(url);
  await pay(first.page);
  await first.page.getByText('Payment complete').waitFor();
  await pay(second.page);
  await second.page.getByText('If it wasn’t you who paid').waitFor();
  expect(await second.page.getByRole('heading', { level: 1 }).innerText()).toBe(
    'This payment link has been paid',
  );
  expect(await second.page.getByLabel('Card number').count()).toBe(0);
  // Those who paid and open it again learn that they don't have to pay twice.
  await first.page.goto(url);
  expect(await first.page.getByRole('heading', { level: 1 }).innerText()).toBe(
    'This payment link has been paid',
  );
  await first.page.getByText('You don’t need to pay again.').waitFor();
  await first.context.close();
  await second.context.close();

  await portal.goto(linkPage);
  await portal.getByText('This link has reached its maximum number of payments.').waitFor();
  expect(await portal.getByRole('button', { name: /Deactivate|Copy/ }).count()).toBe(0);
  expect(await portal.getByRole('img', { name: /QR code/ }).count()).toBe(0);
});

import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../peers/browser/accessibility';
import { logInOnPage, logOutOnPage } from '../../peers/browser/registration';
import { listReflowIssues } from '../../peers/browser/reflow';
import { openSite, type Site } from '../../peers/browser/site';
import type { Visitor } from '../../peers/browser/visitor';
import { readDemoLogin } from '../../peers/server';

let site: Site;
let owner: Visitor;
let page: Page;

beforeAll(async () => {
  site = await openSite();
  owner = await site.visit();
  page = owner.page;
  await logInOnPage(site, page, readDemoLogin(site));
});

afterAll(async () => {
  await owner?.leave();
  await site?.close();
});

const getDialog = () => page.getByRole('dialog', { name: 'Search the portal' });
const getField = () => getDialog().getByRole('combobox');
const getOption = (name: string | RegExp) => getDialog().getByRole('option', { name });

/** Repeats the key until the page's scripts listen to it. */
async function openWith(key: string): Promise<void> {
  await expect
    .poll(async () => {
      if (!(await getDialog().isVisible())) await page.keyboard.press(key);
      return getDialog().isVisible();
    })
    .toBe(true);
}

test('the keyboard finds and opens pages and payments', { timeout: 120_000 }, async () => {
  await page.goto(`${site.origin}/transactions`);
  await openWith('Control+k');
  await getOption('Home').waitFor();
  expect(await getField().evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await listViolations(page)).toEqual([]);

  await getField().fill('refund');
  await getOption(/^Refund limits/).waitFor();
  await getDialog().getByRole('status').filter({ hasText: 'results' }).waitFor({ state: 'attached' });
  expect(await listViolations(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  expect(await getOption('Transactions').getAttribute('aria-selected')).toBe('true');
  expect(await getField().getAttribute('aria-activedescendant')).toBe(
    await getOption('Transactions').getAttribute('id'),
  );
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/settings/refunds');
  await expect.poll(() => getDialog().isVisible()).toBe(false);

  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await getField().fill('order-1001');
  await getOption(/^Payment of /).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/transactions/trx_*');
});

test('the slash key opens it, unless the person turned that off', async () => {
  await page.goto(`${site.origin}/transactions`);
  await openWith('/');
  expect(await getField().inputValue()).toBe('');
  await getDialog().getByLabel('Also open with the / key').uncheck();
  await page.keyboard.press('Escape');
  await expect.poll(() => getDialog().isVisible()).toBe(false);
  await page.reload();
  await openWith('Control+k');
  expect(await getDialog().getByLabel('Also open with the / key').isChecked()).toBe(false);
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  expect(await getDialog().isVisible()).toBe(false);

  // Opened again before its "close" event, it isn't empty.
  await openWith('Control+k');
  await getDialog().evaluate((dialog: HTMLDialogElement) => {
    dialog.close();
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
  });
  await page.waitForTimeout(100);
  await getField().waitFor({ timeout: 5000 });
  await page.keyboard.press('Escape');
  await expect.poll(() => getDialog().isVisible()).toBe(false);

  // In a field, it is text.
  await openWith('Control+k');
  await getDialog().getByLabel('Also open with the / key').check();
  await page.keyboard.press('Escape');
  await page.getByLabel('Search', { exact: true }).fill('');
  await page.getByLabel('Search', { exact: true }).press('/');
  expect(await page.getByLabel('Search', { exact: true }).inputValue()).toBe('/');
  expect(await getDialog().isVisible()).toBe(false);
});

test('no digits of a card number are sent', async () => {
  await page.goto(`${site.origin}/transactions`);
  await openWith('Control+k');
  await getOption('Home').waitFor();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(decodeURIComponent(request.url())));
  await getField().pressSequentially('4532 0151 1283 0366', { delay: 250 });
  await getDialog().getByRole('alert').filter({ hasText: 'Search by the last four digits' }).waitFor();
  await page.keyboard.press('Enter');
  for (const text of ['4532.0151.1283.0366', '4532  0151  1283  0366', '4532/0151/1283/0366']) {
    await getField().fill(text);
    await getDialog().getByRole('alert').filter({ hasText: 'Search by the last four digits' }).waitFor();
    await page.waitForTimeout(300);
  }
  await getField().fill('453201511283');
  await getDialog().getByRole('alert').filter({ hasText: 'Press Enter' }).waitFor();
  expect(requests.filter((url) => /4532\D*0151/.test(url))).toEqual([]);
  // A reference can be a long number, too.
  await page.keyboard.press('Enter');
  await page.waitForURL('**/search?q=453201511283');
});

test('a search that fails says so in the menu, and can be repeated', async () => {
  // Not the visitor's, which has no failed requests.
  const context = await owner.context.browser()!.newContext();
  await context.addCookies(await owner.context.cookies());
  const failingPage = await context.newPage();
  await failingPage.goto(`${site.origin}/transactions`);
  const dialog = failingPage.getByRole('dialog', { name: 'Search the portal' });
  await expect
    .poll(async () => {
      if (!(await dialog.isVisible())) await failingPage.keyboard.press('Control+k');
      return dialog.isVisible();
    })
    .toBe(true);
  const getFailingOption = (name: string | RegExp) => dialog.getByRole('option', { name });
  for (const fail of [
    (route: Route) => route.abort(),
    (route: Route) => route.fulfill({ status: 502, body: 'Bad gateway' }),
  ]) {
    await getFailingOption('Home').waitFor();
    await failingPage.route('**/search.data*', fail);
    await dialog.getByRole('combobox').fill('refund');
    await dialog.getByRole('alert').filter({ hasText: 'Search didn’t work' }).waitFor();
    expect(await failingPage.getByRole('heading', { name: 'Transactions', exact: true }).count()).toBe(1);
    expect(await listViolations(failingPage)).toEqual([]);
    await failingPage.unroute('**/search.data*', fail);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await getFailingOption(/^Refund limits/).waitFor();
    await dialog.getByRole('combobox').fill('');
  }
  await context.close();
});

test('on a phone and without scripts, the page has the same results', async () => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`${site.origin}/search?q=order-1001`);
  await page.getByRole('region', { name: 'Transactions' }).getByRole('link').first().waitFor();
  expect(await listReflowIssues(page)).toEqual([]);
  await page.getByText('Menu', { exact: true }).click();
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await getOption('Home').waitFor();
  expect(await listViolations(page)).toEqual([]);
  expect(await listReflowIssues(page)).toEqual([]);
  await getDialog().getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => getDialog().isVisible()).toBe(false);
  await page.setViewportSize({ width: 1280, height: 800 });

  const context = await owner.page.context().browser()!.newContext({ javaScriptEnabled: false });
  await context.addCookies(await owner.page.context().cookies());
  const plainPage = await context.newPage();
  await plainPage.goto(`${site.origin}/settings`);
  await plainPage.getByRole('link', { name: 'Search', exact: true }).click();
  await plainPage.getByLabel('Search transactions, payouts, pages, and docs').fill('webhooks');
  await plainPage.getByRole('button', { name: 'Search' }).click();
  await plainPage.getByRole('region', { name: 'Pages' }).getByRole('link', { name: 'Webhooks' }).waitFor();
  await context.close();
});

test('the account menu opens above the account, and closes with Escape', async () => {
  await page.goto(`${site.origin}/settings`);
  const summary = page.locator('summary:visible', { hasText: '@' });
  await summary.click();
  await page.getByRole('link', { name: 'Security' }).last().waitFor();
  expect(await listViolations(page)).toEqual([]);
  await expect
    .poll(async () => {
      await page.keyboard.press('Escape');
      return page.getByRole('button', { name: 'Log out' }).isVisible();
    })
    .toBe(false);
  expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true);
  await logOutOnPage(page);
  await page.waitForURL('**/login');
});

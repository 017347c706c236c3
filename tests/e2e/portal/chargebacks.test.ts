import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../peers/browser/accessibility';
import { listReflowIssues } from '../../peers/browser/reflow';
import { logInOnPage } from '../../peers/browser/registration';
import { openSite, type Site } from '../../peers/browser/site';
import type { Visitor } from '../../peers/browser/visitor';
import { readDemoLogin } from '../../peers/server';
import { pdf } from '../../world/documents/sample-files';

let site: Site;
let merchant: Visitor;
let page: Page;
let email: string;

beforeAll(async () => {
  site = await openSite();
  merchant = await site.visit({ viewport: { width: 390, height: 844 } });
  page = merchant.page;
  const { email: address, password } = readDemoLogin(site);
  email = address!;
  await logInOnPage(site, page, { email, password: password! });
});
afterAll(async () => {
  await merchant?.leave();
  await site?.close();
});

async function linkToChargeback(): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const { mails } = (await (await fetch(`${site.origin}/dev/mailbox.json`)).json()) as {
        mails: { to: string; subject: string; links: string[] }[];
      };
      return (link = mails.find(({ to, subject }) => to === email && subject.startsWith('Test: a chargeback'))
        ?.links[0]);
    })
    .toBeTruthy();
  return link!;
}

test('a chargeback is opened, answered with evidence, submitted and decided', async () => {
  await page.goto(`${site.origin}/transactions?search=order-1001`);
  // Its center is text for screen readers, which can't be clicked.
  await page.getByRole('link', { name: /Payment of/ }).press('Enter');
  await page.getByText('Simulate an event').click();
  await page.getByRole('button', { name: 'Open a chargeback' }).click();
  await page.getByText('A chargeback opened.').waitFor();
  await page.goto(await linkToChargeback());
  await page.getByRole('link', { name: 'Respond' }).click();

  const delivery = page.getByRole('group', { name: 'Proof of delivery' });
  await delivery
    .getByLabel(/for Proof of delivery/)
    .setInputFiles({ name: 'delivery.pdf', mimeType: 'application/pdf', buffer: pdf() });
  await delivery.getByText('Received', { exact: true }).waitFor();
  await page.getByLabel('Your explanation').fill('The parcel arrived on Monday.');
  // Leaving asks first, and accepting saves.
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    void dialog.dismiss();
  });
  await page.getByRole('link', { name: 'Timeline and details' }).click();
  await expect.poll(() => questions).toEqual([expect.stringContaining('unsaved changes')]);
  await page.getByRole('button', { name: 'Accept chargeback' }).click();
  await page.waitForURL('**/dispute/accept');
  expect(await listViolations(page)).toEqual([]);
  expect(await listReflowIssues(page, { fitsPhoneWithLargeText: true })).toEqual([]);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  expect(await page.getByLabel('Your explanation').inputValue()).toBe('The parcel arrived on Monday.');
  await page.getByLabel('Your explanation').fill('The parcel arrived on Monday, signed.');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Draft saved').waitFor();
  await page.getByLabel('Your explanation').fill('The parcel arrived on Monday, signed. ');
  expect(await listViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Submit response' }).click();
  await page.getByText(/Your response (was|is being) sent/).waitFor();
  expect(questions).toHaveLength(1);
  await expect
    .poll(async () => (await page.reload(), page.getByText('Your response was sent').isVisible()), {
      timeout: 30_000,
      interval: 1_000,
    })
    .toBe(true);
  await page.getByRole('link', { name: 'delivery.pdf' }).waitFor();
  expect(await listViolations(page)).toEqual([]);

  await page.getByRole('link', { name: 'Timeline and details' }).click();
  await page.getByText('Simulate an event').click();
  await page.getByRole('button', { name: 'Decide in your favor' }).click();
  await page.getByText('You won the chargeback.').waitFor();
  await page.goto(`${site.origin}/chargebacks`);
  await page.getByRole('heading', { name: 'Responded and closed' }).waitFor();
  await page.getByText('Won', { exact: true }).first().waitFor();
  expect(await listViolations(page)).toEqual([]);
});

test("the home page shows the year's figures in charts and as a table", async () => {
  await page.goto(`${site.origin}/`);
  await page.getByRole('slider', { name: /Captured by day/ }).waitFor();
  await page.getByRole('link', { name: '12 months' }).click();
  await page.getByRole('slider', { name: /Captured by month/ }).waitFor();
  await page.getByText('View as table').last().click();
  expect(
    await page
      .getByRole('table', { name: /Totals by month/ })
      .getByRole('row')
      .count(),
  ).toBe(14);
  await page.getByText('Custom range').click();
  expect(await listViolations(page)).toEqual([]);
});

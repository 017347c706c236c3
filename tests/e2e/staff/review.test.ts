import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listViolations } from '../../peers/browser/accessibility';
import { listReflowIssues } from '../../peers/browser/reflow';
import { waitForMailLink } from '../../peers/browser/mailbox';
import { createDataDir } from '../../peers/server';
import { openSite, type Site } from '../../peers/browser/site';
import type { Visitor } from '../../peers/browser/visitor';

type Person = 'mia' | 'noor' | 'owner';
type ReviewDatabase = Record<Person, { name: string; value: string }> & {
  first: string;
  again: string;
  twin: string;
};

let site: Site;
let reviewDatabase: ReviewDatabase;
beforeAll(async () => {
  const DATA_DIR = createDataDir();
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    DATA_DIR,
    DEMO: 'true',
    DATABASE_URL: '',
    LOG_LEVEL: 'error',
  } as unknown as NodeJS.ProcessEnv;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'tests/peers/review-database.ts'],
    { env },
  );
  reviewDatabase = JSON.parse(stdout) as ReviewDatabase;
  site = await openSite({ DATA_DIR });
});
afterAll(() => site.close());

type Options = Parameters<Site['visit']>[0];

async function logIn(person: Person, options?: Options): Promise<Visitor> {
  const visitor = await site.visit(options);
  await visitor.context.addCookies([{ ...reviewDatabase[person], url: site.origin }]);
  return visitor;
}

const getPageUrl = (application: 'first' | 'again' | 'twin') =>
  `${site.origin}/review/applications/${reviewDatabase[application]}`;
const getItemReview = (page: Page, label: string) =>
  page.getByRole('group', { name: `Review of ${label}`, exact: true });

/** Focuses a field, link, or button with the keyboard. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let i = 0; i < 200; i++) {
    await page.keyboard.press('Tab');
    const label = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      return (element?.labels?.[0] ?? element)?.textContent ?? '';
    });
    if (label.startsWith(name)) return;
  }
  throw new Error(`no way to ${name} with the keyboard`);
}

describe('two reviewers and a merchant', () => {
  test('one claims an application, and the other, on an outdated page, gets a message', async () => {
    const [mia, noor] = [await logIn('mia'), await logIn('noor')];
    for (const { page } of [mia, noor]) await page.goto(`${site.origin}/review`);
    await mia.page.getByRole('button', { name: 'Claim Quayside Books' }).click();
    await mia.page.getByText('Assigned to you').waitFor();
    await noor.page.getByRole('button', { name: 'Claim Quayside Books' }).click();
    await noor.page.getByText('This application changed after you opened it').waitFor();
    await noor.page.getByText('Mia Reviewer', { exact: true }).first().waitFor();
    expect(await noor.page.getByRole('radio').count()).toBe(0);
    for (const visitor of [mia, noor]) await visitor.leave();
  });

  test('a duplicate is flagged, an image is viewed on the page, and the viewing is recorded', async () => {
    const mia = await logIn('mia');
    const { page } = mia;
    await page.goto(getPageUrl('first'));
    expect(await page.getByRole('link', { name: 'Twin Traders' }).getAttribute('href')).toBe(
      `/review/applications/${reviewDatabase.twin}`,
    );
    expect(await page.getByText('Viewed by').count()).toBe(0);
    const readFocus = () =>
      page.evaluate(() => document.activeElement!.role ?? document.activeElement!.textContent);
    await page.getByRole('button', { name: 'Show document' }).first().press('Enter');
    expect(await readFocus()).toBe('region');
    // A document that has been in view for a moment is opened.
    for (const [section, label] of [
      ['business', 'Business register extract'],
      ['people', /^Identity document of/],
      ['bank', 'Bank statement'],
    ] as const) {
      const image = page.locator(`#${section}`).getByRole('img', { name: label });
      await page
        .locator(`#${section}`)
        .getByRole('group', { name: label })
        .last()
        .evaluate((element) => element.scrollIntoView({ block: 'center' }));
      await expect
        .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth))
        .toBeGreaterThanOrEqual(600);
    }
    await page.getByRole('button', { name: 'Zoom in' }).last().click();
    await page.getByRole('button', { name: 'Rotate' }).last().click();
    await page.getByRole('button', { name: 'Show full number' }).click();
    await page.getByText(/^DE\d{20}$/).waitFor();
    expect(await readFocus()).toMatch(/^Full number: DE\d{20}$/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'registration_extract.pdf' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('registration_extract.pdf');
    await page.reload();
    expect(await page.getByText('Viewed by Mia Reviewer').count()).toBe(4);
    expect(await page.getByText('Not opened yet').count()).toBe(0);

    const website = getItemReview(page, 'Website');
    await website.getByText('Accept', { exact: true }).click();
    await page.getByText('1 accepted, 0 to change').waitFor();
    await page.getByText('· Saved').waitFor();
    const saved = page.waitForResponse('**/item-reviews');
    await website.getByRole('button', { name: 'Clear the review of Website' }).click();
    await page.getByText('0 accepted, 0 to change').waitFor();
    await saved;
    await page.reload();
    expect(await website.getByRole('radio', { name: 'Accept' }).isChecked()).toBe(false);
    await mia.leave();
  });

  test('a change of one field is requested with the keyboard alone, and the merchant gets the message', async () => {
    const mia = await logIn('mia');
    const { page } = mia;
    await page.goto(getPageUrl('first'));
    const itemReview = getItemReview(page, 'Town or city');
    await itemReview.getByLabel('Accept').focus();
    await page.keyboard.press('ArrowDown');
    expect(await itemReview.getByLabel('Request change').isChecked()).toBe(true);
    await tabTo(page, 'Common reasons');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    expect(await itemReview.getByRole('textbox').inputValue()).toContain('match the business register');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('The register names another town.');
    await page.getByText('0 accepted, 1 to change').waitFor();
    await tabTo(page, 'Accept all remaining');
    await page.keyboard.press('Enter');
    await page.getByText('All remaining items accepted').waitFor();
    await tabTo(page, 'Request changes');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/decision?as=changes');
    const email = page.frameLocator('iframe:not(.invisible)');
    await email.getByText('Please change the following items').waitFor();
    await tabTo(page, 'Message to the merchant');
    await page.keyboard.type('Nearly there.');
    await email.getByText('Nearly there.').waitFor();
    await tabTo(page, 'Send request');
    await page.keyboard.press('Enter');
    await page.getByText('Changes requested').first().waitFor();
    expect(await waitForMailLink(site, 'owner@quayside-books.example')).toContain('/application');
    await mia.leave();
  });

  test('the merchant changes that field, only the difference is shown, and the other reviewer approves', async () => {
    const owner = await logIn('owner');
    await owner.page.goto(`${site.origin}/application/contact#city`);
    await owner.page.getByLabel('Town or city').fill('Bremen');
    await owner.page.goto(`${site.origin}/application/review`);
    await owner.page.getByRole('checkbox').check();
    await owner.page.getByRole('button', { name: /Hand in|Submit/ }).click();
    await owner.page.waitForURL('**/application*');
    await owner.leave();

    const noor = await logIn('noor');
    const { page } = noor;
    await page.goto(getPageUrl('first'));
    expect(await page.locator('del').allInnerTexts()).toEqual(['Hamburg']);
    expect(await page.getByText('Bremen', { exact: true }).isVisible()).toBe(true);
    expect(await page.getByText(/^Am Hafen \d+$/).isVisible()).toBe(false);
    await page.getByText('unchanged answers of Address and contact').click();
    expect(await page.getByText(/^Am Hafen \d+$/).isVisible()).toBe(true);
    const previews: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/review/documents/')) previews.push(request.url());
    });
    await page.getByRole('button', { name: 'Claim', exact: true }).click();
    await page.getByText('Assigned to you').waitFor();
    await page.getByText('1 undecided').waitFor();
    // A document counts as viewed only when somebody has it in view.
    expect(previews).toEqual([]);
    await page.getByRole('button', { name: 'Accept all remaining' }).click();
    await page.getByText('All remaining items accepted').waitFor();
    expect(new URL(page.url()).hash).toBe('#decision');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('button', { name: 'Approve and send' }).click();
    await page.getByText('Approved. The account is live').waitFor();
    await noor.leave();
  });
});

// Our policy blocks the analysis script.
describe.each([
  ['light', 390],
  ['dark', 390],
  ['light', 1280],
  ['dark', 1280],
] as const)('in %s, %d wide', (colorScheme, width) => {
  test('every page of the review', async () => {
    const { page, context } = await logIn('noor', {
      colorScheme,
      viewport: { width, height: 844 },
      bypassCSP: true,
    });
    const checkPage = async (address?: string) => {
      if (address) await page.goto(address);
      expect(await listViolations(page)).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        `${page.url()} is too wide`,
      ).toBe(true);
      if (width === 1280 && colorScheme === 'light')
        expect(await listReflowIssues(page, { fitsPhoneWithLargeText: true })).toEqual([]);
    };
    const refuse = async (button: string) => {
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByRole('alert').waitFor();
      await checkPage();
    };
    await checkPage(`${site.origin}/review?view=all`);
    await checkPage(`${site.origin}/review?search=nobody`);
    const again = getPageUrl('again');
    await checkPage(again);
    const assignButton = page.getByRole('button', { name: 'Claim', exact: true });
    if (await assignButton.count()) {
      await assignButton.click();
      await page.getByText('Assigned to you').waitFor();
    }
    await checkPage(`${again}?outcome=assigned`);
    await getItemReview(page, 'Town or city').getByText('Request change').click();
    await getItemReview(page, 'Town or city').getByRole('textbox').fill('');
    await refuse('Request changes');
    for (const as of ['changes', 'approve', 'reject']) {
      await page.goto(`${again}/decision?as=${as}`);
      // The preview of the email, if there is one.
      await page.waitForLoadState('networkidle');
      await checkPage();
    }
    await refuse('Reject and send');
    await page.goto(`${again}/snooze`);
    await refuse('Snooze case');
    await page.goto(`${getPageUrl('twin')}/suspension`);
    await refuse('Suspend account');
    await checkPage(getPageUrl('twin'));
    await checkPage(`${getPageUrl('twin')}/decision?as=approve`);
    await checkPage(`${again}/bank-account`);
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText(/^DE\d{20}$/).waitFor();
    await checkPage();
    await context.close();
  });
});

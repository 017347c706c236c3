import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAccessibilityIssues } from '../../peers/browser/accessibility';
import { listReflowIssues } from '../../peers/browser/reflow';
import { waitForMailLink } from '../../peers/browser/mailbox';
import { openSite, type Site } from '../../peers/browser/site';
import type { Visitor } from '../../peers/browser/visitor';
import { readDemoLogin } from '../../peers/server';

// A support session, from its reason to the merchant's audit log.

const reason = 'They cannot find the refund of order 4711.';
let site: Site;
let owner: { email: string; password: string };
let accountId: string;
const cookies: Partial<Record<'support' | 'admin', Awaited<ReturnType<Visitor['context']['cookies']>>>> = {};

beforeAll(async () => {
  site = await openSite();
  const { email, password } = readDemoLogin(site);
  owner = { email: email!, password: password! };
  accountId = /acc_[0-9a-z]{36}/.exec(site.output())![0];
});
afterAll(() => site.close());

type Options = Parameters<Site['visit']>[0];

/** Each demo code works once, so a session is reused. */
async function openStaffPage(role: 'support' | 'admin', options?: Options): Promise<Visitor> {
  const visitor = await site.visit(options);
  const { page, context } = visitor;
  if (cookies[role]) await context.addCookies(cookies[role]);
  else {
    await page.goto(`${site.origin}/staff/login`);
    await page.getByLabel('Email address').fill(`${role}@demo.example`);
    await page
      .getByLabel('Password', { exact: true })
      .fill(new RegExp(`${role}@demo.example +password (\\S+)`).exec(site.output())![1]!);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/staff/login/code');
    const codes = [
      ...(await (await fetch(`${site.origin}/dev/authenticator`)).text()).matchAll(/select-all">(\d{6})</g),
    ].map(([, code]) => code!);
    await page.getByLabel('Code').fill(codes[['reviewer', 'support', 'admin'].indexOf(role)]!);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(/\/(staff\/mails|review|support)$/);
    cookies[role] = await context.cookies();
  }
  return visitor;
}

async function startSession(page: Page): Promise<void> {
  await page.goto(`${site.origin}/support/merchants/${accountId}/support-session`);
  await page.getByLabel('Reason').fill(reason);
  await page.getByLabel('Case reference').fill('T-9');
  await page.getByLabel('15 minutes').check();
  await page.getByRole('button', { name: 'Start session' }).click();
  await page.waitForURL(`${site.origin}/`);
}

const getBanner = (page: Page) => page.getByRole('region', { name: 'Support session' });

test(
  'has a reason and a banner, changes nothing, and the merchant gets an email and an audit log entry',
  { timeout: 180_000 },
  async () => {
    const support = await openStaffPage('support');
    const { page } = support;
    await startSession(page);
    const banner = getBanner(page);
    expect(await banner.getByRole('status').innerText()).toMatch(
      /^You’re viewing the account of .+\. Read-only. Ends at \d\d:\d\d \S+\.$/,
    );
    await page
      .getByRole('link', { name: 'Transactions', exact: true })
      .filter({ visible: true })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Transactions', level: 1 }).waitFor();
    expect(await page.title()).toMatch(/^Viewing .+: Transactions · /);
    expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
    expect(await page.getByText('Download as CSV').count()).toBe(0);
    await page.mouse.wheel(0, 2_000);
    await banner.getByRole('button', { name: 'End now' }).click({ trial: true });

    // It starts in live, and the switch belongs to the support session.
    const liveButton = page.getByRole('button', { name: 'Live', exact: true }).filter({ visible: true });
    expect(await liveButton.getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Test', exact: true }).filter({ visible: true }).click();
    await page.getByText('Test environment.').waitFor();

    // Changes are rejected.
    await page.goto(`${site.origin}/transactions?status=DECLINED`);
    expect(await page.getByText('Save as view').count()).toBe(0);
    const refusal = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.evaluate(() =>
      document.body
        .appendChild(
          Object.assign(document.createElement('form'), { method: 'post', action: '/transactions/views' }),
        )
        .submit(),
    );
    expect((await refusal).status()).toBe(403);
    await page.getByRole('heading', { name: 'Support sessions are read-only' }).waitFor();
    await banner.waitFor();

    // Staff pages show that it's active.
    await page.goto(`${site.origin}/support`);
    const reminder = page.getByRole('region', { name: 'Your support session' });
    expect(await reminder.innerText()).toMatch(
      /^Support session with .+ until \d\d:\d\d \S+\.\s+Return to session\s+End session$/,
    );
    const readPadding = (region: Locator) =>
      region.evaluate((element) => {
        const { paddingTop, paddingBottom } = getComputedStyle(element);
        return [paddingTop, paddingBottom];
      });
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await readPadding(reminder)).toEqual(['8px', '8px']);
    await reminder.getByRole('link', { name: 'Return to session' }).click();
    expect(await readPadding(banner)).toEqual(['8px', '8px']);
    await banner.getByRole('button', { name: 'End now' }).click();
    await page.waitForURL('**/support/session');
    await page.getByRole('heading', { name: 'Your support session has ended' }).waitFor();
    expect(await page.getByRole('table', { name: 'Pages viewed' }).innerText()).toContain(
      '/transactions?status',
    );
    await support.context.close();

    expect(await waitForMailLink(site, owner.email, / support is viewing /)).toMatch(
      /\/audit-log\/support-sessions\/sup_/,
    );
    const merchant = await site.visit();
    await merchant.page.goto(`${site.origin}/login?returnTo=/audit-log`);
    await merchant.page.getByLabel('Email address').fill(owner.email);
    await merchant.page.getByLabel('Password', { exact: true }).fill(owner.password);
    await merchant.page.getByRole('button', { name: 'Log in' }).click();
    await merchant.page.waitForURL('**/audit-log');
    await merchant.page.getByText(`Reason: ${reason}`).first().waitFor();
    await merchant.page.getByRole('link', { name: 'Pages viewed' }).first().click();
    await merchant.page.getByRole('heading', { name: /^Sam Support of .+ viewed this account$/ }).waitFor();
    expect(await merchant.page.getByRole('table', { name: 'Pages viewed' }).innerText()).toContain(
      '/transactions?status',
    );
    await merchant.leave();
  },
);

test.each([
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 390 },
] as const)(
  'every page of it is accessible: $colorScheme, $width pixels wide',
  { timeout: 180_000 },
  async ({ colorScheme, width }) => {
    // Our policy blocks the analysis script.
    const options = { colorScheme, viewport: { width, height: 844 }, bypassCSP: true };
    const { page, context } = await openStaffPage('support', options);
    const wrong: string[] = [];
    const checkPage = async (path: string) => {
      await page.goto(site.origin + path);
      wrong.push(...(await listAccessibilityIssues(page)));
      if (colorScheme === 'light') wrong.push(...(await listReflowIssues(page)));
    };
    await checkPage(`/support/merchants/${accountId}/support-session`);
    await page.getByRole('button', { name: 'Start session' }).click();
    await page.getByRole('alert').waitFor();
    wrong.push(...(await listAccessibilityIssues(page)));
    await startSession(page);
    for (const path of [
      '/',
      '/transactions',
      '/team',
      '/developers',
      '/docs',
      '/security',
      '/nothing-here',
    ]) {
      await checkPage(path);
      expect(await getBanner(page).isVisible()).toBe(true);
      // At most a quarter of a phone's window.
      expect((await getBanner(page).boundingBox())!.height).toBeLessThan(211);
    }
    await checkPage('/support/session');
    await page.getByRole('button', { name: 'End now' }).click();
    await page.getByRole('heading', { name: 'Your support session has ended' }).waitFor();
    wrong.push(...(await listAccessibilityIssues(page)));
    await context.close();

    const admin = await openStaffPage('admin', options);
    await admin.page.goto(`${site.origin}/staff/support-sessions`);
    wrong.push(...(await listAccessibilityIssues(admin.page)));
    await admin.page.getByRole('table', { name: 'Support sessions' }).getByRole('link').first().click();
    await admin.page.waitForURL('**/staff/support-sessions/sup_*');
    wrong.push(...(await listAccessibilityIssues(admin.page)));
    await admin.context.close();
    expect(wrong).toEqual([]);
  },
);

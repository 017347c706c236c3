import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../peers/browser/accessibility';
import { logInOnPage } from '../../peers/browser/registration';
import { listReflowIssues } from '../../peers/browser/reflow';
import { openSite, type Site } from '../../peers/browser/site';
import { readDemoLogin } from '../../peers/server';

let site: Site;

beforeAll(async () => {
  site = await openSite();
});

afterAll(() => site.close());

test('a new secret is announced by the bell, on a desktop and on a phone', { timeout: 120_000 }, async () => {
  const { page, leave } = await site.visit();
  await logInOnPage(site, page, readDemoLogin(site));
  await page.goto(`${site.origin}/notifications`);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page
    .getByRole('button', { name: /^(?!Unread)/ })
    .filter({ hasText: 'chargeback' })
    .first()
    .waitFor();

  // What a member did is already read for them.
  const developer = await site.visit();
  const login = { ...readDemoLogin(site), email: 'developer@harbour-tea.example' };
  await logInOnPage(site, developer.page, login);
  await developer.page.goto(`${site.origin}/developers`);
  await developer.page.getByRole('button', { name: 'Create new secret' }).click();
  await developer.page
    .getByText(/^sk_test_/)
    .first()
    .waitFor();
  await developer.leave();
  await page.goto(`${site.origin}/transactions`);
  // The demo's own events arrive, too.
  const bell = page.getByRole('link', { name: /^Notifications, \d+ unread$/ });
  expect(await listViolations(page)).toEqual([]);
  await bell.click();
  const row = page.getByRole('button', { name: /^Unread: A test client secret was created/ });
  await row.waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.reload();
    expect(await listViolations(page)).toEqual([]);
  }
  expect(await listReflowIssues(page)).toEqual([]);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText('Menu', { exact: true }).click();
  await bell.waitFor();
  expect(await listViolations(page)).toEqual([]);
  await row.click();
  await page.waitForURL('**/developers');
  await page.goto(`${site.origin}/notifications?show=unread`);
  await page.getByRole('link', { name: 'Show all' }).waitFor();
  expect(await row.count()).toBe(0);
  expect(await listViolations(page)).toEqual([]);
  await leave();
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../peers/browser/accessibility';
import { listReflowIssues } from '../../peers/browser/reflow';
import { openSite, type Site } from '../../peers/browser/site';

const otherRegistration = 'https://pay2.example/register';
let [site, siteWithoutPage]: Site[] = [];

beforeAll(async () => {
  [site, siteWithoutPage] = await Promise.all([
    openSite({
      BRAND_NAME: 'Harbour Pay',
      LANDING_HEADLINE: 'Tea & <b>payments</b>',
      LANDING_LEAD: 'Payments for everyone who sells tea.',
      PRIVACY_URL: 'https://tea.example/privacy',
    }),
    openSite({ LANDING_PAGE: 'false', REGISTRATION_URL: otherRegistration }),
  ]);
});

afterAll(() => Promise.all([site?.close(), siteWithoutPage?.close()]));

test.each(['light', 'dark'] as const)(
  "in %s, it has the operator's name and text, and leads to the registration and the docs",
  async (colorScheme) => {
    // Our policy blocks the analysis script.
    const { page, context } = await site!.visit({ colorScheme, bypassCSP: true });
    await page.goto(site!.origin);
    await page.getByRole('heading', { level: 1, name: 'Tea & <b>payments</b>' }).waitFor();
    expect(await page.title()).toBe('Harbour Pay: Tea & <b>payments</b>');
    await page.getByText('Payments for everyone who sells tea.').waitFor();
    expect(await page.getByRole('link', { name: 'Privacy' }).getAttribute('href')).toBe(
      'https://tea.example/privacy',
    );
    expect(await page.getByRole('link', { name: 'Terms' }).count()).toBe(0);
    expect(await listViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await listViolations(page)).toEqual([]);
    if (colorScheme === 'light') expect(await listReflowIssues(page)).toEqual([]);

    await page.getByRole('link', { name: 'Create a test account' }).first().click();
    await page.getByLabel('Your name').waitFor();
    // The product's name leads back.
    await page.getByRole('link', { name: 'Harbour Pay' }).click();
    await page.getByRole('link', { name: 'Read the docs' }).click();
    await page.getByRole('heading', { level: 1, name: 'Quickstart' }).waitFor();
    await context.close();
  },
);

test('without it, visitors see the login', async () => {
  const { page, leave } = await siteWithoutPage!.visit();
  await page.goto(siteWithoutPage!.origin);
  await page.waitForURL('**/login');
  await leave();
});

test('with REGISTRATION_URL, the login page leads to it, and this installation accepts no registrations', async () => {
  const { page, context } = await siteWithoutPage!.visit();
  await context.route(otherRegistration, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Another installation</h1>' }),
  );
  await page.goto(`${siteWithoutPage!.origin}/login`);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('heading', { name: 'Another installation' }).waitFor();
  const reply = await fetch(`${siteWithoutPage!.origin}/register`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: siteWithoutPage!.origin },
    body: new URLSearchParams({ name: 'Ada Example', email: 'ada@example.com' }),
  });
  expect([reply.status, reply.headers.get('location')]).toEqual([302, '/login']);
  // leave() would fail, because the page sent a request to another host.
  await context.close();
});

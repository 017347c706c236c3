import { expect, test } from 'vitest';
import { config } from '~/platform/config/config.server';
import { languages } from '~/platform/text/languages';
import { openBrowser, readPage } from '../../../tests/world/browser';
import { logInAs } from '../../../tests/world/identity/team';
import { buildMerchant } from '../../../tests/world/merchants';
import { openSupportSession } from '../../../tests/world/support-sessions';

const readHtml = async (browser = openBrowser(), path = '/') =>
  (await readPage(await browser.open(path))).html;

test('visitors see what the product does, without scripts, and how to start', async () => {
  const html = await readHtml();
  expect(html).toContain(config.landingPage!.headline);
  expect(html).toContain(config.landingPage!.lead);
  for (const path of ['/register', '/login', '/docs', '/docs/reference'])
    expect(html).toContain(`href="${path}"`);
  expect(html).toContain('intents/payment');
  expect(html).not.toContain('<script');
  expect(html.includes('ten languages')).toBe(languages.length === 10);
});

test('search engines may list it with a description and its only URL', async () => {
  const html = await readHtml();
  expect(html).not.toContain('noindex');
  expect(html).toMatch(/<title>Tillway: [^<]{10,60}<\/title>/);
  expect(html).toMatch(/<meta name="description" content="[^"]{20,160}"\/>/);
  for (const path of ['/', '/landing'])
    expect(await readHtml(openBrowser(), path)).toContain(
      '<link rel="canonical" href="http://localhost:3000/"/>',
    );
});

test('people with a login see their home page, and staff theirs', async () => {
  const member = await logInAs((await buildMerchant()).ownerId);
  expect(await readHtml(member)).toContain('Hello, ');
  const { staff } = await openSupportSession();
  expect(await readHtml(staff)).toContain('Harbour Tea');
  for (const browser of [member, staff])
    expect(await readHtml(browser)).not.toContain(config.landingPage!.headline);
});

test('other cookies than a login change nothing', async () => {
  const browser = openBrowser();
  browser.cookies.set('_ga', 'GA1.1.1').set('environment', 'live');
  expect(await readHtml(browser)).toContain(config.landingPage!.headline);
});

test('robots.txt and the sitemap list the landing page and the docs', async () => {
  const robots = await (await openBrowser().open('/robots.txt')).text();
  expect(robots).toContain('\nAllow: /$\n');
  expect(robots).toContain('\nSitemap: http://localhost:3000/sitemap.xml\n');
  const sitemap = await openBrowser().open('/sitemap.xml');
  expect(sitemap.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  const urls = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url!);
  expect(urls[0]).toBe('http://localhost:3000/');
  expect(urls).toContain('http://localhost:3000/docs/reference/refunds');
  for (const url of urls) {
    const html = await readHtml(openBrowser(), new URL(url).pathname);
    expect(html).toContain(`<link rel="canonical" href="${url}"/>`);
    expect(html).not.toContain('noindex');
  }
});

test('only the page itself is for visitors: they can neither read the data of the home page nor send forms', async () => {
  const visitor = openBrowser();
  expect((await visitor.open('/_root.data')).status).not.toBe(200);
  expect((await visitor.submit('/', {})).status).toBeGreaterThan(400);
});

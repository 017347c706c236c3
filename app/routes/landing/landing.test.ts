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

test('only the page itself is for visitors: they can neither read the data of the home page nor send forms', async () => {
  const visitor = openBrowser();
  expect((await visitor.open('/_root.data')).status).not.toBe(200);
  expect((await visitor.submit('/', {})).status).toBeGreaterThan(400);
});

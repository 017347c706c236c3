import { createHash } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildPaymentPageHeaders } from '../../../tests/world/payment-page';
import { detectPageFindings, type FetchedPage } from './page-findings';
import * as inventory from './script-inventory';

const page: FetchedPage = {
  address: 'http://localhost:3000/test/checkout',
  status: 200,
  headers: buildPaymentPageHeaders(),
  html: '<h1>Payment</h1>',
  fetchScript: () => Promise.reject(new Error('no script is expected')),
};

const findingsOf = (changes: Partial<FetchedPage>) => detectPageFindings({ ...page, ...changes });
const findingsOfHtml = (html: string) => findingsOf({ html: page.html + html });

/** The page with other headers. Null removes one. */
function findingsOfHeaders(changes: Record<string, string | null>, others: Partial<FetchedPage> = {}) {
  const headers = new Headers(page.headers);
  for (const [name, value] of Object.entries(changes))
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  return findingsOf({ ...others, headers });
}

const findingsOfPolicy = (change: (policy: string) => string) =>
  findingsOfHeaders({ 'content-security-policy': change(page.headers.get('content-security-policy')!) });
const unexpected = (directive: string) => `the content security policy has the unexpected ${directive}`;

test.each([
  [200, []],
  [404, []],
  [410, []],
  [500, ['the page returned status 500']],
])('a page with status %i: %j', async (status, findings) => {
  expect(await findingsOf({ status })).toEqual(findings);
});

test.each([
  'cache-control',
  'x-content-type-options',
  'x-frame-options',
  'cross-origin-opener-policy',
  'referrer-policy',
])('the header %s is expected', async (name) => {
  const finding = `the header ${name} is missing or different`;
  expect(await findingsOfHeaders({ [name]: null })).toEqual([finding]);
  expect(await findingsOfHeaders({ [name]: 'other' })).toEqual([finding]);
});

test('a page over HTTPS needs strict transport security', async () => {
  const address = 'https://pay.example/checkout';
  const policy = page.headers
    .get('content-security-policy')!
    .replace('http://localhost:3000/robots.txt', 'https://pay.example/robots.txt');
  const overHttps = (strictTransportSecurity: string | null) =>
    findingsOfHeaders(
      { 'content-security-policy': policy, 'strict-transport-security': strictTransportSecurity },
      { address },
    );
  expect(await overHttps('max-age=63072000')).toEqual([]);
  expect(await overHttps(null)).toEqual(['the header strict-transport-security is missing']);
  expect(await findingsOfHeaders({ 'strict-transport-security': null })).toEqual([]);
});

test('each directive of the content security policy is expected once', async () => {
  expect(await findingsOfPolicy((policy) => `${policy};`)).toEqual([]);
  expect(await findingsOfPolicy((policy) => `${policy}; img-src 'self'`)).toEqual([
    unexpected("img-src 'self'"),
  ]);
  expect(await findingsOfPolicy((policy) => `${policy}; frame-src report-uri /x`)).toEqual([
    unexpected('frame-src report-uri /x'),
  ]);
  expect(
    await findingsOfPolicy((policy) =>
      policy.replace(/report-uri \S+/, 'report-uri /x https://evil.example'),
    ),
  ).toEqual([
    'the content security policy lacks report-uri',
    unexpected('report-uri /x https://evil.example'),
  ]);
  const long = `frame-src https://${'x'.repeat(300)}.example`;
  expect(await findingsOfPolicy((policy) => `${policy}; ${long}`)).toEqual([unexpected(long.slice(0, 200))]);
});

test('a page without a content security policy lacks every directive and has no unexpected one', async () => {
  const directives = page.headers.get('content-security-policy')!.split(';').length;
  const findings = await findingsOfHeaders({ 'content-security-policy': null });
  expect(findings.map((finding) => finding.replace(/lacks .*/, 'lacks'))).toEqual(
    Array.from({ length: directives }, () => 'the content security policy lacks'),
  );
});

test('an inline script is named by its hash, with its spaces and line breaks', async () => {
  const script = 'steal( 1 );\n';
  const hash = createHash('sha256').update(script).digest('hex').slice(0, 16);
  expect(await findingsOfHtml(`<script>${script}</script>`)).toEqual([
    `the page contains an inline script (SHA-256 ${hash})`,
  ]);
});

test('a script with an invalid URL is named by the first 200 characters of it', async () => {
  expect(await findingsOfHtml('<script src="https://["></script>')).toEqual([
    'the script https://[ is not in the inventory',
  ]);
  expect(await findingsOfHtml(`<script src="https://[${'x'.repeat(300)}"></script>`)).toEqual([
    `the script https://[${'x'.repeat(191)} is not in the inventory`,
  ]);
});

test('a script is expected to be in the inventory, and to be the same when it is fetched', async () => {
  const sha256 = createHash('sha256').update('pay()').digest('base64');
  const inventoryWithScript = vi
    .spyOn(inventory, 'checkoutScripts', 'get')
    .mockReturnValue([{ name: 'checkout', reason: 'Pays.', sha256 }]);
  onTestFinished(() => void inventoryWithScript.mockRestore());
  const findingsOfScript = (attributes: string, fetchScript: FetchedPage['fetchScript']) =>
    findingsOf({ html: `<script ${attributes} src="/pay.js"></script>`, fetchScript });
  const genuine = async (url: string) => Buffer.from(url === 'http://localhost:3000/pay.js' ? 'pay()' : '');
  const listed = `integrity="sha256-${sha256}"`;
  const script = 'the script http://localhost:3000/pay.js';

  expect(await findingsOfScript(listed, genuine)).toEqual([]);
  expect(await findingsOfScript('', genuine)).toEqual([`${script} is not in the inventory`]);
  expect(await findingsOfScript('integrity="sha256-x"', genuine)).toEqual([
    `${script} is not in the inventory`,
  ]);
  expect(await findingsOfScript(listed, async () => Buffer.from('steal()'))).toEqual([
    `${script} doesn’t match the inventory`,
  ]);
  expect(await findingsOfScript(listed, () => Promise.reject(new Error('reset')))).toEqual([
    `${script} can’t be fetched`,
  ]);
});

test.each([
  ['<meta http-equiv="Content-Security-Policy">', 'a meta element replaces a header'],
  ['<META name="x" http-equiv="refresh">', 'a meta element replaces a header'],
  ["<img src='https://evil.example/x'>", 'the page connects to another host (img https://evil.example)'],
  ['<img src=https://evil.example/x>', 'the page connects to another host (img https://evil.example)'],
  ['<img src = "https://evil.example/x">', 'the page connects to another host (img https://evil.example)'],
  ['<form action="//evil.example">', 'the page connects to another host (form http://evil.example)'],
])('%s is found', async (html, finding) => {
  expect(await findingsOfHtml(html)).toEqual([finding]);
});

test('links may lead anywhere, and an invalid URL leads nowhere', async () => {
  expect(await findingsOfHtml('<a href="https://shop.example/">Back</a><img src="https://[">')).toEqual([]);
});

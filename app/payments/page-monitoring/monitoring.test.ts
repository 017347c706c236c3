import { expect, onTestFinished, test, vi } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { createId } from '~/platform/ids';
import { listMailsToOwner } from '../../../tests/world/mails/mails';
import { buildMerchant, goLive } from '../../../tests/world/merchants';
import { buildPaymentPageHeaders } from '../../../tests/world/payment-page';
import { buildPaymentIntent } from '../../../tests/world/payments/payment-intents';
import { listMonitoringResults, monitorPaymentPages } from './monitoring';
import { checkoutScripts } from './script-inventory';

const never = new AbortController().signal;
const delays = { attemptDelaysMs: [0, 0, 0], retryDelayMs: 0 };
const longAgo = new Date('2026-01-02T03:04:05Z');
const origin = 'http://localhost:3000';

// The admins of other tests get emails, too.
/** A payment page that loads an image from each of these hosts, which is a fault. */
const buildPage = (...hosts: string[]) =>
  new Response(hosts.map((host) => `<img src="https://${host}/">`).join(''), {
    headers: buildPaymentPageHeaders(),
  });
const faultOf = (host: string) => `the page connects to another host (img https://${host})`;

type Fetch = { environment: Environment; attempt: number; init?: RequestInit };

/** Answers the monitoring in place of the checkout. Returns the URLs it fetches. */
function servePages(respond: (request: Fetch) => Response | Promise<Response>) {
  const urls: Record<Environment, string[]> = { test: [], live: [] };
  const fetches = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const environment = String(url).startsWith(`${origin}/test/`) ? 'test' : 'live';
    const attempt = urls[environment].push(String(url));
    return respond({ environment, attempt, init });
  });
  onTestFinished(() => void fetches.mockRestore());
  return urls;
}

/** Sets the last result of both pages. */
async function setResults(findings: string[]) {
  for (const environment of ['test', 'live']) {
    const result = { findings, checkedAt: longAgo, since: longAgo };
    await prisma.pageMonitoringResult.upsert({
      where: { environment },
      create: { environment, ...result },
      update: result,
    });
  }
}

async function listFindings() {
  const results = await prisma.pageMonitoringResult.findMany();
  return Object.fromEntries(results.map(({ environment, findings }) => [environment, findings]));
}

test('the newest page that a payer opened is fetched, or that of an unknown payment', async () => {
  const merchant = await goLive(await buildMerchant());
  const openIntent = async (environment: Environment) => {
    const { address } = await buildPaymentIntent(merchant, { environment });
    await prisma.paymentIntent.update({ where: { id: address.intentId }, data: { openedAt: new Date() } });
    return `?client_id=${address.accountId}&intent_id=${address.intentId}`;
  };
  const opened = { test: await openIntent('test'), live: await openIntent('live') };
  await buildPaymentIntent(merchant);

  const urls = servePages(() => buildPage());
  const hour = 3_600_000;
  vi.useFakeTimers({ now: Date.now() + hour, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await monitorPaymentPages(never, delays);
  vi.setSystemTime(Date.now() + 24 * hour);
  await monitorPaymentPages(never, delays);
  const unknown = '?client_id=&intent_id=';
  expect(urls).toEqual({
    test: [`${origin}/test/checkout${opened.test}`, `${origin}/test/checkout${unknown}`],
    live: [`${origin}/checkout${opened.live}`, `${origin}/checkout${unknown}`],
  });
});

test('a development server is not monitored', async () => {
  const urls = servePages(() => buildPage());
  vi.stubEnv('NODE_ENV', 'development');
  onTestFinished(() => void vi.unstubAllEnvs());
  await monitorPaymentPages(never, delays);
  expect(urls).toEqual({ test: [], live: [] });
});

test("a page that redirects can't be fetched, after three attempts and three more later", async () => {
  const urls = servePages(({ environment, init }) => {
    if (environment === 'live' && init?.redirect === 'error') throw new TypeError('unexpected redirect');
    return buildPage();
  });
  await monitorPaymentPages(never, delays);
  expect(await listFindings()).toEqual({ test: [], live: ['the page can’t be fetched'] });
  expect({ test: urls.test.length, live: urls.live.length }).toEqual({ test: 1, live: 6 });
});

test('only a fault that is still there in a second inspection is reported', async () => {
  const urls = servePages(({ environment, attempt }) => {
    if (environment === 'live') return buildPage();
    return attempt === 1 ? buildPage('old.example', 'evil.example') : buildPage('evil.example');
  });
  await monitorPaymentPages(never, delays);
  expect(await listFindings()).toEqual({ test: [faultOf('evil.example')], live: [] });
  expect({ test: urls.test.length, live: urls.live.length }).toEqual({ test: 2, live: 1 });
});

test.each([
  { moment: 'a fetch', page: () => new Promise<Response>(() => {}), delays: [0, 0] },
  {
    moment: 'the pause between two attempts',
    page: () => Promise.reject(new Error('reset')),
    delays: [0, 60_000],
  },
  { moment: 'the pause between two inspections', page: () => buildPage('evil.example'), delays: [0] },
])('a stop during $moment ends the monitoring without a result', async ({ page, delays }) => {
  await setResults(['an earlier fault']);
  const stopping = new AbortController();
  const urls = servePages(() => {
    setTimeout(() => stopping.abort(), 100);
    return page();
  });
  await monitorPaymentPages(stopping.signal, { attemptDelaysMs: delays, retryDelayMs: 60_000 });
  expect({ test: urls.test.length, live: urls.live.length }).toEqual({ test: 1, live: 0 });
  expect(await listFindings()).toEqual({ test: ['an earlier fault'], live: ['an earlier fault'] });
});

test('staff get an email about each new fault, and the result says since when the faults are the same', async () => {
  const ownerId = createId('usr');
  await prisma.user.create({
    data: {
      id: ownerId,
      email: `${ownerId}@staff.test`,
      name: 'Mia Example',
      passwordHash: 'none',
      staff: { create: { role: 'admin' } },
    },
  });
  let hosts: string[] = [];
  servePages(({ environment }) => (environment === 'test' ? buildPage(...hosts) : buildPage()));
  const monitor = async (...found: string[]) => {
    hosts = found;
    await monitorPaymentPages(never, delays);
    const { findings, since, checkedAt } = await prisma.pageMonitoringResult.findUniqueOrThrow({
      where: { environment: 'test' },
    });
    // The next result has to be from this moment, or unchanged.
    await prisma.pageMonitoringResult.update({
      where: { environment: 'test' },
      data: { since: longAgo, checkedAt: longAgo },
    });
    return {
      findings,
      isUnchanged: since.getTime() === longAgo.getTime(),
      isChecked: checkedAt.getTime() !== longAgo.getTime(),
    };
  };
  const result = (isUnchanged: boolean, ...found: string[]) => ({
    findings: found.map(faultOf),
    isUnchanged,
    isChecked: true,
  });

  const forgetResult = () => prisma.pageMonitoringResult.deleteMany({ where: { environment: 'test' } });
  await forgetResult();
  expect(await monitor('a.example')).toEqual(result(false, 'a.example'));
  expect(await monitor('a.example')).toEqual(result(true, 'a.example'));
  await forgetResult();
  expect(await monitor()).toEqual(result(false));
  expect(await monitor()).toEqual(result(true));
  expect(await monitor('b.example')).toEqual(result(false, 'b.example'));
  expect(await monitor('b.example', 'c.example')).toEqual(result(false, 'b.example', 'c.example'));
  expect(await monitor('c.example')).toEqual(result(false, 'c.example'));
  expect(await monitor('d.example')).toEqual(result(false, 'd.example'));
  const link = `${origin}/staff/payment-page`;
  expect(await listMailsToOwner({ ownerId })).toEqual(
    ['a.example', 'b.example', 'c.example', 'd.example'].map((host) => ({
      template: 'payment-page-changed',
      props: { environment: 'test', page: `${origin}/test/checkout`, faults: [faultOf(host)], link },
    })),
  );

  expect(
    (await listMonitoringResults()).map(({ environment, findings }) => ({ environment, findings })),
  ).toEqual([
    { environment: 'test', findings: [faultOf('d.example')] },
    { environment: 'live', findings: [] },
  ]);
});

test("a script is fetched and doesn't match the inventory when it was altered", async () => {
  const integrity = `sha256-${checkoutScripts[0]!.sha256}`;
  const html = `<script src="/assets/checkout.js" integrity="${integrity}"></script>`;
  const fetches = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async (url) =>
      String(url) === `${origin}/assets/checkout.js`
        ? new Response('steal()')
        : new Response(html, { headers: buildPaymentPageHeaders() }),
    );
  onTestFinished(() => void fetches.mockRestore());
  await monitorPaymentPages(never, delays);
  const finding = `the script ${origin}/assets/checkout.js doesn’t match the inventory`;
  expect(await listFindings()).toEqual({ test: [finding], live: [finding] });
});

import { expect, onTestFinished, test, vi } from 'vitest';
import * as alerts from '~/operations/alerts';
import { findAlerts } from '~/operations/alerts';
import { readOperationsOverview, storageJob } from '~/operations/overview';
import { isEmbedded, pool, prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { finishTurn, acquireTurn } from '~/platform/jobs/job-timers.server';
import { boss } from '~/platform/jobs/queue.server';
import * as roots from '~/platform/secrets/root-keys.server';
import * as traffic from '~/platform/observability/traffic';
import { buildApiClient } from '../../../tests/world/api-client';
import { readPage } from '../../../tests/world/browser';
import { buildStoredDocument } from '../../../tests/world/documents/documents';
import { buildStaff } from '../../../tests/world/identity/staff';
import { buildEndpoint } from '../../../tests/world/webhooks';

const open = async (path: string, role: 'admin' | 'support' = 'admin') => {
  const response = await (await buildStaff(role)).open(path);
  return { status: response.status, ...(await readPage(response)) };
};

test('an admin sees jobs, queues, pending work, the last hour and the database', async () => {
  const job = `job-${crypto.randomUUID()}`;
  await acquireTurn(job, 60);
  await finishTurn(
    job,
    60,
    Object.assign(new Error('quotes somebody'), { name: 'QueueFailed', code: '57P01' }),
  );
  traffic.recordTraffic('api', 503, 40);
  const { status, html } = await open('/staff/operations');
  expect(status).toBe(200);
  const [largest] = await prisma.$queryRaw<{ relname: string }[]>`
    select relname from pg_stat_user_tables order by pg_total_relation_size(relid) desc limit 1`;
  for (const text of [
    job,
    'Failed once',
    'QueueFailed 57P01',
    'send-mail',
    'API: requests per minute',
    'Operations with an unknown outcome',
    'Largest tables',
    largest!.relname,
  ])
    expect(html).toContain(text);
  expect(html).not.toContain('quotes somebody');
  expect(html).toContain('http-equiv="refresh"');
});

test('a job that was not started in time is late', async () => {
  const job = `job-${crypto.randomUUID()}`;
  await prisma.jobTimer.create({ data: { job, nextRunAt: new Date(Date.now() - 660_000) } });
  const { html } = await open('/staff/operations');
  await prisma.jobTimer.delete({ where: { job } });
  expect(rowOf(html, job)).toContain('Late');
});

/** The text of the table row with this first cell. */
const rowOf = (html: string, first: string) => {
  const row = html.match(/<tr.*?<\/tr>/gs)!.find((one) => one.includes(first))!;
  return row.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
};

test("a failure isn't shown as healthy", async () => {
  const { accountId, id } = await buildEndpoint('http://127.0.0.1:9/hooks');
  await prisma.webhookEndpoint.update({ where: { id }, data: { failingSince: new Date() } });
  const { id: mailId } = await prisma.mail.create({
    data: {
      id: createId('mail'),
      recipient: 'nobody@operations.test',
      template: 'password-reset',
      status: 'bounced',
      failedAt: new Date(),
    },
  });
  const { html } = await open('/staff/operations');
  await prisma.webhookEndpoint.deleteMany({ where: { accountId } });
  await prisma.mail.delete({ where: { id: mailId } });
  for (const rowLabel of ['Failing webhook endpoints', 'Emails not delivered'])
    expect(rowOf(html, rowLabel)).toContain('Needs attention');
});

test('the storage’s failed tests are counted', async () => {
  for (const error of [undefined, new Error('no bucket')]) {
    await prisma.jobTimer.updateMany({ where: { job: storageJob }, data: { nextRunAt: new Date(0) } });
    await acquireTurn(storageJob, 300);
    await finishTurn(storageJob, 300, error);
  }
  const { html } = await open('/staff/operations');
  await prisma.jobTimer.delete({ where: { job: storageJob } });
  expect(rowOf(html, 'Document storage')).toContain('failed once, Error');
});

test('documents that wait for the virus scanner are reported', async () => {
  const { id } = await buildStoredDocument(await buildApiClient(), {
    status: 'checking',
    createdAt: new Date(Date.now() - 960_000),
  });
  const { html } = await open('/staff/operations');
  await prisma.document.delete({ where: { id } });
  expect(rowOf(html, 'Documents waiting')).toMatch(/Action required .*16 min/);
});

test("a queue with scheduled jobs is healthy, one with late jobs isn't", async () => {
  const openQueueRow = async () => rowOf((await open('/staff/operations')).html, 'settle-upload');
  const sendJob = (startAfter: Date) =>
    boss.send('settle-upload', { accountId: 'acc_none', documentId: crypto.randomUUID() }, { startAfter });
  await pool.query(`delete from pgboss.job where name = 'settle-upload'`);
  await sendJob(new Date(Date.now() + 1_800_000));
  expect(await openQueueRow()).toMatch(/half an hour after each upload.*OK 0 1 \w/);
  await sendJob(new Date(Date.now() - 400_000));
  expect(await openQueueRow()).toMatch(/Needs attention 1, the oldest for 7 min 1 \w/);
});

test('alerts are on top, with their runbook', async () => {
  // Other tests may cause alerts, too.
  const alert = findAlerts({ ...(await readOperationsOverview()), storage: { failures: 1 } }).find(
    ({ name }) => name === 'storage_failing',
  );
  const overview = vi.spyOn(alerts, 'findAlerts').mockReturnValueOnce([alert!]).mockReturnValueOnce([]);
  onTestFinished(() => overview.mockRestore());
  const { html } = await open('/staff/operations');
  expect(html).toMatch(/Alerts \(1\).*Action required.*the storage failed its last test.*Backlogs/s);
  expect(html).toContain('href="/staff/operating-guide/runbook#documents-are-not-accepted"');
  expect((await open('/staff/operations')).html).toContain('Everything is OK');
});

test.each([
  ['/staff/operating-guide', 'Operating Tillway', 'record 23 (decisions/0023-step-up-confirmation.md)'],
  ['/staff/operating-guide/runbook', 'Runbook', 'id="documents-are-not-accepted"'],
  ['/staff/operating-guide/monitoring', 'Monitoring', 'href="/staff/operating-guide/runbook#requests-fail"'],
  ['/staff/operating-guide/restore', 'Backups and restore', 'pg_basebackup'],
  ['/staff/operating-guide/connecting-an-acquirer', 'Connecting an acquirer', 'Adyen'],
  ['/staff/operating-guide/data-protection', 'Data protection', 'monitoring#the-staffs-audit-log'],
])('the operating guide: %s', async (path, title, text) => {
  const { status, html } = await open(path);
  expect(status).toBe(200);
  expect(html).toContain(`>${title}</h1>`);
  expect(html).toContain(text);
  expect(html).not.toMatch(/href="[^"]*\.md/);
});

test('the operating guide has no other pages, and is for admins only', async () => {
  expect((await open('/staff/operating-guide/passwords')).status).toBe(404);
  expect((await open('/staff/operating-guide', 'support')).status).toBe(403);
});

test('an unsafe database setting is reported', async () => {
  const { html } = await open('/staff/operations');
  expect(html).toContain('Not suitable for real money');
  expect(html).toContain(isEmbedded ? 'is a superuser' : 'fsync: off');
});

test('without requests, a sentence replaces the empty chart', async () => {
  const spy = vi
    .spyOn(traffic, 'listTraffic')
    .mockReturnValue([{ at: new Date().toISOString(), count: 0, failed: 0, p50Ms: null, p95Ms: null }]);
  onTestFinished(() => spy.mockRestore());
  const { html } = await open('/staff/operations');
  expect(html.match(/No requests in this hour yet/g)).toHaveLength(2);
  expect(html).not.toContain('requests per minute');
});

test('during a SECRET_KEY rotation it says which key is still needed, and nothing otherwise', async () => {
  // Created before: nothing may be encrypted with a key that other tests don't have.
  const admin = await buildStaff('admin');
  const openQueueRow = async () => (await readPage(await admin.open('/staff/operations'))).html;
  const [currentKey] = roots.getRootKeys();
  const [newKey, oldKey] = ['5eedf00d', 'c0ffee11'].map((text) => roots.createRootKey(text.repeat(8)));
  const spy = vi.spyOn(roots, 'getRootKeys').mockReturnValue([currentKey, oldKey!]);
  onTestFinished(() => spy.mockRestore());
  expect(await openQueueRow()).toMatch(new RegExp(`${oldKey!.id}.{0,400}Unused`, 's'));
  spy.mockReturnValue([newKey!, currentKey]);
  expect(await openQueueRow()).toMatch(new RegExp(`${currentKey.id}.{0,400}In use.{0,400}hash keys 1,`, 's'));
  spy.mockReturnValue([currentKey]);
  expect(await openQueueRow()).not.toContain('SECRET_KEY');
});

test('readers can stop the automatic refresh', async () => {
  const { html } = await open('/staff/operations?refresh=off');
  expect(html).not.toContain('http-equiv="refresh"');
  expect(html).toContain('Turn on auto-refresh');
});

test('it is for admins only', async () => {
  expect((await open('/staff/operations', 'support')).status).toBe(403);
});

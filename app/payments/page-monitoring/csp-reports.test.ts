import { onTestFinished, expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { deleteOldCspReports, listCspReports, recordCspReport } from './csp-reports';

/** A blocked host. Its reports are deleted after the test, because only 50 are stored per day and rule. */
function buildHost() {
  const host = `${crypto.randomUUID()}.example`;
  onTestFinished(async () => {
    await prisma.pageReport.deleteMany({ where: { blocked: { contains: host } } });
  });
  return host;
}
const report = (content: Record<string, string>) =>
  recordCspReport('test', JSON.stringify({ 'csp-report': content }));
const listStoredReports = async (blocked: string) =>
  (await prisma.pageReport.findMany({ where: { blocked } })).map(({ directive, count }) => ({
    directive,
    count,
  }));

test('a report names the rule, also in the format of older browsers', async () => {
  const blocked = `https://${buildHost()}`;
  await report({ 'effective-directive': 'script-src-elem', 'blocked-uri': blocked });
  await report({ 'effective-directive': 'script-src-attr', 'blocked-uri': blocked });
  await report({ 'violated-directive': "script-src 'self' https://shop.example", 'blocked-uri': blocked });
  expect(await listStoredReports(blocked)).toEqual([{ directive: 'script-src', count: 3 }]);
});

test.each<Record<string, string>>([
  { 'effective-directive': 'steal-src' },
  { 'effective-directive': 'script-elem-src' },
  { 'effective-directive': ' script-src' },
  { 'effective-directive': '' },
  {},
])('a report about a rule that browsers do not have is ignored: %j', async (content) => {
  const blocked = `https://${buildHost()}`;
  await report({ ...content, 'blocked-uri': blocked });
  expect(await listStoredReports(blocked)).toEqual([]);
});

test('of a blocked URL, only the origin is stored', async () => {
  const host = buildHost();
  for (const protocol of ['http', 'https', 'ws', 'wss']) {
    await report({ 'effective-directive': 'connect-src', 'blocked-uri': `${protocol}://${host}/?card=1` });
    expect(await listStoredReports(`${protocol}://${host}`)).toEqual([
      { directive: 'connect-src', count: 1 },
    ]);
  }
  const longHost = `${host}.${'x'.repeat(300)}.example`;
  await report({ 'effective-directive': 'img-src', 'blocked-uri': `https://${longHost}/` });
  expect(await listStoredReports(`https://${longHost}`.slice(0, 200))).toEqual([
    { directive: 'img-src', count: 1 },
  ]);
});

async function countReports(where: { directive?: string; blocked?: string } = {}) {
  const { _sum } = await prisma.pageReport.aggregate({ where, _sum: { count: true } });
  return _sum.count ?? 0;
}

test('a body that is no report is ignored', async () => {
  const before = await countReports();
  for (const text of ['no json', 'null', '{}', '{"csp-report":{"effective-directive":1}}'])
    await recordCspReport('test', text);
  expect(await countReports()).toBe(before);
});

test.each([
  ['eval', 'eval'],
  ['blob:https://evil.example/1', 'other'],
  ['https://[', 'other'],
  ['steal', 'other'],
])('something blocked that has no origin: %s is stored as %s', async (blocked, stored) => {
  const where = { directive: 'media-src', blocked: stored };
  const before = await countReports(where);
  await report({ 'effective-directive': 'media-src', 'blocked-uri': blocked });
  expect(await countReports(where)).toBe(before + 1);
});

test('the newest reports come first, each with its day', async () => {
  const blocked = `https://${buildHost()}`;
  const first = new Date('2999-01-01');
  const second = new Date('2999-01-02');
  const reports = [
    { directive: 'img-src', day: second, lastAt: new Date('2999-01-02T10:00:00Z') },
    { directive: 'font-src', day: second, lastAt: new Date('2999-01-02T12:00:00Z') },
    { directive: 'script-src', day: first, lastAt: new Date('2999-01-03T00:00:00Z') },
    { directive: 'style-src', day: second, lastAt: new Date('2999-01-02T11:00:00Z') },
  ];
  // In the future, so that the reports of other tests come later in the list.
  await prisma.pageReport.createMany({
    data: reports.map((report) => ({ ...report, environment: 'live', blocked })),
  });
  const listed = (await listCspReports()).slice(0, 4);
  expect(listed.map(({ directive, day }) => ({ directive, day }))).toEqual([
    { directive: 'font-src', day: '2999-01-02' },
    { directive: 'style-src', day: '2999-01-02' },
    { directive: 'img-src', day: '2999-01-02' },
    { directive: 'script-src', day: '2999-01-01' },
  ]);
});

test('reports are deleted after three months', async () => {
  const blocked = `https://${buildHost()}`;
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  await prisma.pageReport.createMany({
    data: [
      { directive: 'img-src', day: daysAgo(92) },
      { directive: 'font-src', day: daysAgo(88) },
    ].map((report) => ({ ...report, environment: 'test', blocked })),
  });
  await deleteOldCspReports();
  expect(await listStoredReports(blocked)).toEqual([{ directive: 'font-src', count: 1 }]);
});

import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createMailQueue } from '~/mail/outbox';
import { endTurn, takeTurn } from '~/platform/job-timers.server';
import * as roots from '~/platform/root-keys.server';
import { noteTraffic } from '~/platform/traffic';
import { readPage } from '../../../tests/world/browser';
import { buildStaff } from '../../../tests/world/staff';

beforeAll(createMailQueue);

const open = async (path: string, role: 'admin' | 'support' = 'admin') => {
  const response = await (await buildStaff(role)).open(path);
  return { status: response.status, ...(await readPage(response)) };
};

test('an admin sees jobs, queues, what waits, the last hour and the database', async () => {
  const job = `job-${crypto.randomUUID()}`;
  await takeTurn(job, 60);
  await endTurn(job, 60, Object.assign(new Error('quotes somebody'), { name: 'QueueFailed', code: '57P01' }));
  noteTraffic('api', 503, 40);
  const { status, html } = await open('/staff/operations');
  expect(status).toBe(200);
  for (const text of [job, 'Failed once', 'QueueFailed 57P01', 'send-mail', 'API: requests a minute', 'Payments whose outcome the acquirer did not tell', 'Largest tables', 'audit_entries']) expect(html).toContain(text);
  expect(html).not.toContain('quotes somebody');
  expect(html).toContain('http-equiv="refresh"');
});

test('while SECRET_KEY is changed it says which key is needed still, and nothing of it otherwise', async () => {
  // Made before: nothing may be sealed with a key that other tests do not have.
  const admin = await buildStaff('admin');
  const drawn = async () => (await readPage(await admin.open('/staff/operations'))).html;
  const [own] = roots.rootKeys();
  const [young, unused] = ['5eedf00d', 'c0ffee11'].map((text) => roots.rootKey(text.repeat(8)));
  const spy = vi.spyOn(roots, 'rootKeys').mockReturnValue([own, unused!]);
  onTestFinished(() => spy.mockRestore());
  expect(await drawn()).toMatch(new RegExp(`${unused!.id}.{0,400}Seals nothing`, 's'));
  spy.mockReturnValue([young!, own]);
  expect(await drawn()).toMatch(new RegExp(`${own.id}.{0,400}Needed.{0,400}the keys of hashes 1,`, 's'));
  spy.mockReturnValue([own]);
  expect(await drawn()).not.toContain('SECRET_KEY');
});

test('whoever reads it can stop it from refreshing', async () => {
  const { html } = await open('/staff/operations?refresh=off');
  expect(html).not.toContain('http-equiv="refresh"');
  expect(html).toContain('Refresh by itself');
});

test('it is for admins alone', async () => {
  expect((await open('/staff/operations', 'support')).status).toBe(403);
});

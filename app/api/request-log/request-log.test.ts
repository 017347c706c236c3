import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { log } from '~/platform/observability/log';
import { expectConsoleError } from '../../../tests/setup/errors';
import { buildMerchant } from '../../../tests/world/merchants';
import { recordWork } from '../../../tests/world/work-recorder';
import type { LoggedRequest } from './request-entry';
import { flushRequests, logRequest } from './request-log';

/** The log's pending timers, which only these tests run. Those of the database run as usual. */
const timers = new Map<unknown, () => void>();
const batchMs = 200;

function runTimers(): void {
  const callbacks = [...timers.values()];
  timers.clear();
  for (const callback of callbacks) callback();
}

const request: LoggedRequest = {
  requestId: 'req_1',
  accountId: 'acc_nobody',
  environment: 'test',
  secretId: null,
  method: 'GET',
  url: 'http://localhost:3000/test/api/transactions/trx_1',
  requestText: null,
  requestBytes: null,
  status: 404,
  responseText: '{}',
  replayed: false,
  durationMs: 0,
  startedAt: 0,
  address: '',
  userAgent: undefined,
};

/** Writes what is pending, and with it ends the log's timer. */
async function clearLog(): Promise<void> {
  logRequest(request);
  await flushRequests();
}

beforeEach(async () => {
  await clearLog();
  timers.clear();
  const { setTimeout, clearTimeout } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((callback: () => void, ms?: number) => {
    if (ms !== batchMs) return setTimeout(callback, ms);
    const timer = setTimeout(() => {}, 2 ** 30);
    timers.set(timer, callback);
    return timer;
  }) as typeof setTimeout);
  vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    timers.delete(timer);
    clearTimeout(timer);
  });
});
afterEach(async () => {
  await clearLog();
  vi.mocked(setTimeout).mockRestore();
  vi.mocked(clearTimeout).mockRestore();
});

/** A merchant's log, to which requests are added as by its server. */
async function buildLog() {
  const { accountId } = await buildMerchant();
  return {
    add: (count: number, more: Partial<LoggedRequest> = {}) => {
      for (let i = 0; i < count; i++)
        logRequest({ ...request, requestId: createId('req'), accountId, durationMs: i, ...more });
    },
    /** The number of stored requests, when everything is written that waits for no timer. */
    count: async () => {
      for (let i = 0; i < 3; i++) {
        await new Promise((resolve) => setImmediate(resolve));
        await prisma.$queryRaw`select 1`;
      }
      return prisma.apiRequest.count({ where: { accountId } });
    },
    list: async () => {
      await flushRequests();
      return prisma.apiRequest.findMany({ where: { accountId }, orderBy: { durationMs: 'asc' } });
    },
  };
}

test('requests are written together after a fifth of a second', async () => {
  const { add, count } = await buildLog();
  add(199);
  expect(await count()).toBe(0);
  runTimers();
  await expect.poll(count).toBe(199);
  await flushRequests();
  expect(timers.size).toBe(0);
});

test('200 requests are written at once, and as many of the rest, too', async () => {
  const { add, count } = await buildLog();
  add(200);
  await expect.poll(count).toBe(200);
  add(400);
  await expect.poll(count).toBe(600);
  await flushRequests();
  expect(timers.size).toBe(0);
  add(450);
  await expect.poll(count).toBe(1_000);
  runTimers();
  await expect.poll(count).toBe(1_050);
  await flushRequests();
  expect(timers.size).toBe(0);
});

test('a timer without requests does no work', async () => {
  const { add } = await buildLog();
  add(1);
  const flushed = flushRequests();
  add(1);
  await flushed;
  expect(timers.size).toBe(1);
  const { statements } = await recordWork(async () => {
    runTimers();
    await flushRequests();
  });
  expect(statements).toEqual([]);
});

test('when 2,000 requests are waiting, the oldest are dropped and counted', async () => {
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
  try {
    const { add, list } = await buildLog();
    add(2_000);
    await flushRequests();
    expect(warn).not.toHaveBeenCalled();
    add(2_003);
    const rows = await list();
    expect(warn.mock.calls).toEqual([['API request log entries were dropped', { count: 3 }]]);
    expect(rows).toHaveLength(4_000);
    expect(rows.filter(({ durationMs }) => durationMs < 3)).toHaveLength(3);
    await flushRequests();
    expect(warn).toHaveBeenCalledOnce();
  } finally {
    warn.mockRestore();
  }
});

test('requests that the database rejects are counted in the log', async () => {
  expectConsoleError({ message: 'API request log entries could not be written', fields: { count: 2 } });
  const { add, list } = await buildLog();
  add(1);
  add(1, { status: 2 ** 31 });
  expect(await list()).toEqual([]);
  add(1);
  expect(await list()).toHaveLength(1);
});

test.each([401, 403, 429])(
  'ten rejected requests per second are stored for each account and environment: %s',
  async (status) => {
    const now = vi.spyOn(performance, 'now');
    try {
      const [one, other] = [await buildLog(), await buildLog()];
      const at = (second: number, add: () => void) => {
        // Seconds that no other test uses.
        now.mockReturnValue((10 ** 9 + status * 10 + second) * 1_000);
        add();
      };
      at(0, () => one.add(11, { status }));
      at(0.9, () => one.add(2, { status }));
      at(0.9, () => one.add(3, { status, environment: 'live' }));
      at(0.9, () => other.add(4, { status }));
      at(1, () => one.add(11, { status, durationMs: 100 }));
      at(1, () => one.add(12, { status: 400 }));
      now.mockRestore();
      const rows = await one.list();
      const countOf = (condition: (row: (typeof rows)[number]) => boolean) => rows.filter(condition).length;
      expect({
        first: countOf((row) => row.status === status && row.environment === 'test' && row.durationMs < 100),
        second: countOf((row) => row.durationMs === 100),
        live: countOf((row) => row.environment === 'live'),
        invalid: countOf((row) => row.status === 400),
        other: (await other.list()).length,
      }).toEqual({ first: 10, second: 10, live: 3, invalid: 12, other: 4 });
    } finally {
      now.mockRestore();
    }
  },
);

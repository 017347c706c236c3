import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { config } from '~/platform/config.server';
import { pool } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';
import { once } from '~/platform/once.server';

const windowMs = 1000;

type Window = { endsAt: number; known: number; untold: number; telling?: Promise<void> };

/** Where a merchant stands within the current second. `resetSeconds` is when the next one begins. */
type RequestRate = { allowed: boolean; limit: number; remaining: number; resetSeconds: number };

/**
 * Counts requests of merchants against a limit for each second. All processes see the counts; each may be behind by a tenth
 * of the limit for every other one, for it tells of many requests in one statement.
 */
export function createRequestRates(limit: number) {
  const untoldAtMost = Math.max(1, Math.floor(limit / 10));
  const windows = new Map<string, Window>();
  const shared = new RateLimiterPostgres({
    storeClient: pool,
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: 'api',
    points: limit,
    duration: windowMs / 1000,
  });

  function currentWindow(key: string): Window {
    const known = windows.get(key);
    if (known && known.endsAt > performance.now()) return known;
    const window = { endsAt: performance.now() + windowMs, known: 0, untold: 0 };
    if (windows.size > 10_000) windows.clear();
    windows.set(key, window);
    return window;
  }

  async function tellOthers(key: string, window: Window): Promise<void> {
    const told = window.untold;
    const { consumedPoints, msBeforeNext } = await shared.penalty(key, told);
    Object.assign(window, {
      known: consumedPoints,
      untold: window.untold - told,
      endsAt: performance.now() + msBeforeNext,
      telling: undefined,
    });
  }

  return async (environment: Environment, accountId: string): Promise<RequestRate> => {
    const key = `${environment}:${accountId}`;
    const window = currentWindow(key);
    const left = () => limit - window.known - window.untold;
    while (left() > 0 && window.untold >= untoldAtMost) await (window.telling ??= tellOthers(key, window));
    const allowed = left() > 0;
    if (allowed) window.untold++;
    const resetSeconds = Math.max(1, Math.ceil((window.endsAt - performance.now()) / 1000));
    return { allowed, limit, remaining: Math.max(0, left()), resetSeconds };
  };
}

/** Counts a request of a merchant (decisions: Rate limits). */
export const countRequest = once('request-rates', () => createRequestRates(config.rateLimitPerSecond));

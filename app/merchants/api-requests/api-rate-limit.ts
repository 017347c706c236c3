import { config } from '~/platform/config/config.server';
import type { Environment } from '~/platform/environment';
import { countInWindows } from '~/platform/rate-limits/window-counters';
import { singleton } from '~/platform/concurrency/singleton.server';

const windowMs = 1000;

type RateWindow = { endsAt: number; sharedCount: number; unsharedCount: number; sharing?: Promise<void> };

/** A merchant's use in the current second. `resetSeconds`: the time until the next one. */
type ApiRateLimitStatus = { allowed: boolean; limit: number; remaining: number; resetSeconds: number };

/**
 * The API rate limit: counts merchants' requests per second, across all processes. Each process reports many
 * requests in one statement, so its count may be too low by a tenth of the limit per other process.
 */
export function createApiRateLimiter(limit: number) {
  const maxUnsharedCount = Math.max(1, Math.floor(limit / 10));
  const windows = new Map<string, RateWindow>();

  function currentWindow(key: string): RateWindow {
    const existing = windows.get(key);
    if (existing && existing.endsAt > performance.now()) return existing;
    const window = { endsAt: performance.now() + windowMs, sharedCount: 0, unsharedCount: 0 };
    if (windows.size > 10_000) windows.clear();
    windows.set(key, window);
    return window;
  }

  async function shareCount(key: string, window: RateWindow): Promise<void> {
    const addedCount = window.unsharedCount;
    const [shared] = await countInWindows({ counters: [{ key: `api:${key}`, windowMs }], added: addedCount });
    Object.assign(window, {
      sharedCount: shared!.points,
      unsharedCount: window.unsharedCount - addedCount,
      endsAt: performance.now() + shared!.remainingMs,
      sharing: undefined,
    });
  }

  return async (environment: Environment, accountId: string): Promise<ApiRateLimitStatus> => {
    const key = `${environment}:${accountId}`;
    const window = currentWindow(key);
    const countRemaining = () => limit - window.sharedCount - window.unsharedCount;
    while (countRemaining() > 0 && window.unsharedCount >= maxUnsharedCount)
      await (window.sharing ??= shareCount(key, window));
    const allowed = countRemaining() > 0;
    if (allowed) window.unsharedCount++;
    const resetSeconds = Math.max(1, Math.ceil((window.endsAt - performance.now()) / 1000));
    return { allowed, limit, remaining: Math.max(0, countRemaining()), resetSeconds };
  };
}

/** Counts a merchant's request (decisions: Rate limits). */
export const countApiRequest = singleton('request-rates', () =>
  createApiRateLimiter(config.rateLimitPerSecond),
);

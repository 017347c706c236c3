import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Outages } from './outages';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('an outage explains its own effects, for requests sent before its end', () => {
  const outages = new Outages();
  const before = performance.now();
  expect(outages.explains({ code: 'outcome_unknown' }, before)).toBe(false);
  const end = outages.begin({ codes: ['outcome_unknown'] });
  expect(outages.explains({ code: 'outcome_unknown' }, before)).toBe(true);
  expect(outages.explains({ code: 'internal_error' }, before)).toBe(false);
  expect(outages.explains({ lostBy: 'a' }, before)).toBe(false);
  end();
  vi.advanceTimersByTime(60_000);
  expect(outages.explains({ code: 'outcome_unknown' }, before)).toBe(true);
  expect(outages.explains({ code: 'outcome_unknown' }, performance.now())).toBe(false);
});

test('a killed process explains its own missing replies', () => {
  const outages = new Outages();
  outages.begin({ killedOrigin: 'a' });
  expect(outages.explains({ lostBy: 'a' }, performance.now())).toBe(true);
  expect(outages.explains({ lostBy: 'b' }, performance.now())).toBe(false);
  expect(outages.explains({ code: 'outcome_unknown' }, performance.now())).toBe(false);
});

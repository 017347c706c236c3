import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Outages } from './outages';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('an outage explains its own effects, for requests sent before its end', () => {
  const outages = new Outages();
  const before = performance.now();
  expect(outages.explains('outcome_unknown', before)).toBe(false);
  const end = outages.begin({ codes: ['outcome_unknown'] });
  expect(outages.explains('outcome_unknown', before)).toBe(true);
  expect(outages.explains('internal_error', before)).toBe(false);
  expect(outages.explains(null, before)).toBe(false);
  end();
  vi.advanceTimersByTime(60_000);
  expect(outages.explains('outcome_unknown', before)).toBe(true);
  expect(outages.explains('outcome_unknown', performance.now())).toBe(false);
});

test('a killed process explains missing replies', () => {
  const outages = new Outages();
  outages.begin({ connections: true });
  expect(outages.explains(null, performance.now())).toBe(true);
  expect(outages.explains('outcome_unknown', performance.now())).toBe(false);
});

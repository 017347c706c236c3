import { expect, test } from 'vitest';
import { createId, getIdLowerBound, getIdTime } from './ids';

test('an ID is its prefix, ten characters of time and 130 random bits', () => {
  expect(createId('trx')).toMatch(/^trx_[0-9a-hjkmnp-tv-z]{36}$/);
});

test('IDs are unique', () => {
  expect(new Set(Array.from({ length: 10_000 }, () => createId('op'))).size).toBe(10_000);
});

test('IDs sort by creation time', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) {
    ids.push(createId('evt'));
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
  expect([...ids].sort()).toEqual(ids);
});

test('a bound separates the IDs of two moments', () => {
  const at = new Date('2026-11-22T12:00:00Z');
  expect(createId('req', at.getTime()) > getIdLowerBound('req', at)).toBe(true);
  expect(createId('req', at.getTime() - 1) < getIdLowerBound('req', at)).toBe(true);
});

test('an ID contains its creation time', () => {
  const at = new Date('2026-11-22T12:00:00.123Z');
  expect(getIdTime(createId('req', at.getTime()))).toEqual(at);
});

test.each(['req_iloullllll0000000000000000000000000000', createId('req', Date.now() + 86_400_000)])(
  'an invalid ID has no time: %s',
  (id) => {
    expect(getIdTime(id)).toBeNull();
  },
);

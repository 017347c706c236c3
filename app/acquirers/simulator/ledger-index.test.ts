import { expect, test } from 'vitest';
import { LedgerIndex } from './ledger-index';

test('finds every key at its position while its tables grow, and no other key', () => {
  const index = new LedgerIndex();
  const keys = Array.from({ length: 10_000 }, (_, number) => `op_${number}`);
  const find = (key: string) => index.find(key, (position) => keys[position] === key);
  for (const [position, key] of keys.entries()) {
    expect(find(key)).toBe(0);
    expect(index.position(index.add(key, position))).toBe(position);
  }
  for (const [position, key] of keys.entries()) expect(index.position(find(key))).toBe(position);
});

test('compares the entries of two keys with the same hash', () => {
  const index = new LedgerIndex();
  // For a failed lookup, any key can stand in for one with the same hash.
  index.add('a', 7);
  expect(index.find('a', () => false)).toBe(0);
  const second = index.add('a', 8);
  expect(index.find('a', (position) => position === 8)).toBe(second);
});

test('returns the follow-ups of many authorizations oldest first, even from before its tables grew', () => {
  const index = new LedgerIndex();
  const authorizations = Array.from({ length: 500 }, (_, number) => index.add(`a${number}`, number));
  for (let round = 0; round < 5; round++)
    for (const authorization of authorizations)
      index.chain(authorization, index.add(`f${authorization}-${round}`, authorization * 10 + round));
  for (const authorization of authorizations)
    expect(index.followUps(authorization)).toEqual(
      [0, 1, 2, 3, 4].map((round) => authorization * 10 + round),
    );
  expect(index.followUps(0)).toEqual([]);
});

test('keeps positions beyond four gigabytes exact', () => {
  const index = new LedgerIndex();
  const far = 2 ** 45 + 1;
  expect(index.position(index.add('a', far))).toBe(far);
});

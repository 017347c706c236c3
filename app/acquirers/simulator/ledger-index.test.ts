import { expect, test } from 'vitest';
import { LedgerIndex } from './ledger-index';

test('finds every key at its position while its tables grow, and no other key', () => {
  const index = new LedgerIndex();
  const keys = Array.from({ length: 10_000 }, (_, number) => `op_${number}`);
  const compared: number[] = [];
  const find = (key: string) =>
    index.find(key, (position) => {
      compared.push(position);
      return keys[position] === key;
    });
  for (const [position, key] of keys.entries()) {
    expect(find(key)).toBe(0);
    expect(index.add(key, position)).toBe(position + 1);
  }
  for (const [position, key] of keys.entries()) expect(find(key)).toBe(position + 1);
  // None of these keys has the hash of another, so no other entry was read.
  expect(compared).toEqual([...keys.keys()]);
});

test('compares the entries of two keys with the same hash', () => {
  const index = new LedgerIndex();
  const keys = ['op_13710', '722bv5'];
  const compared: number[] = [];
  const find = (key: string) =>
    index.find(key, (position) => {
      compared.push(position);
      return keys[position] === key;
    });
  const first = index.add(keys[0]!, 0);
  expect(find(keys[1]!)).toBe(0);
  const second = index.add(keys[1]!, 1);
  expect([find(keys[0]!), find(keys[1]!)]).toEqual([first, second]);
  expect(compared).toEqual([0, 0, 0, 1]);
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
  const number = index.add('a', far);
  expect(index.find('a', (position) => position === far)).toBe(number);
});

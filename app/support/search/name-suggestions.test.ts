import { expect, test } from 'vitest';
import { findClosestNames } from './name-suggestions';
import { spellingDistance } from './spelling';

test.each([
  ['fern', 'fern', 0],
  ['fern', 'fren', 1],
  ['quince', 'quinces', 1],
  ['quince', 'qiuncex', 2],
  ['a flint', 'a filnts', 2],
  ['lamp', 'palm', 3],
  ['nothing', 'alike at', 3],
  ['x'.repeat(25), 'y'.repeat(25), 3],
])('%s and %s', (one, other, distance) => expect(spellingDistance(one, other)).toBe(distance));

test('the closest of many names is found, without blocking other work', async () => {
  const names = [
    ...Array.from({ length: 20_000 }, (_, i) => `Merchant ${i.toString(36)} Trading`),
    'Blue Quince Lamps',
  ];
  const terms = [
    ...Array.from({ length: 7 }, (_, i) => `nobody${'abcdefg'[i]}`),
    'quicne',
    ...Array.from({ length: 60 }, (_, i) => `merchants${i}`),
  ];
  let turns = 0;
  const counting = setInterval(() => turns++, 0);
  const startTime = performance.now();
  expect(await findClosestNames(names, terms)).toEqual([
    { name: 'Blue Quince Lamps', terms: ['quicne'], distance: 1 },
  ]);
  clearInterval(counting);
  expect(turns).toBeGreaterThan(5);
  expect(performance.now() - startTime).toBeLessThan(2_000);
});

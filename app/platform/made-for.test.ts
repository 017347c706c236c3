import { expect, test } from 'vitest';
import { noteMadeFor, readMadeFor } from './made-for';

const accountId = `acc_${'0'.repeat(36)}`;
const madeFor = { accountId, environment: 'test' } as const;
const noted = `for=${accountId}.test`;

test.each([
  ['/team', `/team?${noted}`],
  ['/team?member=7', `/team?member=7&${noted}`],
  ['/?index', `/?index=&${noted}`],
  ['/developers/verify#webhook', `/developers/verify?${noted}#webhook`],
  [`/team?for=acc_other.live&for=x&a=b`, `/team?a=b&${noted}`],
  ['', `?${noted}`],
])('an address carries it once: %s', (address, expected) => {
  expect(noteMadeFor(address, madeFor)).toBe(expected);
});

test.each([
  ['/team?member', '/team?member'],
  [`/team?${noted}`, '/team'],
  [`/team?member=7&${noted}#people`, '/team?member=7#people'],
])('and can be freed of it: %s', (address, expected) => {
  expect(noteMadeFor(address, null)).toBe(expected);
});

test.each([
  ['/team', undefined],
  [`/team?${noted}`, madeFor],
  [`/team?for=${accountId}.live`, { accountId, environment: 'live' }],
  [`/team?${noted}&${noted}`, null],
  ['/team?for=', null],
  [`/team?for=${accountId}`, null],
  [`/team?for=${accountId}.production`, null],
  [`/team?for=${accountId}%00.test`, null],
])('what %s says', (address, expected) => {
  expect(readMadeFor(new URL(address, 'http://portal.test'))).toEqual(expected);
});

import { expect, test } from 'vitest';
import { addFormContext, readFormContext } from './form-context';

const accountId = `acc_${'0'.repeat(36)}`;
const formContext = { accountId, environment: 'test' } as const;
const contextParameter = `for=${accountId}.test`;

test.each([
  ['/team', `/team?${contextParameter}`],
  ['/team?member=7', `/team?member=7&${contextParameter}`],
  ['/?index', `/?index=&${contextParameter}`],
  ['/developers/verify#webhook', `/developers/verify?${contextParameter}#webhook`],
  [`/team?for=acc_other.live&for=x&a=b`, `/team?a=b&${contextParameter}`],
  ['', `?${contextParameter}`],
])('a URL contains it once: %s', (address, expected) => {
  expect(addFormContext(address, formContext)).toBe(expected);
});

test.each([
  ['/team?member', '/team?member'],
  [`/team?${contextParameter}`, '/team'],
  [`/team?member=7&${contextParameter}#people`, '/team?member=7#people'],
])('and it can be removed: %s', (address, expected) => {
  expect(addFormContext(address, null)).toBe(expected);
});

test.each([
  ['/team', undefined],
  [`/team?${contextParameter}`, formContext],
  [`/team?for=${accountId}.live`, { accountId, environment: 'live' }],
  [`/team?${contextParameter}&${contextParameter}`, null],
  ['/team?for=', null],
  [`/team?for=${accountId}`, null],
  [`/team?for=${accountId}.production`, null],
  [`/team?for=${accountId}%00.test`, null],
])('reads %s', (address, expected) => {
  expect(readFormContext(new URL(address, 'http://portal.test'))).toEqual(expected);
});

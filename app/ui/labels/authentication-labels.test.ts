import { expect, test } from 'vitest';
import { describeAuthentication, describeLiability } from './authentication-labels';

const result = {
  status: 'authenticated',
  flow: 'challenge',
  version: '2.2.0',
  eci: '05',
  liability_shift: true,
} as const;

test.each([
  [result, 'Authenticated with a challenge, version 2.2.0, ECI 05', 'The bank'],
  [
    { ...result, flow: 'frictionless' as const, eci: null },
    'Authenticated without a challenge, version 2.2.0',
    'The bank',
  ],
  [{ ...result, flow: null, version: null }, 'Authenticated, ECI 05', 'The bank'],
  [
    { ...result, status: 'failed' as const, eci: null, liability_shift: false },
    'Failed, version 2.2.0',
    'The merchant',
  ],
  [
    { status: 'required' as const, url: 'https://bank.test', expires_at: '2030-01-01T00:00:00.000Z' },
    'Waiting for the payer',
    null,
  ],
])('3-D Secure in words: %o', (authentication, text, liability) => {
  expect(describeAuthentication(authentication)).toBe(text);
  expect(describeLiability(authentication)).toBe(liability);
});

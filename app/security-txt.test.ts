import { expect, test } from 'vitest';
import { parseConfig } from '~/platform/config/config.server';
import { buildSecurityTxt } from './security-txt';

const build = (address: string, SECURITY_CONTACT: string, now?: number) =>
  buildSecurityTxt(
    new URL(address),
    parseConfig({
      PORTAL_URL: 'https://pay.example.com',
      STAFF_URL: 'https://staff.example.com',
      API_URL: 'https://api.example.com/v1',
      SECURITY_CONTACT,
    }),
    now,
  );

test('it has a contact, an expiry date that moves along, and the URL of the same host', () => {
  expect(
    // Behind a proxy, requests arrive over HTTP.
    build('http://pay.example.com/', 'security@example.com', Date.parse('2026-11-25T23:59:59Z'))?.split('\n'),
  ).toEqual([
    'Contact: mailto:security@example.com',
    'Expires: 2027-05-24T00:00:00.000Z',
    'Preferred-Languages: en',
    'Canonical: https://pay.example.com/.well-known/security.txt',
    '',
  ]);
  const expires = /Expires: (.*)/.exec(build('http://pay.example.com/', 'security@example.com')!)![1]!;
  const days = (Date.parse(expires) - Date.now()) / (24 * 3600 * 1000);
  expect(days).toBeGreaterThan(178);
  expect(days).toBeLessThan(365);
});

test.each([
  ['http://staff.example.com/', 'https://staff.example.com'],
  ['http://api.example.com/', 'https://api.example.com'],
  ['http://localhost/', 'https://pay.example.com'],
])('at %s it names %s', (address, origin) => {
  expect(build(address, 'https://example.com/report')).toMatch(
    new RegExp(
      `^Contact: https://example.com/report\n[^]*\nCanonical: ${origin}/.well-known/security.txt\n$`,
    ),
  );
});

test('without a contact, there is none', () => {
  expect(build('http://pay.example.com/', '')).toBeNull();
});

test.each(['nobody', 'http://example.com', 'mailto:security@example.com', 'a@example.com\nExpires: never'])(
  '%j is no contact',
  (contact) => expect(() => build('http://pay.example.com/', contact)).toThrow(/^SECURITY_CONTACT: expected/),
);

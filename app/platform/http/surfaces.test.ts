import { expect, test } from 'vitest';
import { isServedOn, resolveSurface } from './surfaces.server';
import { parseConfig, SettingError } from '~/platform/config/config.server';

const { addresses } = parseConfig({
  PORTAL_URL: 'https://pay.example.com',
  STAFF_URL: 'https://staff.example.com/',
  API_URL: 'https://api.example.com',
});
const resolveKind = (address: string) => resolveSurface(new URL(address), addresses)?.kind ?? null;

test('each of our hosts serves its area, and others serve none', () => {
  expect(resolveKind('https://staff.example.com/staff/mails')).toBe('staff');
  expect(resolveKind('https://pay.example.com/staff/mails')).toBe('portal');
  expect(resolveKind('https://api.example.com/transactions')).toBe('api');
  for (const address of [
    'https://evil.example/',
    'https://staff.example.com.evil.example/',
    'https://staff.example.com:8443/',
    'https://example.com/',
    'http://localhost:3000/staff',
  ])
    expect({ address, resolveKind: resolveKind(address) }).toEqual({ address, resolveKind: null });
});

// Threat T25.
const staffPaths = [
  '/staff',
  '/staff/',
  '/staff/login',
  '/staff.data',
  '/staff/login.data',
  '/review',
  '/review/applications/app_1',
  '/review.data',
  '/STAFF/login',
  '/Review',
  '/%73taff/login',
  '/%72eview',
  '//staff/login',
  '/staff%2Flogin',
];
const portalPaths = [
  '/',
  '/_root.data',
  '/login',
  '/register',
  '/transactions',
  '/security',
  '/docs',
  '/demo/shop',
  '/checkout',
  '/staffing',
  '/reviews',
  '/review-us',
];

test.each(staffPaths)('%s is served on the staff host only', (path) => {
  expect({
    staff: isServedOn({ kind: 'staff', path }, addresses.staff),
    portal: isServedOn({ kind: 'portal', path }, addresses.staff),
    liveCheckout: isServedOn({ kind: 'checkout', environment: 'live', path }, addresses.staff),
  }).toEqual({ staff: true, portal: false, liveCheckout: false });
});

test.each(portalPaths)('%s is not served on the staff host', (path) => {
  expect({
    staff: isServedOn({ kind: 'staff', path }, addresses.staff),
    portal: isServedOn({ kind: 'portal', path }, addresses.staff),
  }).toEqual({ staff: false, portal: true });
});

test("without a separate host, staff use the portal's", () => {
  for (const path of [...staffPaths, ...portalPaths])
    expect(isServedOn({ kind: 'portal', path }, undefined)).toBe(true);
});

test.each([
  'https://pay.example.com',
  'https://pay.example.com:8443',
  'http://staff.example.com',
  'https://staff.example.com/staff',
  'https://staff.example.com/?a',
])("%s can't be a separate host", (STAFF_URL) => {
  expect(() => parseConfig({ PORTAL_URL: 'https://pay.example.com', STAFF_URL })).toThrow(SettingError);
});

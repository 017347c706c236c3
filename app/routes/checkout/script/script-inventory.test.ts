import { gzipSync } from 'node:zlib';
import { script } from 'virtual:checkout-script';
import { expect, test } from 'vitest';
import { checkoutScripts } from '~/payments/page-monitoring/script-inventory';

test('the built script is the one in the inventory', () => {
  const built = script.integrity.replace('sha256-', '');
  expect(
    checkoutScripts.map(({ sha256 }) => sha256),
    `Read what has changed in app/routes/checkout/script, then write ${built} into app/payments/page-monitoring/script-inventory.ts`,
  ).toEqual([built]);
});

test('it is small', () => {
  expect(gzipSync(script.source).length).toBeLessThan(15_000);
});

test('it has no syntax that browsers of a few years ago reject', () => {
  // Safari reads lookbehinds since version 16.4, and runs nothing of a script that has one.
  expect(script.source).not.toMatch(/\(\?<[!=]/);
});

import { expect, test } from 'vitest';
import { toPagePath } from './page-path';

const trx = `trx_${'0'.repeat(36)}`;

test.each([
  ['/', '/'],
  ['/transactions?for=acc_1.test', '/transactions'],
  [`/transactions/${trx}`, `/transactions/${trx}`],
  ['/transactions?search=ada@example.com&status=DECLINED&status=X', '/transactions?search&status'],
  ['/transactions/4111111111111111', '/transactions/…'],
  ['/transactions/ada%40example.com/%00', '/transactions/…/…'],
  ['/cards?4111111111111111=1&Ada=1', '/cards'],
  ['/audit-log/support-sessions/x', '/audit-log/support-sessions/x'],
])('%s is recorded as %s', (address, name) => {
  expect(toPagePath(new URL(address, 'http://localhost'))).toBe(name);
});

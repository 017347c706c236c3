import { expect, test } from 'vitest';
import { createApi } from './api';

test('all routes fit into one regular expression, which is the fastest way to find one', () => {
  const { router } = createApi('test');
  router.match('GET', '/test/api/transactions/trx_1');
  expect(router.name).toBe('SmartRouter + RegExpRouter');
});

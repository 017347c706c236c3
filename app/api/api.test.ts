import { expect, test } from 'vitest';
import { createApi } from './api';

test('Hono’s fastest router, a single regular expression, supports all routes', () => {
  const { router } = createApi('test');
  router.match('GET', '/test/api/transactions/trx_1');
  expect(router.name).toBe('SmartRouter + RegExpRouter');
});

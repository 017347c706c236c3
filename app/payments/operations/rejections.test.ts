import { expect, test } from 'vitest';
import { buildApiClient } from '../../../tests/world/api-client';
import { buildPayment } from '../../../tests/world/payments/payments';
import { explainRejection } from './rejections';

test('if a capture of the full remaining amount is possible again by then, the rejection has no amount to explain', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  const actor = { accountId: client.merchant.accountId, environment: 'test' as const, operator: 'api:key' };
  const request = { operation: 'capture' as const, transactionId: id };
  expect(await explainRejection(actor, { ...request, amount: null })).toEqual({
    kind: 'invalid_state',
    status: 'AUTHORIZED',
    allowed: ['capture', 'void'],
  });
  expect(await explainRejection(actor, { ...request, amount: 10_001 })).toEqual({
    kind: 'amount_exceeds_remaining',
    remaining: 10_000,
    requested: 10_001,
  });
});

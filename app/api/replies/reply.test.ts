import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { ApiEnv } from '~/api/api-env';
import type { Reply } from '~/payments/replies';
import { replyWithResult } from './reply';

async function readReply(reply: Reply) {
  const app = new Hono<ApiEnv>().get('/', (c) => replyWithResult(c, reply));
  const response = await app.request('/', {}, { requestId: 'req_1' });
  return { headers: response.headers, json: (await response.json()) as Record<string, unknown> };
}

test('an unknown outcome says what to do, and when', async () => {
  const { headers, json } = await readReply({ kind: 'outcome_unknown', transactionId: 'trx_1' });
  expect(headers.get('retry-after')).toBe('5');
  expect(json).toMatchObject({
    code: 'outcome_unknown',
    transaction_id: 'trx_1',
    detail:
      'The acquirer’s response is missing or couldn’t be stored, so the outcome is unknown. Retrieve the transaction, or retry the same request.',
  });
});

test('a declined capture or void names the operation and the decline, and its replay is marked', async () => {
  const declined = {
    kind: 'operation_declined' as const,
    transactionId: 'trx_1',
    operationId: 'op_1',
    decline: { code: 'lost_card', message: 'The card was reported lost.' },
  };
  const [first, replay] = [
    await readReply({ ...declined, replayed: false }),
    await readReply({ ...declined, replayed: true }),
  ];
  expect(first.json).toMatchObject({
    status: 402,
    code: 'operation_declined',
    detail: 'The operation was declined: The card was reported lost.',
    transaction_id: 'trx_1',
    operation_id: 'op_1',
    decline: declined.decline,
  });
  expect(replay.json).toEqual(first.json);
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
});

test('a conflict names the transaction or the intent that has the external_id', async () => {
  const conflict = { kind: 'external_id_conflict' as const, differing: ['amount'] };
  const [transaction, intent] = [
    await readReply({ ...conflict, resourceId: 'trx_1', status: 'CAPTURED' }),
    await readReply({ ...conflict, resourceId: 'int_1' }),
  ];
  expect(transaction.json).toMatchObject({
    code: 'external_id_conflict',
    detail: 'This external_id was already used for trx_1 with different content.',
    transaction_id: 'trx_1',
    transaction_status: 'CAPTURED',
    differing_fields: ['amount'],
  });
  expect(transaction.json).not.toHaveProperty('intent_id');
  expect(intent.json).toMatchObject({
    code: 'external_id_conflict',
    detail: 'This external_id was already used for int_1 with different content.',
    intent_id: 'int_1',
    differing_fields: ['amount'],
  });
  expect(intent.json).not.toHaveProperty('transaction_id');
});

test.each<[Reply, string]>([
  [{ kind: 'not_found' }, 'No transaction has this ID.'],
  [
    { kind: 'invalid_state', status: 'PARTIAL_CAPTURED', allowed: ['capture', 'void'] },
    'The transaction is PARTIAL_CAPTURED. Allowed operations: capture, void.',
  ],
  [
    { kind: 'invalid_state', status: 'PENDING', allowed: [] },
    'The transaction is PENDING. If the transaction has a next_action, the payer must confirm the payment first. Otherwise, wait for the acquirer’s response.',
  ],
  [
    { kind: 'invalid_state', status: 'DECLINED', allowed: [] },
    'The transaction is DECLINED. No operation is allowed now.',
  ],
  [
    {
      kind: 'invalid_state',
      status: 'CAPTURED',
      allowed: [],
      locked: { amount_disputed: 300, amount_charged_back: 200 },
    },
    'The transaction is CAPTURED. No operation is allowed now. 300 is locked by an open chargeback. 200 was lost to chargebacks.',
  ],
  [
    { kind: 'invalid_state', status: 'CAPTURED', allowed: [], reason: 'is_refund' },
    'This is a refund. Use the ID of the payment instead.',
  ],
  [
    { kind: 'invalid_state', status: 'CAPTURED', allowed: ['refund'], reason: 'nothing_held' },
    'Nothing is left to capture or void. Allowed operations: refund.',
  ],
  [{ kind: 'test_card_required' }, 'Use one of the test cards at http://localhost:3000/docs/test-cards.'],
  [
    { kind: 'amount_exceeds_remaining', requested: 500, remaining: 400 },
    'You requested 500, but only 400 remains.',
  ],
  [
    {
      kind: 'amount_exceeds_remaining',
      requested: 500,
      remaining: 400,
      locked: { amount_disputed: 100, amount_charged_back: undefined },
    },
    'You requested 500, but only 400 remains. 100 is locked by an open chargeback.',
  ],
  [
    {
      kind: 'amount_exceeds_remaining',
      requested: 500,
      remaining: 400,
      locked: { amount_disputed: undefined, amount_charged_back: 100 },
    },
    'You requested 500, but only 400 remains. 100 was lost to chargebacks.',
  ],
])('the detail of %j is: %s', async (reply, detail) => {
  expect((await readReply(reply)).json).toMatchObject({ code: reply.kind, detail });
});

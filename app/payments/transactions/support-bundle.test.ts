import { expect, test } from 'vitest';
import { createSupportBundle } from './support-bundle';
import type { TimelineEntry } from './timeline';

type Bundled = Parameters<typeof createSupportBundle>[0];

const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 12, minute));
const timeOf = (minute: number) => at(minute).toISOString();

const child: Bundled['children'][number] = {
  id: 'trx_2',
  type: 'REFUND',
  status: 'CAPTURED',
  orderAmount: 1_000,
  externalId: 'refund-1',
  declineCode: null,
  amountCaptured: 0,
  amountRefunded: 0,
  chargebackOpen: 0,
  amountChargedBack: 0,
  disputeStage: null,
  disputeDueBy: null,
  createdAt: at(3),
};

const transaction: Bundled = {
  id: 'trx_1',
  accountId: 'acc_1',
  environment: 'test',
  type: 'PAYMENT',
  status: 'PARTIAL_CAPTURED',
  orderId: 'order-1',
  orderAmount: 10_000,
  orderCurrency: 'USD',
  amountAuthorized: 9_999,
  amountCaptured: 6_000,
  amountVoided: 500,
  amountExpired: 400,
  authentication: null,
  payerLanguage: null,
  cardChecks: null,
  returnUrl: null,
  amountRefunded: 300,
  holdReserved: 200,
  refundReserved: 100,
  chargebackOpen: 50,
  amountChargedBack: 25,
  version: 7,
  externalId: 'ext-1',
  parentId: 'trx_0',
  intentId: 'int_1',
  authorizationId: 'op_1',
  connectionId: 'con_simulator_test',
  cardBrand: 'visa',
  cardBin: '424242',
  cardLastFour: '4242',
  cardExpiry: '2040-12',
  cardTokenId: 'tok_1',
  merchantReason: null,
  declineCode: 'lost_card',
  lastOperationId: 'op_1',
  disputeStage: 'won',
  disputeReason: 'fraudulent',
  disputeDueBy: at(4),
  captureBefore: at(5),
  settledAt: at(6),
  createdAt: at(1),
  updatedAt: at(2),
  responses: [],
  parent: {
    ...child,
    id: 'trx_0',
    type: 'PAYMENT',
    status: 'SETTLED',
    orderAmount: 20_000,
    createdAt: at(0),
  },
  children: [child],
  checkoutVisit: null,
  paymentLink: null,
  declined: 'The card was reported lost.',
  hadSucceeded: false,
  reversal: null,
  holdReleased: false,
  more: false,
  operations: [],
};

const entries: TimelineEntry[] = [
  {
    kind: 'checkout',
    id: 'attempted-trx_3',
    what: 'attempted',
    at: at(1),
    transactionId: 'trx_3',
    declined: 'The card was reported lost.',
  },
  {
    kind: 'request',
    id: 'req_1',
    at: at(2),
    method: 'POST',
    operation: 'createTransaction',
    status: 409,
    code: 'invalid_state',
    outcome: 'executed',
    durationMs: 35,
  },
  {
    kind: 'operation',
    id: 'op_1',
    at: at(3),
    type: 'authorize',
    status: 'FAILED',
    amount: 10_000,
    currency: 'USD',
    reason: 'Grace asked for it',
    externalId: 'ext-1',
    operator: 'Ada Private, in the portal',
    operatorId: 'portal:usr_1',
    isCaptureRelease: false,
    isReturnedRefund: false,
    resultKnownAt: null,
    isAccepted: false,
    declineCode: 'lost_card',
    refundId: null,
    createdAt: at(3),
    completedAt: at(4),
  },
  {
    kind: 'webhook',
    id: 'dlv_1-0',
    at: at(5),
    deliveryId: 'dlv_1',
    event: 'transaction.declined',
    endpointId: 'hook_1',
    host: 'hooks.example',
    deliveryStatus: 'pending',
    nextAttemptAt: at(9),
    attempt: { durationMs: 12, status: 500, fault: 'timed_out', isManual: true },
  },
  {
    kind: 'webhook',
    id: 'dlv_2-0',
    at: at(6),
    deliveryId: 'dlv_2',
    event: 'transaction.declined',
    endpointId: 'hook_1',
    host: 'hooks.example',
    deliveryStatus: 'pending',
    nextAttemptAt: at(9),
    attempt: null,
  },
];

const read = (changes: Partial<Bundled> = {}) =>
  JSON.parse(createSupportBundle({ ...transaction, ...changes }, entries, at(59))) as Record<string, unknown>;

test('a bundle has the facts of a transaction and all kinds of entries', () => {
  expect(read()).toEqual({
    made_at: timeOf(59),
    account_id: 'acc_1',
    environment: 'test',
    transaction: {
      id: 'trx_1',
      type: 'PAYMENT',
      status: 'PARTIAL_CAPTURED',
      currency: 'USD',
      order_amount: 10_000,
      amount_authorized: 9_999,
      amount_captured: 6_000,
      amount_voided: 500,
      amount_expired: 400,
      amount_refunded: 300,
      hold_reserved: 200,
      refund_reserved: 100,
      chargeback_open: 50,
      amount_charged_back: 25,
      version: 7,
      external_id: 'ext-1',
      order_id: 'order-1',
      intent_id: 'int_1',
      parent_id: 'trx_0',
      authorization_id: 'op_1',
      connection_id: 'con_simulator_test',
      card: { brand: 'visa', last_four: '4242' },
      decline_code: 'lost_card',
      dispute_stage: 'won',
      dispute_reason: 'fraudulent',
      dispute_due_by: timeOf(4),
      capture_before: timeOf(5),
      settled_at: timeOf(6),
      created_at: timeOf(1),
      updated_at: timeOf(2),
    },
    related: [
      { id: 'trx_0', type: 'PAYMENT', status: 'SETTLED', amount: 20_000, created_at: timeOf(0) },
      { id: 'trx_2', type: 'REFUND', status: 'CAPTURED', amount: 1_000, created_at: timeOf(3) },
    ],
    operations: [
      {
        id: 'op_1',
        type: 'authorize',
        status: 'FAILED',
        amount: 10_000,
        operator: 'portal:usr_1',
        external_id: 'ext-1',
        decline_code: 'lost_card',
        created_at: timeOf(3),
        completed_at: timeOf(4),
      },
    ],
    checkout: [{ what: 'attempted', transaction_id: 'trx_3', at: timeOf(1) }],
    requests: [
      {
        id: 'req_1',
        method: 'POST',
        operation: 'createTransaction',
        status: 409,
        code: 'invalid_state',
        outcome: 'executed',
        duration_ms: 35,
        at: timeOf(2),
      },
    ],
    webhooks: [
      {
        delivery_id: 'dlv_1',
        event: 'transaction.declined',
        endpoint_id: 'hook_1',
        delivery_status: 'pending',
        status: 500,
        fault: 'timed_out',
        duration_ms: 12,
        at: timeOf(5),
      },
      {
        delivery_id: 'dlv_2',
        event: 'transaction.declined',
        endpoint_id: 'hook_1',
        delivery_status: 'pending',
        status: null,
        fault: null,
        duration_ms: null,
        at: timeOf(6),
      },
    ],
  });
});

test('a bundle of a transaction without a payment, an order_id or a card', () => {
  const bundle = read({ parent: null, children: [], orderId: null, cardBrand: null });
  expect(bundle).toMatchObject({ related: [], transaction: { order_id: null, card: null } });
});

test.each(['order-1', '7', 'Order_7.2:a#b/c', 'x'.repeat(99) + '1', 'ord-00123456', 'a001234567'])(
  'the ID %s is kept',
  (text) => {
    expect(read({ externalId: text, orderId: text }).transaction).toMatchObject({
      external_id: text,
      order_id: text,
    });
  },
);

test.each([
  ['no digit', 'order'],
  ['an email address', 'ada1@example.com'],
  ['spaces', 'Ada Private 1'],
  ['another letter before', 'é-1'],
  ['another letter after', '1-é'],
  ['more than 100 characters', 'x'.repeat(100) + '1'],
  ['a card number', '4242-4242-4242-4242'],
  ['a phone number', '0049301234567'],
  ['a phone number with a plus sign', '+49301234567'],
  ['a phone number after other text', 'call:004930123'],
])('an ID with %s is redacted', (_, text) => {
  expect(read({ externalId: text, orderId: text }).transaction).toMatchObject({
    external_id: '[redacted]',
    order_id: '[redacted]',
  });
});

test('a bundle is indented, so that people can read it before they send it', () => {
  expect(createSupportBundle(transaction, [], at(59)).split('\n').slice(0, 3)).toEqual([
    '{',
    `  "made_at": "${timeOf(59)}",`,
    '  "account_id": "acc_1",',
  ]);
});

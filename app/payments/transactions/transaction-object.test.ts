import { expect, test } from 'vitest';
import {
  amountsOf,
  lockedByChargebacks,
  toDecline,
  toTransactionObject,
  type TransactionObjectRow,
} from './transaction-object';

const at = (day: number) => new Date(Date.UTC(2030, 0, day));

const payment: TransactionObjectRow = {
  id: 'trx_1',
  account_id: 'acc_1',
  environment: 'test',
  type: 'PAYMENT',
  status: 'PARTIAL_CAPTURED',
  order_id: 'order-1',
  order_amount: 10_000,
  order_currency: 'USD',
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
  parent_id: null,
  intent_id: 'int_1',
  authorization_id: 'op_1',
  connection_id: 'con_simulator_test',
  card_brand: 'visa',
  card_last_four: '4242',
  card_token_id: 'tok_1',
  merchant_reason: null,
  decline_code: null,
  dispute_stage: null,
  dispute_reason: null,
  dispute_due_by: null,
  capture_before: at(3),
  authentication: null,
  card_checks: { postal_code: 'fail', security_code: 'pass' },
  settled_at: at(4),
  last_operation: { id: 'op_2', type: 'void', amount: 500, status: 'SUCCEEDED', decline_code: null },
  created_at: at(1),
  updated_at: at(2),
};

const chargeback: TransactionObjectRow = {
  ...payment,
  type: 'CHARGEBACK',
  status: 'CAPTURED',
  order_id: null,
  parent_id: 'trx_0',
  intent_id: null,
  card_brand: null,
  card_last_four: null,
  card_token_id: null,
  dispute_stage: 'needs_response',
  dispute_reason: 'fraudulent',
  dispute_due_by: at(5),
  capture_before: null,
  authentication: null,
  card_checks: null,
  settled_at: null,
  last_operation: null,
};

test('a payment has its amounts, its card, its times, and what chargebacks lock', () => {
  expect(toTransactionObject(payment)).toStrictEqual({
    id: 'trx_1',
    type: 'PAYMENT',
    status: 'PARTIAL_CAPTURED',
    order_id: 'order-1',
    order_amount: 10_000,
    order_currency: 'USD',
    amount_authorized: 9_999,
    amount_captured: 6_000,
    amount_voided: 500,
    amount_refunded: 300,
    amount_disputed: 50,
    amount_charged_back: 25,
    external_id: 'ext-1',
    parent_transaction_id: undefined,
    intent_id: 'int_1',
    card: {
      brand: 'visa',
      last_four: '4242',
      token: 'tok_1',
      checks: { postal_code: 'fail', security_code: 'pass' },
    },
    decline: undefined,
    dispute: undefined,
    last_operation: { id: 'op_2', type: 'void', amount: 500, status: 'SUCCEEDED', decline: undefined },
    capture_before: '2030-01-03T00:00:00.000Z',
    settled_at: '2030-01-04T00:00:00.000Z',
    created_at: '2030-01-01T00:00:00.000Z',
    updated_at: '2030-01-02T00:00:00.000Z',
  });
});

test('a chargeback has its payment and its dispute', () => {
  expect(toTransactionObject(chargeback)).toStrictEqual({
    id: 'trx_1',
    type: 'CHARGEBACK',
    status: 'CAPTURED',
    order_id: undefined,
    order_amount: 10_000,
    order_currency: 'USD',
    amount_authorized: 9_999,
    amount_captured: 6_000,
    amount_voided: 500,
    amount_refunded: 300,
    amount_disputed: undefined,
    amount_charged_back: undefined,
    external_id: 'ext-1',
    parent_transaction_id: 'trx_0',
    intent_id: undefined,
    card: undefined,
    decline: undefined,
    dispute: { stage: 'needs_response', reason: 'fraudulent', due_by: '2030-01-05T00:00:00.000Z' },
    last_operation: undefined,
    capture_before: undefined,
    settled_at: undefined,
    created_at: '2030-01-01T00:00:00.000Z',
    updated_at: '2030-01-02T00:00:00.000Z',
  });
  expect(
    toTransactionObject({ ...chargeback, dispute_reason: null, dispute_due_by: null }).dispute,
  ).toStrictEqual({ stage: 'needs_response', reason: '', due_by: undefined });
});

test('a card without a token, last four digits, or checks is shown with its brand', () => {
  const row = { ...payment, card_last_four: null, card_token_id: null, card_checks: null };
  expect(toTransactionObject(row).card).toStrictEqual({
    brand: 'visa',
    last_four: '',
    token: undefined,
    checks: undefined,
  });
});

test('a decline has the meaning of its code, or a general one', () => {
  expect(toTransactionObject({ ...payment, decline_code: 'lost_card' }).decline).toEqual({
    code: 'lost_card',
    message: 'The card was reported lost.',
  });
  for (const code of ['r0', 'toString'])
    expect(toDecline(code)).toEqual({ code, message: 'The payment was declined.' });
});

test('a failed operation has its own decline', () => {
  const failed = { id: 'op_3', type: 'capture', amount: 600, status: 'FAILED' } as const;
  const { decline, last_operation } = toTransactionObject({
    ...payment,
    last_operation: { ...failed, decline_code: 'lost_card' },
  });
  expect({ decline, last_operation }).toStrictEqual({
    decline: undefined,
    last_operation: {
      ...failed,
      decline: { code: 'lost_card', message: 'The card was reported lost.' },
    },
  });
});

test('chargebacks lock nothing of a payment without any', () => {
  expect(lockedByChargebacks({ ...payment, chargeback_open: 0, amount_charged_back: 0 })).toStrictEqual({
    amount_disputed: undefined,
    amount_charged_back: undefined,
  });
});

test('the amounts of a row', () => {
  expect(amountsOf(payment)).toStrictEqual({
    authorized: 9_999,
    captured: 6_000,
    voided: 500,
    expired: 400,
    refunded: 300,
    holdReserved: 200,
    refundReserved: 100,
    chargebackOpen: 50,
    chargedBack: 25,
  });
});

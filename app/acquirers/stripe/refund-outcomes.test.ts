import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { toRefundOutcome } from './refund-outcomes';

const read = (changes: object) =>
  toRefundOutcome({
    id: 're_1',
    object: 'refund',
    amount: 500,
    currency: 'usd',
    ...changes,
  } as unknown as Stripe.Refund);
const approved = {
  ...{ kind: 'approved', acquirerReference: 're_1', amount: { amountMinor: 500, currency: 'USD' } },
};
const pending = { kind: 'pending', acquirerReference: 're_1' };
const declined = (code: string, acquirerCode: string) => ({ kind: 'declined', code, acquirerCode });

test.each([
  ['succeeded', undefined, approved],
  ['pending', undefined, pending],
  ['requires_action', undefined, pending],
  ['failed', 'lost_or_stolen_card', declined('lost_card', 'lost_or_stolen_card')],
  ['failed', 'expired_or_canceled_card', declined('expired_card', 'expired_or_canceled_card')],
  ['failed', 'declined', declined('system_error', 'declined')],
  ['failed', 'constructor', declined('system_error', 'constructor')],
  ['failed', undefined, declined('system_error', 'failed')],
  ['canceled', undefined, declined('system_error', 'canceled')],
  ['new_status', undefined, { kind: 'unknown' }],
  [null, undefined, { kind: 'unknown' }],
])('a refund that is %s because of %s', (status, failure_reason, outcome) => {
  expect(read({ status, failure_reason })).toEqual(outcome);
});

test('another object is no refund', () => {
  expect(() => read({ object: 'charge', status: 'succeeded' })).toThrow('the answer is no refund');
});

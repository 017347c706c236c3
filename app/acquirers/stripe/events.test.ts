import Stripe from 'stripe';
import { describe, expect, test, vi } from 'vitest';
import { Secret } from '~/platform/secrets/secret';
import type { AcquirerEvent } from '../acquirer';
import { listStripeEvents, readStripeEvent, readStripeWebhook, stripeEventTypes } from './events';

const { signal } = new AbortController();
const created = 1_790_000_000;
const occurredAt = new Date(created * 1_000);

const buildEvent = (type: string, object: object, changes: object = {}) => ({
  ...{ id: 'evt_1', object: 'event', type, created, data: { object: { id: 'x_1', ...object } } },
  ...changes,
});

describe('a webhook', () => {
  const stripe = new Stripe('sk_test_1');
  const metadata = { reference: 'op_1' };

  /** What the webhook means to a connection with these secrets. */
  function receive(
    event: object,
    { account, secrets = ['whsec_1'] }: { account?: string; secrets?: string[] } = {},
  ) {
    const payload = JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_1' });
    const header = (name: string) => (name === 'stripe-signature' ? signature : undefined);
    const known = secrets.map((secret) => ({ webhookSecret: new Secret(secret) }));
    return readStripeWebhook(stripe, account, { body: Buffer.from(payload), header }, known);
  }

  test('is accepted if one of the secrets signed it', () => {
    const event = buildEvent('payment_intent.succeeded', { metadata });
    const accepted = [
      {
        ...{ id: 'evt_1', type: 'payment_intent.succeeded', about: 'authorization', subject: 'x_1' },
        ...{ reference: 'op_1', occurredAt },
      },
    ];
    expect(receive(event)).toEqual(accepted);
    expect(receive(event, { secrets: ['whsec_2', 'whsec_1'] })).toEqual(accepted);
    expect(receive(event, { secrets: ['whsec_2'] })).toBeNull();
    expect(receive(event, { secrets: [] })).toBeNull();
  });

  test('is refused without a signature', () => {
    const webhook = { body: Buffer.from('{}'), header: () => undefined };
    expect(
      readStripeWebhook(stripe, undefined, webhook, [{ webhookSecret: new Secret('whsec_1') }]),
    ).toBeNull();
  });

  test('that is signed and isn’t JSON is an error', () => {
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: '{', secret: 'whsec_1' });
    const webhook = { body: Buffer.from('{'), header: () => signature };
    const secrets = [{ webhookSecret: new Secret('whsec_1') }];
    expect(() => readStripeWebhook(stripe, undefined, webhook, secrets)).toThrow(SyntaxError);
  });

  test('of another account is ignored', () => {
    const event = buildEvent('payment_intent.succeeded', { metadata }, { account: 'acct_1' });
    expect(receive(event)).toEqual([]);
    expect(receive(event, { account: 'acct_2' })).toEqual([]);
    expect(receive(event, { account: 'acct_1' })).toHaveLength(1);
  });

  test.each([
    ['refund.updated', { metadata }, 'refund', 'op_1'],
    ['payment_intent.canceled', { metadata: {} }, 'authorization', null],
    ['charge.dispute.created', { metadata }, 'dispute', null],
    ['payout.paid', { metadata }, 'payout', null],
  ])('%s is about its object', (type, object, about, reference) => {
    expect(receive(buildEvent(type, object))).toMatchObject([{ about, reference, subject: 'x_1' }]);
  });

  test.each([
    ['a refund that we didn’t request', 'refund.created', { metadata: {} }],
    ['a refund without metadata', 'refund.created', { metadata: null }],
    ['an event that changes nothing here', 'customer.created', {}],
    ['a name that every object has', 'constructor', {}],
  ])('%s is ignored', (_, type, object) => {
    expect(receive(buildEvent(type, object))).toEqual([]);
  });
});

test('the list of events is requested by type and time, and returned oldest first', async () => {
  const list = vi.fn(async function* () {
    yield buildEvent('payout.paid', {}, { id: 'evt_2' });
    yield buildEvent('payout.created', {}, { id: 'evt_1' });
  });
  const stripe = { events: { list } } as unknown as Stripe;
  const since = new Date('2026-03-04T05:06:07.890Z');
  const events = await listStripeEvents(stripe, since, signal);
  expect(events.map(({ id }) => id)).toEqual(['evt_1', 'evt_2']);
  expect(list.mock.calls).toEqual([
    [{ types: stripeEventTypes, created: { gte: Date.parse('2026-03-04T05:06:07Z') / 1_000 }, limit: 100 }],
  ]);
  await expect(listStripeEvents(stripe, since, AbortSignal.abort())).rejects.toThrow('aborted');
});

describe('the effect of an event', () => {
  const event: AcquirerEvent = {
    ...{ id: 'evt_1', type: 'x', about: 'authorization', subject: 'x_1', reference: 'op_1', occurredAt },
  };
  const requests: unknown[][] = [];
  /** What is read about an event when Stripe has this object. */
  function read(about: AcquirerEvent['about'], object: object, reference: string | null = 'op_1') {
    const retrieve = async (...request: unknown[]) => {
      requests.splice(0, 1, request);
      return { id: 'x_1', ...object };
    };
    const [disputes, payouts, refunds, paymentIntents] = Array<object>(4).fill({ retrieve });
    const stripe = { disputes, payouts, refunds, paymentIntents } as unknown as Stripe;
    return readStripeEvent(stripe, { ...event, about, reference }, signal);
  }
  const amount = { amountMinor: 500, currency: 'EUR' };
  const outcome = { kind: 'approved', acquirerReference: 'x_1', amount };
  const intent = {
    object: 'payment_intent',
    latest_charge: null,
    amount: 500,
    currency: 'eur',
    metadata: { reference: 'op_1' },
  };

  test('about a payment is its outcome, if it has one', async () => {
    const succeeded = { ...intent, status: 'succeeded' };
    expect(await read('authorization', succeeded)).toEqual([{ kind: 'result', reference: 'op_1', outcome }]);
    expect(requests).toEqual([['x_1', { expand: ['latest_charge', 'payment_method'] }]]);
    expect(await read('authorization', succeeded, null)).toEqual([]);
    expect(await read('authorization', { ...intent, status: 'new_status' })).toEqual([]);
    const url = 'https://bank.example';
    const next_action = { redirect_to_url: { url } };
    expect(await read('authorization', { ...intent, status: 'requires_action', next_action })).toEqual([]);
    const declined = { status: 'requires_payment_method', last_payment_error: { code: 'expired_card' } };
    expect(await read('authorization', { ...intent, ...declined })).toEqual([]);
    const payment_method = { metadata: { reference: 'op_1' } };
    expect(await read('authorization', { ...succeeded, payment_method })).toHaveLength(1);
    const other = { ...succeeded, payment_method: { metadata: {} } };
    await expect(read('authorization', other)).rejects.toThrow('confirmed with another card');
    await expect(read('authorization', { ...other, status: 'requires_capture' })).rejects.toThrow();
    expect(await read('authorization', { ...other, status: 'canceled' })).toEqual([]);
    expect(await read('authorization', { ...other, latest_charge: { refunded: true } })).toEqual([]);
    await expect(read('authorization', { object: 'refund', status: 'succeeded' })).rejects.toThrow(
      'the answer is no payment_intent',
    );
  });

  test('about a refund is its outcome', async () => {
    const refund = { object: 'refund', amount: 500, currency: 'eur' };
    expect(await read('refund', { ...refund, status: 'succeeded' })).toEqual([
      { kind: 'result', reference: 'op_1', outcome },
    ]);
    expect(await read('refund', { ...refund, status: 'new_status' })).toEqual([]);
  });

  test('about a payout is the payout, if its status is known', async () => {
    const payout = { object: 'payout', currency: 'eur', amount: 500, created, arrival_date: created };
    expect(await read('payout', { ...payout, status: 'paid' }, null)).toMatchObject([
      { kind: 'payout', payout: { id: 'x_1', status: 'paid', amountMinor: 500, currency: 'EUR' } },
    ]);
    expect(await read('payout', { ...payout, status: 'new_status' }, null)).toEqual([]);
  });

  describe('about a dispute', () => {
    const dispute = {
      ...{
        object: 'dispute',
        status: 'needs_response',
        reason: 'fraudulent',
        amount: 1_500,
        currency: 'eur',
      },
      ...{
        evidence_details: { due_by: created },
        payment_intent: { id: 'pi_1', metadata: { reference: 'op_1' } },
      },
    };
    const common = { reference: 'x_1', authorization: 'op_1', amountMinor: 1_500, currency: 'EUR' };
    const opened = { ...common, kind: 'chargeback_opened', reason: 'fraudulent' };
    const dueBy = occurredAt.toISOString();
    const readDispute = (changes: object = {}) => read('dispute', { ...dispute, ...changes }, null);

    test('is a chargeback, and its decision', async () => {
      expect(await readDispute()).toEqual([{ ...opened, dueBy }]);
      expect(requests).toEqual([['x_1', { expand: ['payment_intent'] }]]);
      expect(await readDispute({ status: 'under_review' })).toEqual([{ ...opened, dueBy }]);
      for (const status of ['won', 'lost'])
        expect(await readDispute({ status })).toEqual([
          { ...opened, dueBy },
          { ...common, kind: `chargeback_${status}` },
        ]);
      await expect(readDispute({ object: 'charge' })).rejects.toThrow('the answer is no dispute');
    });

    test.each([null, 0])('has no deadline if the bank allows no response: %s', async (due_by) => {
      expect(await readDispute({ evidence_details: { due_by } })).toEqual([{ ...opened, dueBy: null }]);
    });

    test.each(['warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented'])(
      'moves no money: %s',
      async (status) => expect(await readDispute({ status })).toEqual([]),
    );

    test.each([
      ['of a payment that was made elsewhere', { id: 'pi_1', metadata: {} }, 'pi_1'],
      ['of an unknown payment', null, 'x_1'],
      ['of a payment with only an ID', 'pi_1', 'x_1'],
    ])('%s has no reference of ours', async (_, payment_intent, authorization) => {
      expect(await readDispute({ payment_intent })).toMatchObject([{ authorization }]);
    });

    test('of an amount that can’t be represented stays unprocessed, so that staff find it', async () => {
      await expect(readDispute({ currency: 'isk', amount: 150 })).rejects.toThrow('can’t be represented');
    });
  });
});

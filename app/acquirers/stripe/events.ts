import Stripe from 'stripe';
import type { Secret } from '~/platform/secrets/secret';
import type { AcquirerEvent, EventEffect, Outcome, Webhook } from '../acquirer';
import { fromStripeAmount } from './amounts';
import { outcomeOfIntent } from './intent-outcomes';
import { holdsMoneyOfAnotherCard, isOfAnotherCard, retrieveIntent } from './intents';
import { toPayout } from './payouts';
import { toRefundOutcome } from './refund-outcomes';
import { requireObject, withinRateLimit } from './requests';

/** The events that change something here. Operators subscribe to these. */
const subjects = {
  'payment_intent.succeeded': 'authorization',
  'payment_intent.amount_capturable_updated': 'authorization',
  'payment_intent.canceled': 'authorization',
  'refund.created': 'refund',
  'refund.updated': 'refund',
  'refund.failed': 'refund',
  'charge.dispute.created': 'dispute',
  'charge.dispute.updated': 'dispute',
  'charge.dispute.closed': 'dispute',
  'payout.created': 'payout',
  'payout.updated': 'payout',
  'payout.paid': 'payout',
  'payout.failed': 'payout',
  'payout.canceled': 'payout',
  'payout.reconciliation_completed': 'payout',
} as const satisfies Record<string, AcquirerEvent['about']>;
type EventType = keyof typeof subjects;

export const stripeEventTypes = Object.keys(subjects) as EventType[];

/** What an event is about, as far as we need it. */
type EventObject = { id: string; metadata?: Record<string, string> | null };

/** The events of a webhook that one of the secrets has signed, without those of other accounts. */
export function readStripeWebhook(
  stripe: Stripe,
  account: string | undefined,
  { body, header }: Webhook,
  secrets: Record<string, Secret>[],
): AcquirerEvent[] | null {
  const event = verify(stripe, body, header('stripe-signature') ?? '', secrets);
  if (!event) return null;
  return event.account === account ? toEvents(event) : [];
}

function verify(
  stripe: Stripe,
  body: Buffer,
  signature: string,
  secrets: Record<string, Secret>[],
): Stripe.Event | null {
  for (const { webhookSecret } of secrets)
    try {
      return stripe.webhooks.constructEvent(body, signature, webhookSecret!.reveal());
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    }
  return null;
}

/** Stripe keeps events for 30 days. */
export async function listStripeEvents(
  stripe: Stripe,
  since: Date,
  signal: AbortSignal,
): Promise<AcquirerEvent[]> {
  const found: AcquirerEvent[] = [];
  const created = { gte: Math.floor(since.getTime() / 1000) };
  for await (const event of stripe.events.list({ types: stripeEventTypes, created, limit: 100 })) {
    signal.throwIfAborted();
    found.push(...toEvents(event));
  }
  return found.reverse();
}

function toEvents({ id, type, created, data }: Stripe.Event): AcquirerEvent[] {
  if (!Object.hasOwn(subjects, type)) return [];
  const about = subjects[type as EventType];
  const { id: subject, metadata } = data.object as unknown as EventObject;
  const reference = (about !== 'dispute' && about !== 'payout' && metadata?.reference) || null;
  // A hold that was released appears as a refund that we didn't request.
  if (about === 'refund' && reference === null) return [];
  return [{ id, type, about, subject, reference, occurredAt: new Date(created * 1000) }];
}

/** Reads what the event is about as it is now, because events arrive late and in any order. */
export async function readStripeEvent(
  stripe: Stripe,
  { about, subject, reference }: AcquirerEvent,
  signal: AbortSignal,
): Promise<EventEffect[]> {
  if (about === 'dispute')
    return toDisputeEffects(
      await withinRateLimit(signal, () => stripe.disputes.retrieve(subject, { expand: ['payment_intent'] })),
    );
  if (about === 'payout') {
    const payout = toPayout(await withinRateLimit(signal, () => stripe.payouts.retrieve(subject)));
    return payout ? [{ kind: 'payout', payout }] : [];
  }
  if (reference === null) return [];
  const outcome =
    about === 'refund'
      ? toRefundOutcome(await withinRateLimit(signal, () => stripe.refunds.retrieve(subject)))
      : readPayment(await retrieveIntent(stripe, subject, signal));
  return outcome.kind === 'unknown' || outcome.kind === 'action_required'
    ? []
    : [{ kind: 'result', reference, outcome }];
}

/**
 * An inquiry concludes a payment that can be confirmed again.
 * @throws for another card's money. The event stays unprocessed until that is returned, so that staff find it.
 */
function readPayment(intent: Stripe.PaymentIntent): Outcome {
  if (holdsMoneyOfAnotherCard(intent)) throw new Error('the payment was confirmed with another card');
  const isOpen = intent.status === 'requires_payment_method' || isOfAnotherCard(intent);
  return isOpen ? { kind: 'unknown' } : outcomeOfIntent(intent);
}

/**
 * Inquiries and prevented disputes move no money.
 * @throws for an amount that we can't represent. The event stays unprocessed then, so that staff find it.
 */
function toDisputeEffects(dispute: Stripe.Dispute): EventEffect[] {
  const {
    id: reference,
    status,
    reason,
    evidence_details: details,
    payment_intent: intent,
  } = requireObject(dispute, 'dispute');
  if (status.startsWith('warning_') || status === 'prevented') return [];
  const currency = dispute.currency.toUpperCase();
  const amountMinor = fromStripeAmount(dispute.amount, currency);
  if (amountMinor === null) throw new Error('the amount of a dispute can’t be represented');
  // A payment that wasn't made here has none of our references, so that staff will find the dispute unmatched.
  const payment = typeof intent === 'object' ? intent : null;
  const authorization = payment?.metadata.reference ?? payment?.id ?? reference;
  const common = { reference, authorization, amountMinor, currency };
  const dueBy = details.due_by ? new Date(details.due_by * 1000).toISOString() : null;
  const opened = { ...common, kind: 'chargeback_opened', reason, dueBy } as const;
  if (status === 'won') return [opened, { ...common, kind: 'chargeback_won' }];
  if (status === 'lost') return [opened, { ...common, kind: 'chargeback_lost' }];
  return [opened];
}

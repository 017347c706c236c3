/** The events that a merchant can subscribe to (decisions: Webhooks), with their meaning. */
export const eventTypes = {
  'transaction.authorized': 'A payment was authorized, and its amount is held on the card',
  'transaction.declined': 'A payment was declined',
  'transaction.captured': 'A payment was captured in full',
  'transaction.partial_captured': 'A payment was partially captured',
  'transaction.voided': 'A payment was voided',
  'transaction.partially_voided': 'Part of a payment was voided',
  'transaction.expired': 'A hold, or its remaining amount, expired',
  'transaction.settled': 'A payment was settled',
  'capture.failed': 'A capture was declined, and the payment is unchanged',
  'void.failed': 'A void was declined, and the payment is unchanged',
  'payment.reversed': 'A payment was approved after it was declined, and the money was returned',
  'refund.created': 'A refund succeeded',
  'refund.settled': 'A refund was settled',
  'refund.declined': 'A refund failed',
  'chargeback.opened': 'A payer disputed a payment',
  'chargeback.won': 'A chargeback was won',
  'chargeback.lost': 'A chargeback was lost',
  'card.tokenized': 'A payer saved a card',
  'card.updated': 'A saved card has a new expiration date',
  'card.closed': 'A bank declined a saved card as lost, stolen, or unknown',
  'card.deleted': 'A saved card was deleted by the payer, a team member, or your server',
  'intent.expired': 'A payment or card intent expired without being used',
  'application.submitted': 'Your application was submitted',
  'application.changes_requested': 'Your application needs changes',
  'application.approved': 'Your application was approved',
  'application.rejected': 'Your application was rejected',
} as const;

export type EventType = keyof typeof eventTypes;

export const eventTypeNames = Object.keys(eventTypes) as EventType[];

/** The portal's test event. It's sent only to the chosen endpoint, whatever its subscriptions. */
export const testEventType = 'webhook.test';

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(eventTypes, text);
}

/** The events that a merchant can subscribe to (decisions: Webhooks), with their meaning. */
export const eventTypes = {
  'transaction.authorized': 'A payment is authorized. Its amount is held on the card',
  'transaction.declined': 'A payment was declined',
  'transaction.captured': 'A payment is captured in full',
  'transaction.partial_captured': 'A payment is partially captured',
  'transaction.voided': 'A payment, or its remaining amount, is voided',
  'transaction.expired': 'A hold, or its remaining amount, has expired',
  'transaction.settled': 'A payment is settled',
  'refund.created': 'A refund succeeded',
  'refund.settled': 'A refund is settled',
  'refund.declined': 'A refund failed',
  'chargeback.opened': 'A payer disputes a payment',
  'chargeback.won': 'A chargeback is won',
  'chargeback.lost': 'A chargeback is lost',
  'card.tokenized': 'A payer saved a card',
  'intent.expired': 'A payment or card intent expired without being used',
  'application.submitted': 'Your application is submitted',
  'application.changes_requested': 'Your application needs changes',
  'application.approved': 'Your application is approved',
  'application.rejected': 'Your application is rejected',
} as const;

export type EventType = keyof typeof eventTypes;

export const eventTypeNames = Object.keys(eventTypes) as EventType[];

/** The portal's test event. It's sent only to the chosen endpoint, whatever its subscriptions. */
export const testEventType = 'webhook.test';

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(eventTypes, text);
}

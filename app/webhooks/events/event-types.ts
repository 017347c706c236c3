/** What a merchant can listen for (decisions: Webhooks), with what each means. */
export const eventTypes = {
  'transaction.authorized': 'A payment is authorised: its amount is held on the card',
  'transaction.declined': 'A payment was declined',
  'transaction.captured': 'A payment is captured in full',
  'transaction.partial_captured': 'A part of a payment is captured',
  'transaction.voided': 'A payment, or the rest of it, is voided',
  'transaction.expired': 'A hold, or the rest of it, has expired',
  'transaction.settled': 'A payment is settled',
  'refund.created': 'A refund is accepted',
  'refund.settled': 'A refund is settled',
  'refund.declined': 'The bank has refused a refund',
  'chargeback.opened': 'A payer disputes a payment',
  'chargeback.won': 'A chargeback is won',
  'chargeback.lost': 'A chargeback is lost',
  'card.tokenized': 'A payer has let you keep a card',
  'intent.expired': 'Nobody has used a payment or card intent in its time',
  'application.submitted': 'Your application for live is handed in',
  'application.changes_requested': 'Your application needs changes',
  'application.approved': 'Your application is approved',
  'application.rejected': 'Your application is rejected',
} as const;

export type EventType = keyof typeof eventTypes;

export const eventTypeNames = Object.keys(eventTypes) as EventType[];

/** Sent from the portal to try an endpoint with. Goes to that one alone, whatever it listens for. */
export const testEventType = 'webhook.test';

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(eventTypes, text);
}

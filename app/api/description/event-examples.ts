import type { Environment } from '~/platform/environment';
import { cardIntent, paymentIntent, transactions } from './examples';

// Example bodies of webhook events in the API description. A test validates each against its schema.

const { authorized, captured, refund, chargeback, capture_declined: captureDeclined } = transactions;
const { capture_before: _none, ...expired } = authorized;
const refundDecline = { code: 'restricted_card', message: 'The card is restricted.' };
const application = { application_id: 'app_01m7xy0a2c4e6g8j0m2p4r6t8w0y2a4c6e8g', round: 1 };
const { completed } = cardIntent.states;
const savedCard = {
  ...completed.card,
  reference_id: completed.reference_id,
  customer_id: completed.customer_id,
};

const { expiry: _erased, ...deletedCard } = savedCard;

/** The `data` of each event. */
export const eventDataExamples = {
  'transaction.authorized': authorized,
  'transaction.declined': transactions.declined,
  'transaction.captured': captured,
  'transaction.partial_captured': transactions.partially_captured,
  'transaction.voided': transactions.voided,
  'transaction.partially_voided': {
    ...authorized,
    amount_voided: 1000,
    last_operation: { ...transactions.voided.last_operation, amount: 1000 },
  },
  'transaction.expired': {
    ...expired,
    status: 'EXPIRED',
    last_operation: { ...authorized.last_operation, type: 'expire' },
  },
  'transaction.settled': {
    ...captured,
    status: 'SETTLED',
    settled_at: '2027-05-06T00:00:00.000Z',
    last_operation: { ...captured.last_operation, type: 'settle' },
  },
  'capture.failed': captureDeclined,
  'void.failed': {
    ...captureDeclined,
    last_operation: { ...captureDeclined.last_operation, type: 'void' },
  },
  'payment.reversed': {
    ...transactions.declined,
    last_operation: { ...authorized.last_operation, type: 'void' },
  },
  'refund.created': refund,
  'refund.settled': {
    ...refund,
    status: 'SETTLED',
    settled_at: '2027-05-06T00:00:00.000Z',
    last_operation: { ...refund.last_operation, type: 'settle' },
  },
  'refund.declined': {
    ...refund,
    status: 'DECLINED',
    amount_refunded: 0,
    decline: refundDecline,
    last_operation: { ...refund.last_operation, status: 'FAILED', decline: refundDecline },
  },
  'chargeback.opened': chargeback,
  'chargeback.won': {
    ...chargeback,
    status: 'VOIDED',
    dispute: { ...chargeback.dispute, stage: 'won' },
    last_operation: { ...chargeback.last_operation, type: 'dispute_won' },
  },
  'chargeback.lost': {
    ...chargeback,
    status: 'SETTLED',
    dispute: { ...chargeback.dispute, stage: 'lost' },
    settled_at: '2027-06-20T09:00:00.000Z',
    last_operation: { ...chargeback.last_operation, type: 'dispute_lost' },
  },
  'card.tokenized': completed,
  'card.updated': { ...savedCard, expiry: '2034-12' },
  'card.closed': {
    ...savedCard,
    decline: { code: 'lost_card', message: 'The card was reported lost.' },
  },
  'card.deleted': deletedCard,
  'intent.expired': {
    intent_id: paymentIntent.reply.intent_id,
    reference_id: paymentIntent.reply.reference_id,
    kind: 'payment',
    status: 'expired',
    expires_at: paymentIntent.reply.expires_at,
    order_id: paymentIntent.request.order.order_id,
    order_amount: paymentIntent.request.order.order_amount,
    order_currency: paymentIntent.request.order.order_currency,
  },
  'application.submitted': application,
  'application.changes_requested': {
    ...application,
    changes: [{ label: 'Website', reason: 'The website has no contact details.' }],
  },
  'application.approved': application,
  'application.rejected': { ...application, text: 'We can’t serve this type of business.' },
  'webhook.test': { message: 'Your endpoint works. This is a sample webhook.' },
};

export const exampleEventId = 'evt_01m7xwrs5x3y4mxwd8ppsqfdgw7sm0k6pszg';

/** A page of the list of events. */
export const buildExampleEventList = (environment: Environment) => ({
  events: [
    {
      id: exampleEventId,
      type: 'transaction.authorized',
      timestamp: '2027-05-04T09:00:00.500Z',
      environment,
      data: authorized,
    },
  ],
  has_more: false,
  next_after: exampleEventId,
});

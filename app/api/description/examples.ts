import { buildProblemBody, type ProblemCode } from '~/api/replies/problem';

// Example bodies in the API description. A test validates each against its schema.

const ids = {
  payment: 'trx_01m7xwrs5x3y4mxwd8ppsqfdgw7sm0k6pszg',
  refund: 'trx_01m7xx2v3b9k6r0q4n1d7e5f8h2j3k4m5n6p',
  chargeback: 'trx_01m83c5k8t1w2x3y4z5a6b7c8d9e0f1g2h3j',
  intent: 'int_01m7xwk4d6s8f0g2h4j6k8m0n2p4q6r8s0t2',
  cardToken: 'tok_01m7xzq2r4t6v8x0z2b4d6f8h0k2m4p6r8t0',
  operation: 'op_01m7xx1k5s7v9x1z3b5d7f9h1k3m5p7r9t1v',
  request: 'req_01m7xwrs6a1b2c3d4e5f6g7h8j9k0m1n2p3q',
  paymentLink: 'plink_01m7xy0a2c4e6g8j0m2p4r6t8v0x2z4b6d8f',
};

// The secret has the length of a real one but repeats one letter, so that no person or secret scanner
// mistakes it for a real one. Copyable requests don't contain it
// (app/platform/api-description/example-requests.ts).
export const token = {
  request: {
    client_id: 'acc_01m7xw0c4e8g2j6m0p4r8t2w6y0a4c8e2g6j',
    client_secret: 'sk_test_XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX',
  },
  reply: {
    access_token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhY2NfMDFtN3h3In0.c2lnbmF0dXJl',
    expiry: 3600,
    token_type: 'Bearer',
    expires_at: '2027-05-04T10:00:00.000Z',
  },
};

const order = {
  order_id: 'order-1001',
  order_amount: 2500,
  order_currency: 'USD',
  order_items: [{ name: 'Tea, 100 g', quantity: 2, unit_price: 1250 }],
  card_holder: { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com', country: 'DE' },
};
const { order_id, order_amount, order_currency } = order;
const shortOrder = { order_id, order_amount, order_currency };
const card = { pan: '4242424242424242', code: '123', expiry: '12/30', name: 'Ada Example' };

export const newTransaction = {
  authorize: { operation: 'authorize', external_id: 'payment-1001', order, card },
  authorize_and_capture: { operation: 'authcap', external_id: 'payment-1002', order: shortOrder, card },
  pay_with_a_card_token: {
    operation: 'authcap',
    external_id: 'renewal-2027-05',
    order: shortOrder,
    card: { token: ids.cardToken },
  },
  charge_a_saved_card_without_the_payer: {
    operation: 'authcap',
    external_id: 'renewal-2027-06',
    order: shortOrder,
    card: { token: ids.cardToken, initiator: 'merchant', reason: 'recurring' },
  },
  authenticate_the_payer: {
    operation: 'authcap',
    external_id: 'payment-1003',
    order: shortOrder,
    // In test, it asks for a confirmation.
    card: { ...card, pan: '4000002760003184' },
    return_url: 'https://shop.example/payments/1003',
  },
};

const visa = { brand: 'visa', last_four: '4242' };
const checkedVisa = { ...visa, checks: { security_code: 'pass' } };
const uncheckedVisa = { ...visa, checks: { security_code: 'unchecked' } };

const completed = (type: string, amount = 2500) => ({ id: ids.operation, type, amount, status: 'SUCCEEDED' });
const decline = { code: 'insufficient_funds', message: 'The account has insufficient funds.' };

const authorized = {
  id: ids.payment,
  type: 'PAYMENT',
  status: 'AUTHORIZED',
  order_id: 'order-1001',
  order_amount: 2500,
  order_currency: 'USD',
  amount_authorized: 2500,
  amount_captured: 0,
  amount_voided: 0,
  amount_refunded: 0,
  external_id: 'payment-1001',
  card: checkedVisa,
  last_operation: completed('authorize'),
  capture_before: '2027-05-11T09:00:00.000Z',
  created_at: '2027-05-04T09:00:00.000Z',
  updated_at: '2027-05-04T09:00:00.412Z',
};
const { capture_before: _none, ...open } = authorized;
const captured = {
  ...open,
  status: 'CAPTURED',
  amount_captured: 2500,
  last_operation: completed('capture'),
  updated_at: '2027-05-05T12:00:00.120Z',
};
const child = {
  ...open,
  card: visa,
  amount_authorized: 0,
  amount_captured: 0,
  parent_transaction_id: ids.payment,
};

/** A payment through its lifecycle. */
export const transactions = {
  authorized,
  captured,
  authentication_required: {
    ...open,
    status: 'PENDING',
    amount_authorized: 0,
    card: uncheckedVisa,
    last_operation: { ...completed('authcap'), status: 'PENDING' },
    next_action: {
      type: 'redirect',
      url: `https://pay.example/authentication?transaction_id=${ids.payment}`,
      expires_at: '2027-05-04T09:15:00.000Z',
    },
  },
  declined: {
    ...open,
    status: 'DECLINED',
    amount_authorized: 0,
    decline,
    last_operation: { ...completed('authorize'), status: 'FAILED', decline },
  },
  partially_captured: {
    ...authorized,
    status: 'PARTIAL_CAPTURED',
    amount_captured: 1000,
    last_operation: completed('partial_capture', 1000),
  },
  voided: { ...open, status: 'VOIDED', amount_voided: 2500, last_operation: completed('void') },
  pending: {
    ...open,
    status: 'PENDING',
    amount_authorized: 0,
    card: uncheckedVisa,
    last_operation: { ...completed('authorize'), status: 'PENDING' },
  },
  capture_declined: { ...authorized, last_operation: { ...completed('capture'), status: 'FAILED', decline } },
  disputed: {
    ...captured,
    amount_disputed: 2500,
    last_operation: completed('chargeback'),
    updated_at: '2027-05-11T09:00:00.000Z',
  },
  paid_with_a_card_token: {
    ...captured,
    external_id: 'renewal-2027-05',
    last_operation: completed('authcap'),
    card: { ...visa, token: ids.cardToken },
  },
  refund: {
    ...child,
    id: ids.refund,
    type: 'REFUND',
    status: 'CAPTURED',
    order_amount: 1000,
    amount_refunded: 1000,
    external_id: 'refund-1001',
    last_operation: completed('refund', 1000),
  },
  chargeback: {
    ...child,
    id: ids.chargeback,
    type: 'CHARGEBACK',
    status: 'CAPTURED',
    dispute: { stage: 'needs_response', reason: 'fraudulent', due_by: '2027-05-18T09:00:00.000Z' },
    external_id: 'cb_01m83c5jz2b4d6f8h0k2m4p6r8t0v2x4z6b8',
    last_operation: completed('chargeback'),
  },
};

export const holdOperation = {
  // In this order, one payment allows all of them.
  capture_a_part: {
    operation: 'capture',
    external_id: 'capture-1001',
    amount: 1000,
    reason: 'one of two items shipped',
  },
  void_a_part: { operation: 'void', external_id: 'void-1001', amount: 500, reason: 'out of stock' },
  capture_what_remains: { operation: 'capture', external_id: 'capture-1002' },
};

export const newRefund = {
  refund_a_part: {
    external_id: 'refund-1001',
    trx_id: ids.payment,
    amount: 1000,
    reason: 'one of two items returned',
  },
};

export const paymentIntent = {
  request: {
    external_id: 'checkout-1001',
    redirect_urls: { success: 'https://shop.example/thanks', failure: 'https://shop.example/cart' },
    order,
    customer_id: 'customer-7',
  },
  reply: {
    intent_id: ids.intent,
    reference_id: 'checkout-1001',
    valid_for: 60000,
    expires_at: '2027-05-05T01:40:00.000Z',
  },
};

const openIntent = {
  intent_id: ids.intent,
  reference_id: paymentIntent.reply.reference_id,
  customer_id: paymentIntent.request.customer_id,
  status: 'open',
  expires_at: paymentIntent.reply.expires_at,
  operation: 'authcap',
  order_id: order.order_id,
  order_amount: order.order_amount,
  order_currency: order.order_currency,
};

export const paymentIntentStates = {
  open: openIntent,
  paid: { ...openIntent, status: 'paid', transaction_id: ids.payment },
  cancelled: { ...openIntent, status: 'cancelled' },
};

const workshop = {
  external_id: 'workshop-june',
  name: 'Workshop on June 12',
  currency: 'EUR',
  items: [
    {
      name: 'Ticket',
      unit_price: 4500,
      quantity: 1,
      adjustable_quantity: { minimum: 1, maximum: 10 },
    },
  ],
  email_required: true,
  thank_you_text: 'See you in June.',
};

export const paymentLink = {
  request: workshop,
  requestWithCustomAmount: {
    external_id: 'donations',
    name: 'Donation',
    currency: 'EUR',
    custom_amount: { minimum: 500, maximum: 50000, suggested: 2000 },
    button_text: 'donate',
  },
  reply: {
    id: ids.paymentLink,
    url: `https://checkout.example/links/${ids.paymentLink}`,
    status: 'active',
    ...workshop,
    visits: 0,
    created_at: '2027-05-04T09:00:00.000Z',
  },
};

export const deletedCardToken = { token: ids.cardToken, deleted: true };

const cardIntentIds = {
  intent_id: 'int_01m7xz5n7p9r1t3v5x7z9b1d3f5h7k9m1p3r',
  reference_id: 'save-card-1001',
};
const savedCardIds = { ...cardIntentIds, customer_id: paymentIntent.request.customer_id };

export const cardIntent = {
  request: { external_id: 'save-card-1001', customer_id: 'customer-7', reason: 'recurring' },
  requestWithRedirectUrls: {
    external_id: 'save-card-1002',
    customer_id: 'customer-8',
    redirect_urls: paymentIntent.request.redirect_urls,
  },
  reply: { ...paymentIntent.reply, ...cardIntentIds },
  states: {
    open: { ...savedCardIds, status: 'open', expires_at: paymentIntent.reply.expires_at },
    completed: {
      ...savedCardIds,
      status: 'completed',
      expires_at: paymentIntent.reply.expires_at,
      card: { token: ids.cardToken, ...visa, expiry: '2030-12' },
    },
  },
};

const problemDetails: Partial<Record<ProblemCode, { detail?: string } & Record<string, unknown>>> = {
  invalid_query: {
    errors: [{ field: 'type', code: 'invalid_value', message: 'must be one of external_id, order_id' }],
  },
  validation_failed: { errors: [{ field: 'order.order_amount', code: 'required', message: 'is required' }] },
  external_id_conflict: {
    detail: `This external_id was already used for ${ids.payment} with different content.`,
    transaction_id: ids.payment,
    transaction_status: 'AUTHORIZED',
    differing_fields: ['order.order_amount'],
  },
  invalid_state: {
    detail: 'The transaction is CAPTURED. Allowed operations: refund.',
    transaction_status: 'CAPTURED',
    allowed_operations: ['refund'],
  },
  amount_exceeds_remaining: {
    detail: 'You requested 2000, but only 1500 remains.',
    remaining: 1500,
    requested: 2000,
  },
  partial_void_not_supported: {
    detail: 'You requested to void 400 of 1000. This payment’s acquirer can release only all of it.',
    remaining: 1000,
    requested: 400,
  },
  operation_declined: {
    detail: `The operation was declined: ${decline.message}`,
    transaction_id: ids.payment,
    operation_id: ids.operation,
    decline,
  },
  intent_not_open: {
    detail: 'The payment intent’s status is paid. Refund or void its transaction instead.',
    intent_status: 'paid',
    transaction_id: ids.payment,
  },
  outcome_unknown: { transaction_id: ids.payment },
};

export const buildExampleProblem = (code: ProblemCode) =>
  buildProblemBody(code, ids.request, problemDetails[code]);

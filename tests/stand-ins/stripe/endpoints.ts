import type Stripe from 'stripe';
import type { Context } from './account-state';
import { refuseMissing } from './protocol/api-error';
import { findPayout, listTransactions, presentTransaction, readBalance } from './balance';
import { findCharge } from './charges';
import { closeDispute, disputeParameters, findDispute, updateDispute } from './disputes';
import { findFile } from './files';
import { findIntent } from './intent-lookup';
import { cancelIntent, captureIntent, confirmIntent, createIntent, intentParameters } from './intents';
import { listPage } from './protocol/lists';
import { createPaymentMethod, findMethod, paymentMethodParameters } from './payment-methods';
import { createRefund, findRefund, listRefundsOf, refundParameters } from './refunds';
import { createSetupIntent, findSetupIntent, setupIntentParameters } from './setup-intents';
import type { ParameterType, RequestParameters } from './protocol/request-schemas';

export type Endpoint = {
  method: 'GET' | 'POST';
  path: RegExp;
  type: ParameterType;
  /** The parameters that this stand-in models. It refuses others rather than ignore them. */
  modeled: string[];
  run(context: Context, parameters: object, id: string): object;
};

const paging = ['limit', 'starting_after', 'ending_before', 'created', 'expand'];

function endpoint<T extends ParameterType>(
  method: Endpoint['method'],
  path: string,
  type: T,
  run: (context: Context, parameters: RequestParameters[T], id: string) => object,
  modeled: string[] = ['expand'],
): Endpoint {
  const pattern = new RegExp(`^/v1/${path.replace(':id', '([^/]+)')}$`);
  return {
    method,
    path: pattern,
    type,
    modeled,
    run: (...[context, parameters, id]) => run(context, parameters as never, id),
  };
}

export const endpoints: Endpoint[] = [
  endpoint('GET', 'account', 'AccountRetrieveCurrentParams', ({ account }) => describeAccount(account.id)),
  endpoint('GET', 'balance', 'BalanceRetrieveParams', readBalance),

  endpoint(
    'POST',
    'payment_methods',
    'PaymentMethodCreateParams',
    createPaymentMethod,
    paymentMethodParameters,
  ),
  endpoint(
    'GET',
    'payment_methods/:id',
    'PaymentMethodRetrieveParams',
    (context, _, id) => findMethod(context, id, 'id').object,
  ),

  endpoint('POST', 'setup_intents', 'SetupIntentCreateParams', createSetupIntent, setupIntentParameters),
  endpoint('GET', 'setup_intents/:id', 'SetupIntentRetrieveParams', (context, _, id) =>
    findSetupIntent(context, id),
  ),

  endpoint('POST', 'payment_intents', 'PaymentIntentCreateParams', createIntent, intentParameters.create),
  endpoint(
    'GET',
    'payment_intents',
    'PaymentIntentListParams',
    ({ account }, parameters) => listPage('/v1/payment_intents', account.intents.values(), parameters),
    paging,
  ),
  endpoint('GET', 'payment_intents/:id', 'PaymentIntentRetrieveParams', (context, _, id) =>
    findIntent(context, id),
  ),
  endpoint(
    'POST',
    'payment_intents/:id/confirm',
    'PaymentIntentConfirmParams',
    (context, parameters, id) => confirmIntent(context, id, parameters),
    intentParameters.confirm,
  ),
  endpoint(
    'POST',
    'payment_intents/:id/capture',
    'PaymentIntentCaptureParams',
    (context, parameters, id) => captureIntent(context, id, parameters),
    intentParameters.capture,
  ),
  endpoint(
    'POST',
    'payment_intents/:id/cancel',
    'PaymentIntentCancelParams',
    (context, parameters, id) => cancelIntent(context, id, parameters),
    intentParameters.cancel,
  ),

  endpoint(
    'GET',
    'charges',
    'ChargeListParams',
    ({ account }, { payment_intent, ...page }) =>
      listPage(
        '/v1/charges',
        [...account.charges.values()].filter(
          (charge) => payment_intent === undefined || charge.payment_intent === payment_intent,
        ),
        page,
      ),
    [...paging, 'payment_intent'],
  ),
  endpoint('GET', 'charges/:id', 'ChargeRetrieveParams', (context, _, id) => findCharge(context, id)),

  endpoint('POST', 'refunds', 'RefundCreateParams', createRefund, refundParameters),
  endpoint(
    'GET',
    'refunds',
    'RefundListParams',
    (context, parameters) => listPage('/v1/refunds', listRefundsOf(context, parameters), parameters),
    [...paging, 'payment_intent', 'charge'],
  ),
  endpoint('GET', 'refunds/:id', 'RefundRetrieveParams', (context, _, id) => findRefund(context, id)),

  endpoint(
    'GET',
    'disputes',
    'DisputeListParams',
    ({ account }, { payment_intent, charge, ...page }) =>
      listPage(
        '/v1/disputes',
        [...account.disputes.values()].filter(
          (dispute) =>
            (payment_intent === undefined || dispute.payment_intent === payment_intent) &&
            (charge === undefined || dispute.charge === charge),
        ),
        page,
      ),
    [...paging, 'payment_intent', 'charge'],
  ),
  endpoint('GET', 'disputes/:id', 'DisputeRetrieveParams', (context, _, id) => findDispute(context, id)),
  endpoint(
    'POST',
    'disputes/:id',
    'DisputeUpdateParams',
    (context, parameters, id) => updateDispute(context, id, parameters),
    disputeParameters,
  ),
  endpoint('POST', 'disputes/:id/close', 'DisputeCloseParams', (context, _, id) => closeDispute(context, id)),
  endpoint('GET', 'files/:id', 'FileRetrieveParams', (context, _, id) => findFile(context, id)),

  endpoint('GET', 'balance_transactions', 'BalanceTransactionListParams', listTransactions, [
    ...paging,
    'payout',
    'type',
    'source',
    'currency',
  ]),
  endpoint('GET', 'balance_transactions/:id', 'BalanceTransactionRetrieveParams', (context, _, id) => {
    const transaction = context.account.transactions.get(id);
    if (!transaction) throw refuseMissing('balance transaction', id);
    return presentTransaction(context, transaction);
  }),
  endpoint(
    'GET',
    'payouts',
    'PayoutListParams',
    ({ account }, { status, ...page }) =>
      listPage(
        '/v1/payouts',
        [...account.payouts.values()].filter((payout) => status === undefined || payout.status === status),
        page,
      ),
    [...paging, 'status'],
  ),
  endpoint('GET', 'payouts/:id', 'PayoutRetrieveParams', (context, _, id) => findPayout(context, id)),

  endpoint(
    'GET',
    'events',
    'EventListParams',
    ({ account }, { type, types, ...page }) =>
      listPage(
        '/v1/events',
        [...account.events.values()].filter(
          (event) => (type === undefined || event.type === type) && (!types || types.includes(event.type)),
        ),
        page,
      ),
    [...paging, 'type', 'types'],
  ),
  endpoint('GET', 'events/:id', 'EventRetrieveParams', ({ account }, _, id) => {
    const event = account.events.get(id);
    if (!event) throw refuseMissing('event', id);
    return event;
  }),
];

function describeAccount(id: string): Stripe.Account {
  return {
    id,
    object: 'account',
    business_type: 'company',
    capabilities: { card_payments: 'active', transfers: 'active' },
    charges_enabled: true,
    country: 'US',
    default_currency: 'usd',
    details_submitted: true,
    email: 'stand-in@example.com',
    metadata: {},
    payouts_enabled: true,
    type: 'standard',
  };
}

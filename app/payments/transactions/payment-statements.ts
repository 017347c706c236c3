import { defineBatchedStatement } from '~/platform/database/batched-statement.server';
import {
  reservationColumns,
  reservationInputColumns,
  batchedLeaseEnd,
  maximumReservationsWaiting,
  type ReservationInput,
  type Reservation,
  type KeyedReservationInput,
} from '~/payments/idempotency/reservations';
import {
  lockPendingOperations,
  outcomeColumns,
  recordBatchedReplies,
  type OutcomeRecord,
  type PublishedReply,
} from '~/payments/idempotency/recorded-replies';

type PaymentValues = {
  transactionId: string;
  type: 'authorize' | 'authcap';
  amount: number;
  currency: string;
  orderId: string | null;
  order: string;
  connectionId: string;
  cardBrand: string;
  cardBin: string;
  cardLastFour: string;
  cardExpiry: string;
  cardTokenId: string | null;
  /** JSON. */
  cardChecks: string | null;
  merchantReason: string | null;
  returnUrl: string | null;
};

const paymentColumns = {
  transactionId: 'text',
  type: 'text',
  amount: 'bigint',
  currency: 'text',
  orderId: 'text',
  order: 'text',
  connectionId: 'text',
  cardBrand: 'text',
  cardBin: 'text',
  cardLastFour: 'text',
  cardExpiry: 'text',
  cardTokenId: 'text',
  cardChecks: 'text',
  merchantReason: 'text',
  returnUrl: 'text',
} as const satisfies Record<keyof PaymentValues, string>;

/** The payments of the rows of `claimed`, which are columns of the input with an external_id. */
const insertPayments = (intentId: string) => `
  trx as (
    insert into transactions (id, account_id, environment, type, status, order_id, order_amount, order_currency, external_id,
      intent_id, authorization_id, last_operation_id, "order", connection_id, card_brand, card_bin, card_last_four, card_expiry, card_token_id, card_checks, merchant_reason, return_url)
    select transaction_id, account_id, environment, 'PAYMENT', 'PENDING', order_id, amount, currency, external_id,
      ${intentId}, operation_id, operation_id, "order"::jsonb, connection_id, card_brand, card_bin, card_last_four, card_expiry, card_token_id, card_checks::jsonb, merchant_reason, return_url
    from claimed
    returning *
  ), op as (
    insert into operations (id, transaction_id, type, amount, currency, external_id, operator, inquire_at)
    select operation_id, trx.id, claimed.type, order_amount, order_currency, trx.external_id, operator, ${batchedLeaseEnd}
    from trx join claimed on claimed.operation_id = trx.last_operation_id
    returning id, transaction_id, type, amount, inquiries
  )
  select ${reservationColumns} from trx join op on op.transaction_id = trx.id`;

/** The reserve phase of POST /transactions. Undefined: the external_id is taken. */
export const reservePayment = defineBatchedStatement<KeyedReservationInput & PaymentValues, Reservation>({
  name: 'reserve-payment',
  columns: {
    ...reservationInputColumns,
    externalId: 'text',
    fingerprint: 'text',
    ...paymentColumns,
  },
  maximumWaiting: maximumReservationsWaiting,
  text: `keys as (
    insert into idempotency_keys (account_id, environment, family, external_id, fingerprint, resource_id, operation_id)
    select account_id, environment, 'transaction', external_id, fingerprint, transaction_id, operation_id from input
    order by account_id, environment, external_id
    on conflict do nothing
    returning operation_id
  ), claimed as (
    select input.* from keys join input using (operation_id)
  ), ${insertPayments('null')}`,
});

/**
 * The reserve phase of a payment on the hosted page. Undefined: the intent isn't open, or this form was
 * submitted before.
 */
export const reserveIntentPayment = defineBatchedStatement<
  ReservationInput & PaymentValues & { intentId: string; formId: string; language: string },
  Reservation
>({
  name: 'reserve-intent-payment',
  columns: {
    ...reservationInputColumns,
    ...paymentColumns,
    intentId: 'text',
    formId: 'text',
    language: 'text',
  },
  maximumWaiting: maximumReservationsWaiting,
  locksOf: ({ intentId }) => [intentId],
  text: `claimed as materialized (
    select input.*, external_id from (select * from input order by intent_id) input cross join lateral (
      select external_id from payment_intents i
      where i.id = input.intent_id and i.account_id = input.account_id and i.environment = input.environment
        and i.state is not distinct from 'OPEN' and not (input.form_id = any(form_ids)) and expires_at > now()
      for no key update
    ) intent
  ), intent as (
    update payment_intents i set state = 'PAYING', attempts = attempts + 1, form_ids = array_prepend(form_id, form_ids),
      transaction_id = claimed.transaction_id, language = claimed.language,
      receipt = case when claimed."order"::jsonb #>> '{card_holder,email}' <> '' then 'REQUESTED' end
    from claimed where i.id = intent_id
  ), ${insertPayments('intent_id')}`,
});

/** The operator of a hold that the acquirer released with a capture. */
export const captureReleaseOperator = 'system:capture-release';

type PaymentOutcome = OutcomeRecord &
  PublishedReply & {
    accountId: string;
    transactionId: string;
    version: number;
    status: string;
    authorized: number;
    captured: number;
    voided: number;
    expired: number;
    holdReserved: number;
    captureBefore: Date | null;
    /** JSON. */
    authentication: string | null;
    /** JSON. */
    cardChecks: string | null;
    paymentDeclineCode: string | null;
    intentState: 'OPEN' | 'PAID' | null;
    maximumDeclines: number;
    /** The ID of the operation for the hold that the acquirer released with a capture. */
    releaseId: string | null;
    /** In the same transaction, the caller locks what a capture adds for chargebacks that lack some of their amount. */
    locksChargebacks: boolean;
  };

/**
 * Without `locksChargebacks`, a capture isn't recorded while a chargeback of its payment lacks some of its amount. A child that
 * isn't a refund is a chargeback: "= 'CHARGEBACK'" would let the planner read all chargebacks instead of the children.
 */
const leavesNoChargebackShort = `
        p.locks_chargebacks or t.status = 'PENDING' or p.captured = t.amount_captured or not exists (
          select from transactions c where c.parent_id = t.id and c.type is distinct from 'REFUND' and c.status <> 'VOIDED' and c.chargeback_open < c.order_amount)`;

/**
 * The record phase of authorize, capture, void, and hold expiry: the row computed from `version`, the operation, the
 * stored reply, the event, and the intent's state. Undefined: it was recorded before, the transaction has changed
 * since, or `locksChargebacks` is necessary. All operations are locked before the first transaction, so that two
 * batches can't wait for each other.
 */
export const recordPayment = defineBatchedStatement<PaymentOutcome, { operation_id: string }>({
  name: 'record-payment',
  columns: {
    transactionId: 'text',
    version: 'integer',
    status: 'text',
    authorized: 'bigint',
    captured: 'bigint',
    voided: 'bigint',
    expired: 'bigint',
    holdReserved: 'bigint',
    captureBefore: 'timestamptz',
    authentication: 'text',
    cardChecks: 'text',
    paymentDeclineCode: 'text',
    intentState: 'text',
    maximumDeclines: 'integer',
    releaseId: 'text',
    locksChargebacks: 'boolean',
    ...outcomeColumns,
  },
  locksOf: ({ transactionId }) => [transactionId],
  text: `${lockPendingOperations}, locked as materialized (
    select p.*, amount_expired from (select * from pending order by transaction_id) p cross join lateral (
      select amount_expired from transactions t where t.id = p.transaction_id and t.version = p.version and (${leavesNoChargebackShort})
      for no key update of t
    ) t
  ), trx as (
    update transactions t set status = l.status, amount_authorized = authorized, amount_captured = captured, amount_voided = voided,
      amount_expired = expired, hold_reserved = l.hold_reserved, capture_before = l.capture_before, authentication = l.authentication::jsonb, card_checks = l.card_checks::jsonb, decline_code = payment_decline_code,
      last_operation_id = operation_id, updated_at = recorded_at, version = t.version + 1
    from locked l where t.id = l.transaction_id
    returning t.account_id, t.environment, t.intent_id, l.operation_id, l.transaction_id, l.operation_status, l.decline_code,
      l.acquirer_code, l.acquirer_reference, l.recorded_at, l.response_body, l.event_id, l.event_type, l.intent_state, l.maximum_declines,
      l.release_id, l.expired - l.amount_expired as released
  ), ${recordBatchedReplies}, intent as (
    update payment_intents i set state = case when intent_state = 'OPEN' and attempts >= maximum_declines then 'BLOCKED' else intent_state end
    from trx where i.id = trx.intent_id and i.state = 'PAYING' and intent_state is not null
  ), release as (
    insert into operations (id, transaction_id, type, status, amount, currency, reason, operator, completed_at)
    select release_id, trx.transaction_id, 'expire', 'SUCCEEDED', released, op.currency, 'released with the capture', '${captureReleaseOperator}', recorded_at
    from trx join op on op.id = trx.operation_id where release_id is not null and released > 0
  )
  select operation_id from trx`,
});

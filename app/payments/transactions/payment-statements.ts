import { merchantCondition, defineStatement } from '~/platform/database/statement.server';
import {
  reservationColumns,
  leaseEnd,
  type ReservationInput,
  type Reservation,
  type KeyedReservationInput,
} from '~/payments/idempotency/reservations';
import {
  recordOperationReply,
  lockPendingOperation,
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
  acquirer: string;
  cardBrand: string;
  cardBin: string;
  cardLastFour: string;
  cardExpiry: string;
  cardTokenId: string | null;
};

const insertPayment = (intentId: string) => `
  trx as (
    insert into transactions (id, account_id, environment, type, status, order_id, order_amount, order_currency, external_id,
      intent_id, authorization_id, last_operation_id, "order", acquirer, card_brand, card_bin, card_last_four, card_expiry, card_token_id)
    select :transactionId, :accountId, :environment, 'PAYMENT', 'PENDING', :orderId, :amount, :currency, claimed.external_id,
      ${intentId}, :operationId, :operationId, :order::jsonb, :acquirer, :cardBrand, :cardBin, :cardLastFour, :cardExpiry, :cardTokenId
    from claimed
    returning *
  ), op as (
    insert into operations (id, transaction_id, type, amount, currency, external_id, operator, inquire_at)
    select :operationId, id, :type, order_amount, order_currency, external_id, :operator, ${leaseEnd} from trx
    returning id, type, amount, inquiries
  )
  select ${reservationColumns} from trx, op`;

/** The reserve phase of POST /transactions. No row: the external_id is taken. */
export const reservePayment = defineStatement<KeyedReservationInput & PaymentValues, Reservation>(
  'reserve-payment',
  `with claimed as (
    insert into idempotency_keys (account_id, environment, family, external_id, fingerprint, resource_id, operation_id)
    values (:accountId, :environment, 'transaction', :externalId, :fingerprint, :transactionId, :operationId)
    on conflict do nothing
    returning external_id
  ), ${insertPayment('null')}`,
);

/**
 * The reserve phase of a payment on the hosted page. No row: the intent isn't open, or this form was
 * submitted before.
 */
export const reserveIntentPayment = defineStatement<
  ReservationInput & PaymentValues & { intentId: string; formId: string; language: string },
  Reservation
>(
  'reserve-intent-payment',
  `with claimed as (
    update payment_intents set state = 'PAYING', attempts = attempts + 1, form_ids = array_prepend(:formId::text, form_ids), transaction_id = :transactionId, language = :language
    where id = :intentId and ${merchantCondition}
      and state = 'OPEN' and not (:formId::text = any(form_ids)) and expires_at > now()
    returning id, external_id
  ), ${insertPayment('claimed.id')}`,
);

/**
 * The record phase of authorize, capture, void, and hold expiry: the row computed from `version`, the operation, the
 * stored reply, the event, and the intent's state. No row: it was recorded before, or the transaction has
 * changed since.
 */
export const recordPayment = defineStatement<
  OutcomeRecord &
    PublishedReply & {
      transactionId: string;
      version: number;
      status: string;
      authorized: number;
      captured: number;
      voided: number;
      expired: number;
      holdReserved: number;
      captureBefore: Date | null;
      paymentDeclineCode: string | null;
      intentState: 'OPEN' | 'PAID' | null;
      maximumDeclines: number;
    },
  { id: string }
>(
  'record-payment',
  `with ${lockPendingOperation}, trx as (
    update transactions set status = :status, amount_authorized = :authorized, amount_captured = :captured, amount_voided = :voided,
      amount_expired = :expired, hold_reserved = :holdReserved, capture_before = :captureBefore, decline_code = :paymentDeclineCode, last_operation_id = :operationId, updated_at = :recordedAt,
      version = version + 1
    from pending where transactions.id = :transactionId and version = :version
    returning transactions.*
  ), ${recordOperationReply}, intent as (
    update payment_intents i set state = case when :intentState::text = 'OPEN' and attempts >= :maximumDeclines::int then 'BLOCKED' else :intentState::text end
    from trx where i.id = trx.intent_id and i.state = 'PAYING' and :intentState::text is not null
  )
  select id from trx`,
);

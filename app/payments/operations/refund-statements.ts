import { merchantCondition, defineStatement } from '~/platform/database/statement.server';
import {
  matchesSeenVersion,
  reservationColumns,
  leaseEnd,
  type Reservation,
  type KeyedReservationInput,
  type SeenVersion,
} from '~/payments/idempotency/reservations';
import {
  recordOperationReply,
  lockPendingOperation,
  type OutcomeRecord,
  type PublishedReply,
} from '~/payments/idempotency/recorded-replies';

/**
 * The reserve phase of a refund: locks its share of the captured amount and creates the REFUND transaction.
 * Rejects an over-refund by returning no row, with the formula of `getRefundableAmount`.
 */
export const reserveRefund = defineStatement<
  KeyedReservationInput &
    SeenVersion & {
      transactionId: string;
      parentId: string;
      amount: number;
      statuses: string[];
      reason: string | null;
    },
  Reservation
>(
  'reserve-refund',
  `with parent as (
    update transactions set refund_reserved = refund_reserved + :amount, version = version + 1
    where id = :parentId and ${merchantCondition} and type = 'PAYMENT' and status = any(:statuses::text[])
      and amount_captured - amount_refunded - refund_reserved - chargeback_open - amount_charged_back >= :amount and ${matchesSeenVersion}
      and not exists (
        select from idempotency_keys where account_id = :accountId and environment = :environment and family = 'refund'
          and external_id = :externalId)
    returning *
  ), claimed as (
    insert into idempotency_keys (account_id, environment, family, external_id, fingerprint, resource_id, operation_id)
    select account_id, environment, 'refund', :externalId, :fingerprint, :transactionId, :operationId from parent
  ), trx as (
    insert into transactions (id, account_id, environment, type, status, order_id, order_amount, order_currency, external_id,
      parent_id, authorization_id, last_operation_id, acquirer, card_brand, card_bin, card_last_four, card_expiry)
    select :transactionId, account_id, environment, 'REFUND', 'PENDING', order_id, :amount, order_currency, :externalId,
      id, authorization_id, :operationId, acquirer, card_brand, card_bin, card_last_four, card_expiry
    from parent
    returning *
  ), op as (
    insert into operations (id, transaction_id, type, amount, currency, external_id, reason, operator, inquire_at)
    select :operationId, id, 'refund', order_amount, order_currency, :externalId, :reason, :operator, ${leaseEnd} from trx
    returning id, type, amount, inquiries
  )
  select ${reservationColumns} from trx, op`,
);

/**
 * The record phase of a refund: updates the REFUND transaction and the payment with its own operation, and
 * writes the reply and the event.
 */
export const recordRefund = defineStatement<
  OutcomeRecord &
    PublishedReply & {
      transactionId: string;
      version: number;
      status: string;
      refunded: number;
      parentOperationId: string;
    },
  { id: string }
>(
  'record-refund',
  `with ${lockPendingOperation}, trx as (
    update transactions set status = :status, amount_refunded = :refunded, decline_code = :declineCode, last_operation_id = :operationId, updated_at = :recordedAt, version = version + 1
    from pending where transactions.id = :transactionId and version = :version
    returning transactions.*
  ), parent as (
    update transactions p set refund_reserved = p.refund_reserved - trx.order_amount, amount_refunded = p.amount_refunded + :refunded::bigint,
      last_operation_id = :parentOperationId, updated_at = :recordedAt, version = p.version + 1
    from trx where p.id = trx.parent_id
  ), ${recordOperationReply}, parent_operation as (
    insert into operations (id, transaction_id, type, status, amount, currency, external_id, reason, operator, acquirer_reference, decline_code, completed_at)
    select :parentOperationId, trx.parent_id, 'refund', op.status, op.amount, op.currency, op.external_id, op.reason, op.operator,
      op.acquirer_reference, op.decline_code, op.completed_at
    from trx, op
  )
  select id from trx`,
);

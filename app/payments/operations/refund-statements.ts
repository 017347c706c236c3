import { defineBatchedStatement } from '~/platform/database/batched-statement.server';
import {
  batchedLeaseEnd,
  followUpColumns,
  followUpCondition,
  isNewExternalId,
  lockExternalId,
  maximumReservationsWaiting,
  reservationColumns,
  type Reservation,
  type KeyedReservationInput,
  type PaymentCondition,
  type SeenVersion,
} from '~/payments/idempotency/reservations';
import {
  lockPendingOperations,
  outcomeColumns,
  recordBatchedReplies,
  type OutcomeRecord,
  type PublishedReply,
} from '~/payments/idempotency/recorded-replies';

type RefundInput = KeyedReservationInput &
  PaymentCondition &
  SeenVersion & {
    transactionId: string;
    parentId: string;
    /** Null: all that can still be refunded. */
    amount: number | null;
    reason: string | null;
  };

/** The formula of `getRefundableAmount`. */
const refundable =
  'amount_captured - amount_refunded - refund_reserved - chargeback_open - amount_charged_back';

/**
 * The reserve phase of a refund: locks its share of the captured amount and creates the REFUND transaction.
 * Returns no row for an over-refund, which rejections.ts then explains.
 */
export const reserveRefund = defineBatchedStatement<RefundInput, Reservation>({
  name: 'reserve-refund',
  columns: { ...followUpColumns, transactionId: 'text', parentId: 'text', amount: 'bigint' },
  maximumWaiting: maximumReservationsWaiting,
  locksOf: (input) => [input.parentId, lockExternalId(input)],
  text: `target as materialized (
    select input.*, refunded from (select * from input order by parent_id) input cross join lateral (
      select coalesce(input.amount, ${refundable}) as refunded from transactions t
      where t.id = input.parent_id and ${followUpCondition} and ${refundable} >= greatest(1, coalesce(input.amount, 1))
        and ${isNewExternalId('refund')}
      for no key update of t
    ) payment
  ), parent as (
    update transactions t set refund_reserved = refund_reserved + target.refunded, version = version + 1
    from target where t.id = target.parent_id
    returning t.*
  ), claimed as (
    insert into idempotency_keys (account_id, environment, family, external_id, fingerprint, resource_id, operation_id)
    select target.account_id, target.environment, 'refund', target.external_id, fingerprint, transaction_id, operation_id
    from target join parent on parent.id = target.parent_id
    order by target.account_id, target.environment, target.external_id
  ), trx as (
    insert into transactions (id, account_id, environment, type, status, order_id, order_amount, order_currency, external_id,
      parent_id, authorization_id, last_operation_id, connection_id, card_brand, card_bin, card_last_four, card_expiry)
    select transaction_id, parent.account_id, parent.environment, 'REFUND', 'PENDING', order_id, target.refunded, order_currency, target.external_id,
      parent.id, authorization_id, operation_id, connection_id, card_brand, card_bin, card_last_four, card_expiry
    from target join parent on parent.id = target.parent_id
    order by target.account_id, target.environment, target.external_id
    returning *
  ), op as (
    insert into operations (id, transaction_id, type, amount, currency, external_id, reason, operator, inquire_at)
    select operation_id, trx.id, 'refund', order_amount, order_currency, trx.external_id, target.reason, operator, ${batchedLeaseEnd}
    from target join trx on trx.id = target.transaction_id
    returning id, transaction_id, type, amount, inquiries
  )
  select ${reservationColumns} from trx join op on op.transaction_id = trx.id`,
});

type RefundOutcome = OutcomeRecord &
  PublishedReply & {
    accountId: string;
    transactionId: string;
    parentId: string;
    version: number;
    status: string;
    refunded: number;
    parentOperationId: string;
  };

/**
 * The record phase of a refund: updates the REFUND transaction and the payment with its own operation, and
 * writes the reply and the event. The payments are locked last.
 */
export const recordRefund = defineBatchedStatement<RefundOutcome, { operation_id: string }>({
  name: 'record-refund',
  columns: {
    transactionId: 'text',
    parentId: 'text',
    version: 'integer',
    status: 'text',
    refunded: 'bigint',
    parentOperationId: 'text',
    ...outcomeColumns,
  },
  locksOf: ({ parentId }) => [parentId],
  text: `${lockPendingOperations}, trx as (
    update transactions t set status = p.status, amount_refunded = refunded, decline_code = p.decline_code, last_operation_id = operation_id,
      updated_at = recorded_at, version = t.version + 1
    from pending p where t.id = p.transaction_id and t.version = p.version
    returning t.account_id, t.environment, t.order_amount, p.*
  ), payments as materialized (
    select trx.* from (select * from trx order by parent_id) trx cross join lateral (
      select from transactions t where t.id = trx.parent_id for no key update
    ) t
  ), payment as (
    update transactions t set refund_reserved = t.refund_reserved - trx.order_amount, amount_refunded = t.amount_refunded + refunded,
      last_operation_id = parent_operation_id, updated_at = recorded_at, version = t.version + 1
    from payments trx where t.id = trx.parent_id
  ), ${recordBatchedReplies}, payment_operation as (
    insert into operations (id, transaction_id, type, status, amount, currency, external_id, reason, operator, acquirer_reference, decline_code, acquirer_code, completed_at)
    select parent_operation_id, trx.parent_id, 'refund', op.status, op.amount, op.currency, op.external_id, op.reason, op.operator,
      op.acquirer_reference, op.decline_code, op.acquirer_code, op.completed_at
    from trx join op on op.id = trx.operation_id
  )
  select operation_id from trx`,
});

// The statements of the payment path as a program writes them that sends one statement per payment and phase. They are
// the yardstick of group commit (docs/decisions/0042).
import { leaseEnd, reservationColumns } from '~/payments/idempotency/reservations';
import { transactionObjectColumns } from '~/payments/transactions/transaction-object';
import { merchantCondition } from '~/platform/database/statement.server';

const isNewExternalId = (family: string) => `
  not exists (select from idempotency_keys where account_id = :accountId and environment = :environment and family = '${family}' and external_id = :externalId)`;

const followUpCondition = `${merchantCondition} and type = 'PAYMENT' and status = any(:statuses::text[])`;

const lockPendingOperation = `
  pending as (select id from operations where id = :operationId and status = 'PENDING' for update)`;

const recordReply = `
  op as (
    update operations set status = :operationStatus, reason = coalesce(:declineCode, reason), acquirer_reference = :acquirerReference,
      decline_code = :declineCode, completed_at = :recordedAt, inquire_at = null, response_body = :responseBody
    from trx where operations.id = :operationId
    returning operations.*
  ), event as (
    insert into webhook_events (id, account_id, environment, type, transaction_id, payload)
    select :eventId, account_id, environment, :eventType, id, (:responseBody::text)::jsonb from trx where :eventType::text is not null
  )`;

export const singleStatements: Record<string, string> = {
  'find-transaction': `select ${transactionObjectColumns('transactions')} from transactions where id = :id and ${merchantCondition}`,

  'reserve-payment': `with claimed as (
    insert into idempotency_keys (account_id, environment, family, external_id, fingerprint, resource_id, operation_id)
    values (:accountId, :environment, 'transaction', :externalId, :fingerprint, :transactionId, :operationId)
    on conflict do nothing
    returning external_id
  ), trx as (
    insert into transactions (id, account_id, environment, type, status, order_id, order_amount, order_currency, external_id,
      intent_id, authorization_id, last_operation_id, "order", connection_id, card_brand, card_bin, card_last_four, card_expiry, card_token_id)
    select :transactionId, :accountId, :environment, 'PAYMENT', 'PENDING', :orderId, :amount, :currency, external_id,
      null, :operationId, :operationId, :order::jsonb, :connectionId, :cardBrand, :cardBin, :cardLastFour, :cardExpiry, :cardTokenId
    from claimed
    returning *
  ), op as (
    insert into operations (id, transaction_id, type, amount, currency, external_id, operator, inquire_at)
    select :operationId, id, :type, order_amount, order_currency, external_id, :operator, ${leaseEnd} from trx
    returning id, type, amount, inquiries
  )
  select ${reservationColumns} from trx, op`,

  'record-payment': `with ${lockPendingOperation}, trx as (
    update transactions set status = :status, amount_authorized = :authorized, amount_captured = :captured, amount_voided = :voided,
      amount_expired = :expired, hold_reserved = :holdReserved, capture_before = :captureBefore, decline_code = :paymentDeclineCode,
      last_operation_id = :operationId, updated_at = :recordedAt, version = version + 1
    from pending where transactions.id = :transactionId and version = :version
    returning transactions.*
  ), ${recordReply}, intent as (
    update payment_intents i set state = case when :intentState::text = 'OPEN' and attempts >= :maximumDeclines::int then 'BLOCKED' else :intentState::text end
    from trx where i.id = trx.intent_id and i.state = 'PAYING' and :intentState::text is not null
  )
  select id from trx`,

  'reserve-hold-operation': `with target as (
    select id, coalesce(:amount::bigint, amount_authorized - amount_captured - amount_voided - amount_expired - hold_reserved) as amount
    from transactions
    where id = :transactionId and ${followUpCondition}
      and amount_authorized - amount_captured - amount_voided - amount_expired - hold_reserved >= greatest(1, coalesce(:amount::bigint, 1))
      and capture_before > now() and ${isNewExternalId('operation')}
    for update
  ), trx as (
    update transactions t set hold_reserved = hold_reserved + target.amount, last_operation_id = :operationId, version = version + 1
    from target where t.id = target.id
    returning t.*
  ), claimed as (
    insert into idempotency_keys (account_id, environment, family, external_id, fingerprint, resource_id, operation_id)
    select account_id, environment, 'operation', :externalId, :fingerprint, id, :operationId from trx
  ), op as (
    insert into operations (id, transaction_id, type, amount, currency, external_id, reason, operator, inquire_at)
    select :operationId, trx.id,
      case when :type::text = 'capture' and target.amount < trx.amount_authorized then 'partial_capture' else :type::text end,
      target.amount, order_currency, :externalId, :reason, :operator, ${leaseEnd}
    from trx, target
    returning id, type, amount, inquiries
  )
  select ${reservationColumns} from trx, op`,

  'reserve-refund': `with parent as (
    update transactions set refund_reserved = refund_reserved + :amount, version = version + 1
    where id = :parentId and ${followUpCondition}
      and amount_captured - amount_refunded - refund_reserved - chargeback_open - amount_charged_back >= :amount
      and ${isNewExternalId('refund')}
    returning *
  ), claimed as (
    insert into idempotency_keys (account_id, environment, family, external_id, fingerprint, resource_id, operation_id)
    select account_id, environment, 'refund', :externalId, :fingerprint, :transactionId, :operationId from parent
  ), trx as (
    insert into transactions (id, account_id, environment, type, status, order_id, order_amount, order_currency, external_id,
      parent_id, authorization_id, last_operation_id, connection_id, card_brand, card_bin, card_last_four, card_expiry)
    select :transactionId, account_id, environment, 'REFUND', 'PENDING', order_id, :amount, order_currency, :externalId,
      id, authorization_id, :operationId, connection_id, card_brand, card_bin, card_last_four, card_expiry
    from parent
    returning *
  ), op as (
    insert into operations (id, transaction_id, type, amount, currency, external_id, reason, operator, inquire_at)
    select :operationId, id, 'refund', order_amount, order_currency, :externalId, :reason, :operator, ${leaseEnd} from trx
    returning id, type, amount, inquiries
  )
  select ${reservationColumns} from trx, op`,

  'record-refund': `with ${lockPendingOperation}, trx as (
    update transactions set status = :status, amount_refunded = :refunded, decline_code = :declineCode,
      last_operation_id = :operationId, updated_at = :recordedAt, version = version + 1
    from pending where transactions.id = :transactionId and version = :version
    returning transactions.*
  ), parent as (
    update transactions p set refund_reserved = p.refund_reserved - trx.order_amount, amount_refunded = p.amount_refunded + :refunded::bigint,
      last_operation_id = :parentOperationId, updated_at = :recordedAt, version = p.version + 1
    from trx where p.id = trx.parent_id
  ), ${recordReply}, parent_operation as (
    insert into operations (id, transaction_id, type, status, amount, currency, external_id, reason, operator, acquirer_reference, decline_code, completed_at)
    select :parentOperationId, trx.parent_id, 'refund', op.status, op.amount, op.currency, op.external_id, op.reason, op.operator,
      op.acquirer_reference, op.decline_code, op.completed_at
    from trx, op
  )
  select id from trx`,
};

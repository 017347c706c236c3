import { ofMerchant, statement } from '~/platform/statement.server';
import { asSeen, claimed, lease, type Claimed, type KeyedClaim, type Seen } from './claims';

/**
 * Beat one of capture and void: reserves the amount, or all that remains when none is given. No row: it cannot be done
 * as things are. A unique violation: the external_id was taken a moment ago.
 */
export const claimHold = statement<
  KeyedClaim &
    Seen & {
      transactionId: string;
      type: 'capture' | 'void';
      amount: number | null;
      statuses: string[];
      reason: string | null;
    },
  Claimed
>(
  'reserve-hold-operation',
  `with target as (
    select id, coalesce(:amount::int, amount_authorized - amount_captured - amount_voided - amount_expired - hold_reserved) as amount
    from transactions
    where id = :transactionId and ${ofMerchant} and type = 'PAYMENT' and status = any(:statuses::text[])
      and amount_authorized - amount_captured - amount_voided - amount_expired - hold_reserved >= greatest(1, coalesce(:amount::int, 1))
      and capture_before > now() and ${asSeen}
      and not exists (
        select from idempotency_keys where account_id = :accountId and environment = :environment and family = 'operation'
          and external_id = :externalId)
    for update
  ), trx as (
    update transactions t set hold_reserved = hold_reserved + target.amount, version = version + 1
    from target where t.id = target.id
    returning t.*
  ), claimed as (
    insert into idempotency_keys (account_id, environment, family, external_id, fingerprint, resource_id, operation_id)
    select account_id, environment, 'operation', :externalId, :fingerprint, id, :operationId from trx
  ), op as (
    insert into operations (id, transaction_id, type, amount, currency, external_id, reason, operator, inquire_at)
    select :operationId, trx.id,
      case when :type::text = 'capture' and target.amount < trx.amount_authorized then 'partial_capture' else :type::text end,
      target.amount, order_currency, :externalId, :reason, :operator, ${lease}
    from trx, target
    returning id, type, amount, inquiries
  )
  select ${claimed} from trx, op`,
);

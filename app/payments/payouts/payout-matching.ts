import { executeQuery } from '~/platform/database/query.server';
import { getIdLowerBound } from '~/platform/ids';
import type { AcquirerAccount } from '~/payments/connections/connections';

/** A successful operation `o` that captured money, for matching with a payout's entry and for reconciliation. */
export const isSuccessfulCapture = `o.type in ('authcap', 'capture', 'partial_capture') and o.status = 'SUCCEEDED' and o.reversed_by is null`;

/** Entries of older payouts stay unmatched. Staff know them from the reconciliation. */
const retryMs = 60 * 86_400_000;

/** Entries of an account that belong to none of our records yet, such as a dispute whose event is late. */
const unmatched = `e.connection_id = $1 and e.transaction_id is null and e.payout_id > $2`;

/** Each refund, and each refund that came back, once. */
const matchRefunds = `
  update payout_entries e set transaction_id = found.transaction_id, operation_id = found.operation_id, account_id = found.account_id
  from (
    select distinct on (o.id, e.kind) e.acquirer_id, o.id as operation_id, t.id as transaction_id, t.account_id
    from payout_entries e join operations o on o.id = e.reference and o.type = 'refund'
      join transactions t on t.id = o.transaction_id and t.connection_id = any($3) and t.type = 'REFUND'
    where ${unmatched} and e.kind in ('refund', 'refund_failed')
      and not exists (select from payout_entries other where other.operation_id = o.id and other.kind = e.kind)
    order by o.id, e.kind, e.occurred_at, e.acquirer_id
  ) found
  where e.connection_id = $1 and e.acquirer_id = found.acquirer_id and e.transaction_id is null`;

const matchChargebacks = `
  update payout_entries e set transaction_id = t.id, account_id = t.account_id
  from transactions t
  where ${unmatched} and e.kind in ('chargeback', 'chargeback_reversed')
    and t.connection_id = any($3) and t.authorization_id = e.reference and t.type = 'CHARGEBACK'`;

/** If the acquirer names the capture, the first entry belongs to it. */
const matchNamedCaptures = `
  update payout_entries e set transaction_id = found.transaction_id, operation_id = found.operation_id, account_id = found.account_id
  from (
    select distinct on (o.id) e.acquirer_id, o.id as operation_id, t.id as transaction_id, t.account_id
    from payout_entries e join operations o on o.id = e.reference and ${isSuccessfulCapture}
      join transactions t on t.id = o.transaction_id and t.connection_id = any($3) and t.type = 'PAYMENT'
    where ${unmatched} and e.kind = 'capture'
      and not exists (select from payout_entries other where other.operation_id = o.id and other.kind = 'capture')
    order by o.id, e.occurred_at, e.acquirer_id
  ) found
  where e.connection_id = $1 and e.acquirer_id = found.acquirer_id and e.transaction_id is null`;

/**
 * An acquirer may name only the payment of a capture. The first entry belongs to the first capture, of those with the
 * same amount, and then of all that are left.
 */
const matchCaptures = ({ byAmount }: { byAmount: boolean }) => `
  with entries as (
    select e.acquirer_id, t.id as transaction_id, t.account_id, ${byAmount ? 'e.amount' : '0'} as amount,
      row_number() over (partition by t.id${byAmount ? ', e.amount' : ''} order by e.occurred_at, e.acquirer_id) as place
    from payout_entries e join operations a on a.id = e."authorization"
      join transactions t on t.id = a.transaction_id and t.connection_id = any($3) and t.type = 'PAYMENT'
    where ${unmatched} and e.kind = 'capture' and e.reference is null ${byAmount ? 'and e.currency = t.order_currency' : ''}
  ), captures as (
    select o.id, o.transaction_id, ${byAmount ? 'o.amount' : '0'} as amount,
      row_number() over (partition by o.transaction_id${byAmount ? ', o.amount' : ''} order by o.sequence) as place
    from operations o
    where o.transaction_id in (select transaction_id from entries) and ${isSuccessfulCapture}
      and not exists (select from payout_entries other where other.operation_id = o.id and other.kind = 'capture')
  )
  update payout_entries e set transaction_id = found.transaction_id, operation_id = captures.id, account_id = found.account_id
  from entries found join captures on captures.transaction_id = found.transaction_id and captures.amount = found.amount and captures.place = found.place
  where e.connection_id = $1 and e.acquirer_id = found.acquirer_id and e.transaction_id is null`;

const statements = [
  matchRefunds,
  matchChargebacks,
  matchNamedCaptures,
  matchCaptures({ byAmount: true }),
  matchCaptures({ byAmount: false }),
];

/** Links the entries of an account's payouts to our operations and chargebacks, as far as they are known. */
export async function matchPayoutEntries({ firstId, connectionIds }: AcquirerAccount): Promise<void> {
  const first = getIdLowerBound('po', new Date(Date.now() - retryMs));
  for (const text of statements) await executeQuery({ text, values: [firstId, first, connectionIds] });
}

import {
  findConnection,
  getConnection,
  hasPayouts,
  listConnections,
} from '~/payments/connections/connections';
import { queryRows } from '~/platform/database/query.server';
import type { Environment } from '~/platform/environment';
import { getIdLowerBound } from '~/platform/ids';
import { isSuccessfulCapture } from './payout-matching';
import { simulatedChargebackFee } from './simulated-payouts';

type Merchant = { accountId: string; environment: Environment };

const hasEntry = (condition: string) => `exists (select from payout_entries e where ${condition})`;

/** An operation `o` of a transaction `t` whose money is in no payout. A chargeback's entries have no operation. */
const isNotPaidOut = `(
  t.type = 'PAYMENT' and ${isSuccessfulCapture} and not ${hasEntry(`e.operation_id = o.id and e.kind = 'capture'`)}
  or t.type = 'REFUND' and o.type = 'refund' and o.status = 'SUCCEEDED' and o.reversed_by is null
    and not ${hasEntry(`e.operation_id = o.id and e.kind = 'refund'`)}
  or t.type = 'CHARGEBACK' and o.type = 'chargeback' and not ${hasEntry(`e.transaction_id = t.id and e.kind = 'chargeback'`)}
  or t.type = 'CHARGEBACK' and o.type = 'dispute_won' and not ${hasEntry(`e.transaction_id = t.id and e.kind = 'chargeback_reversed'`)})`;

const ofTransaction = `
  select t.connection_id as "connectionId", c.acquirer = 'simulator' as "isSimulated",
    coalesce(sum(o.amount) filter (where o.type <> 'dispute_won'), sum(o.amount), 0)::bigint as amount,
    coalesce(bool_or(o.type = 'chargeback'), false) as "hasChargeback"
  from transactions t join acquirer_connections c on c.id = t.connection_id join operations o on o.transaction_id = t.id
  where t.id = $1 and t.account_id = $2 and t.environment = $3 and ${isNotPaidOut}
  group by t.connection_id, c.acquirer`;

/** `chargebackFee`: what will be charged in addition, if it's known before the payout. In the transaction's currency. */
export type NotPaidOut = { amount: number; chargebackFee: number | null };

const everythingPaidOut: NotPaidOut = { amount: 0, chargebackFee: null };

/**
 * The captured, refunded, charged back, or returned amount that is in no payout yet. 0 if the acquirer doesn't report its
 * payouts.
 */
export async function findNotPaidOut({
  accountId,
  environment,
  id,
}: Merchant & { id: string }): Promise<NotPaidOut> {
  const [found] = await queryRows<{
    connectionId: string;
    isSimulated: boolean;
    amount: number;
    hasChargeback: boolean;
  }>({ text: ofTransaction, values: [id, accountId, environment] });
  if (!found) return everythingPaidOut;
  const { amount, isSimulated, hasChargeback } = found;
  if (isSimulated) return { amount, chargebackFee: hasChargeback ? simulatedChargebackFee : null };
  const connection = await getConnection(found.connectionId);
  return connection && hasPayouts(connection) ? { amount, chargebackFee: null } : everythingPaidOut;
}

/** Of each kind of transactions, so many are read at most. */
const maximumRowsRead = 20_000;
const dayMs = 86_400_000;
/** Simulated payments settle before the payout that contains them, which is made at the next midnight in UTC. */
const simulatedDays = 2;
/** Disputes take months at most. */
const disputeDays = 200;

const limit = `limit ${maximumRowsRead + 1}`;

// Each part reads its own index, and each of its transactions is then looked up by its ID, whatever the planner expects.
const ofMerchant = `
  with settled as materialized (
    select o.transaction_id as id, o.type from operations o
    where $6::boolean and o.completed_at >= $4 ${limit}
  ), unsettled as materialized (
    select t.id from transactions t
    where t.account_id = $1 and t.environment = $2 and t.settled_at is null and t.status in ('CAPTURED', 'PARTIAL_CAPTURED')
      and t.type <> 'CHARGEBACK' ${limit}
  ), disputed as materialized (
    select t.id from transactions t where t.account_id = $1 and t.environment = $2 and t.type = 'CHARGEBACK' and t.id > $5 ${limit}
  ), candidates as materialized (
    select id from settled where type = 'settle' union select id from unsettled union select id from disputed
  ), totals as (
    select t.currency, sum(moved.amount)::bigint as amount
    from candidates, lateral (
      select t.id, t.type, t.order_currency as currency from transactions t join acquirer_connections c on c.id = t.connection_id
      where t.id = candidates.id and t.account_id = $1 and t.environment = $2 and (c.acquirer = 'simulator' or c.id = any($3)) offset 0
    ) t, lateral (
      select sum(case when o.type in ('refund', 'chargeback') then -o.amount else o.amount end) as amount
      from operations o where o.transaction_id = t.id and ${isNotPaidOut}
    ) moved
    where moved.amount is not null group by t.currency
  )
  select coalesce((select json_agg(totals order by currency) from totals where amount <> 0), '[]') as totals,
    greatest((select count(*) from settled), (select count(*) from unsettled), (select count(*) from disputed)) <= ${maximumRowsRead} as "isComplete"`;

export type UnpaidTotal = { currency: string; amount: number };

/**
 * What of a merchant's captured money is in no payout yet, before fees, in each currency. Without acquirers that don't report
 * their payouts. Null if there is too much to read.
 */
export async function sumNotPaidOut({ accountId, environment }: Merchant): Promise<UnpaidTotal[] | null> {
  const connections = (await listConnections()).filter(hasPayouts).map(({ id }) => id);
  const connection = await findConnection({ accountId, environment });
  const before = (days: number) => new Date(Date.now() - days * dayMs);
  const [found] = await queryRows<{ totals: UnpaidTotal[]; isComplete: boolean }>({
    text: ofMerchant,
    values: [
      ...[accountId, environment, connections],
      ...[before(simulatedDays), getIdLowerBound('trx', before(disputeDays))],
      connection !== null && !hasPayouts(connection),
    ],
  });
  return found!.isComplete ? found!.totals : null;
}

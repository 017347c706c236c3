import type { SimulatedIncident } from '~/acquirers/acquirer';
import { recordAudit } from '~/audit/audit';
import { config } from '~/platform/config/config.server';
import { prisma } from '~/platform/database/db.server';
import { queryRows } from '~/platform/database/query.server';
import { isId } from '~/platform/ids';
import { log } from '~/platform/observability/log';
import { Prisma } from '~/platform/prisma/client';
import { requireAcquirer } from '~/payments/connections/connections';
import { importStatements } from '~/payments/reconciliation/acquirer-statements';
import { expireHolds } from './hold-expiry';
import { settleTransaction } from './settlement';
import { getRefundableAmount, getRemainingHold, type Amounts } from '~/payments/transactions/states';
import { amountsOf, type TransactionRow } from '~/payments/transactions/transaction-object';

/** Events that a merchant can simulate on a test payment instead of waiting for them. */
export const simulatedEvents = [
  'expire',
  'settle',
  'open_chargeback',
  'win_chargeback',
  'lose_chargeback',
  'fail_refund',
  'delay_acquirer',
] as const;
export type SimulatedEvent = (typeof simulatedEvents)[number];

/** Longer than the acquirer timeout, so that the next request's outcome is unknown for a while. */
const delayMs = config.acquirerTimeoutMs + 3_000;

/**
 * The simulated events that would have an effect on the transaction now. None for any other ID, or for a payment of a
 * real acquirer's test environment, whose events come from there.
 */
export async function listSimulatedEvents(merchant: {
  accountId: string;
  id: string;
}): Promise<SimulatedEvent[]> {
  const row = await findRow(merchant);
  return row ? listPossibleEvents(row, amountsOf(row)) : [];
}

function listPossibleEvents(
  { type, status, settled_at }: TransactionRow,
  amounts: Amounts,
): SimulatedEvent[] {
  if (type === 'CHARGEBACK') return status === 'CAPTURED' ? ['win_chargeback', 'lose_chargeback'] : [];
  const settles = !settled_at && (status === 'CAPTURED' || status === 'PARTIAL_CAPTURED');
  if (type === 'REFUND')
    return status === 'CAPTURED' || status === 'SETTLED'
      ? [...(settles ? (['settle'] as const) : []), 'fail_refund']
      : [];
  const [hold, refundableAmount] = [getRemainingHold(amounts), getRefundableAmount(amounts)];
  return [
    ...(hold > 0 ? (['expire'] as const) : []),
    ...(settles && hold === 0 && amounts.holdReserved === 0 ? (['settle'] as const) : []),
    ...(refundableAmount > 0 ? (['open_chargeback'] as const) : []),
    ...(hold > 0 || refundableAmount > 0 ? (['delay_acquirer'] as const) : []),
  ];
}

/**
 * Simulates what time or a bank would do to a transaction, in the test environment only. Bank events are
 * entered in the simulator's ledger and imported from there, as in live.
 * @returns false when the event can't happen now
 */
export async function simulateEvent(
  event: SimulatedEvent,
  { accountId, id, userId, address }: { accountId: string; id: string; userId: string; address?: string },
): Promise<boolean> {
  const row = await findRow({ accountId, id });
  if (!row || !listPossibleEvents(row, amountsOf(row)).includes(event)) return false;
  const hasHappened =
    event === 'expire'
      ? await expireNow(row)
      : event === 'settle'
        ? await settleNow(row)
        : await simulateAtAcquirer(event, row);
  if (hasHappened)
    await recordAudit(prisma, {
      actor: `portal:${userId}`,
      action: 'event_simulated',
      accountId,
      subject: id,
      details: { event },
      address,
    });
  return hasHappened;
}

async function findRow({
  accountId,
  id,
}: {
  accountId: string;
  id: string;
}): Promise<TransactionRow | undefined> {
  if (!isId('trx', id)) return undefined;
  const [row] = await queryRows<TransactionRow>(
    Prisma.sql`select t.* from transactions t join acquirer_connections c on c.id = t.connection_id and c.acquirer = 'simulator'
    where t.id = ${id} and t.account_id = ${accountId} and t.environment = 'test'`,
  );
  return row;
}

async function expireNow({ id }: TransactionRow): Promise<boolean> {
  // One second in the past, because the column rounds up, and now() could land in the future.
  await prisma.$executeRaw`update transactions set capture_before = now() - interval '1 second' where id = ${id}`;
  return (await expireHolds({ transactionId: id })) === 1;
}

async function settleNow({ id }: TransactionRow): Promise<boolean> {
  await settleTransaction(id);
  return (await prisma.transaction.count({ where: { id, settledAt: { not: null } } })) === 1;
}

async function simulateAtAcquirer(event: AcquirerEvent, row: TransactionRow): Promise<boolean> {
  const { authorization, incident } = await buildAcquirerIncident(event, row);
  const logFailure = (error: unknown) => log.error('simulating an event', error, { transactionId: row.id });
  const acquirer = await requireAcquirer(row.connection_id);
  const isSimulated = await acquirer.simulateIncident!(
    authorization,
    incident,
    AbortSignal.timeout(config.acquirerTimeoutMs),
  ).catch(logFailure);
  // The ledger is imported at once. If that fails, the timer does it.
  if (isSimulated) await importStatements(undefined, { connectionId: row.connection_id }).catch(logFailure);
  return isSimulated === true;
}

type AcquirerEvent = Exclude<SimulatedEvent, 'expire' | 'settle'>;

/**
 * A refund is identified by its own operation, and belongs to its payment's authorization. The same goes for
 * a chargeback.
 */
async function buildAcquirerIncident(
  event: AcquirerEvent,
  row: TransactionRow,
): Promise<{ authorization: string; incident: SimulatedIncident }> {
  const payment = row.parent_id
    ? await prisma.transaction.findUniqueOrThrow({ where: { id: row.parent_id } })
    : null;
  const authorization = payment?.authorizationId ?? row.authorization_id;
  switch (event) {
    case 'open_chargeback':
      return {
        authorization,
        incident: { kind: 'chargeback_opened', amountMinor: getRefundableAmount(amountsOf(row)) },
      };
    case 'win_chargeback':
    case 'lose_chargeback':
      return {
        authorization,
        incident: {
          kind: event === 'win_chargeback' ? 'chargeback_won' : 'chargeback_lost',
          reference: row.external_id,
        },
      };
    case 'fail_refund': {
      const refund = await prisma.operation.findFirstOrThrow({
        where: { transactionId: row.id, type: 'refund', status: 'SUCCEEDED' },
      });
      return { authorization, incident: { kind: 'refund_failed', reference: refund.id } };
    }
    case 'delay_acquirer':
      return { authorization, incident: { kind: 'delay', ms: delayMs } };
  }
}

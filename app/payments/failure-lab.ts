import type { Incident } from '~/acquirers/acquirer';
import { acquirerFor } from '~/acquirers/registry';
import { recordAudit } from '~/audit/audit';
import { config } from '~/platform/config.server';
import { prisma } from '~/platform/db.server';
import { isId } from '~/platform/ids';
import { log } from '~/platform/log';
import { readStatements } from './acquirer-statements';
import { expireHolds } from './expiry';
import { settleAtOnce } from './settlement';
import { refundable, remainingHold, type Amounts } from './states';
import { amountsOf, type TransactionRow } from './transaction-object';

/** What a merchant need not wait for with a payment of the test environment. */
export const trials = [
  'expire',
  'settle',
  'open_chargeback',
  'win_chargeback',
  'lose_chargeback',
  'fail_refund',
  'delay_acquirer',
] as const;
export type Trial = (typeof trials)[number];

/** Later than the acquirer is waited for, so that the outcome of what is asked next is unknown for a while. */
const delayMs = config.acquirerTimeoutMs + 3_000;

/** Which trials something can come of, as the transaction is now; none for any other id. */
export async function listTrials(merchant: { accountId: string; id: string }): Promise<Trial[]> {
  const row = await findRow(merchant);
  return row ? possibleTrials(row, amountsOf(row)) : [];
}

function possibleTrials({ type, status, settled_at }: TransactionRow, amounts: Amounts): Trial[] {
  if (type === 'CHARGEBACK') return status === 'CAPTURED' ? ['win_chargeback', 'lose_chargeback'] : [];
  const settles = !settled_at && (status === 'CAPTURED' || status === 'PARTIAL_CAPTURED');
  if (type === 'REFUND')
    return status === 'CAPTURED' || status === 'SETTLED'
      ? [...(settles ? (['settle'] as const) : []), 'fail_refund']
      : [];
  const [hold, kept] = [remainingHold(amounts), refundable(amounts)];
  return [
    ...(hold > 0 ? (['expire'] as const) : []),
    ...(settles && hold === 0 && amounts.holdReserved === 0 ? (['settle'] as const) : []),
    ...(kept > 0 ? (['open_chargeback'] as const) : []),
    ...(hold > 0 || kept > 0 ? (['delay_acquirer'] as const) : []),
  ];
}

/**
 * Makes happen what time or a bank would bring, to a transaction of the test environment and of no other. What a bank does is
 * entered in the simulator's book and told from there, as it comes in live. @returns false when it cannot happen now
 */
export async function runTrial(
  trial: Trial,
  { accountId, id, userId, address }: { accountId: string; id: string; userId: string; address?: string },
): Promise<boolean> {
  const row = await findRow({ accountId, id });
  if (!row || !possibleTrials(row, amountsOf(row)).includes(trial)) return false;
  const happened =
    trial === 'expire'
      ? await expireNow(row)
      : trial === 'settle'
        ? await settleNow(row)
        : await causeIncident(trial, row);
  if (happened)
    await recordAudit(prisma, {
      actor: `portal:${userId}`,
      action: 'event_simulated',
      accountId,
      subject: id,
      details: { trial },
      address,
    });
  return happened;
}

async function findRow({
  accountId,
  id,
}: {
  accountId: string;
  id: string;
}): Promise<TransactionRow | undefined> {
  if (!isId('trx', id)) return undefined;
  const [row] = await prisma.$queryRaw<
    TransactionRow[]
  >`select * from transactions where id = ${id} and account_id = ${accountId} and environment = 'test'`;
  return row;
}

async function expireNow({ id }: TransactionRow): Promise<boolean> {
  // A moment ago: the column rounds, and what is rounded up has not come yet.
  await prisma.$executeRaw`update transactions set capture_before = now() - interval '1 second' where id = ${id}`;
  return (await expireHolds(id)) === 1;
}

async function settleNow({ id }: TransactionRow): Promise<boolean> {
  await settleAtOnce(id);
  return (await prisma.transaction.count({ where: { id, settledAt: { not: null } } })) === 1;
}

async function causeIncident(trial: Caused, row: TransactionRow): Promise<boolean> {
  const { authorization, incident } = await incidentOf(trial, row);
  const failed = (error: unknown) => log.error('the failure lab', error, { transactionId: row.id });
  const caused = await acquirerFor('test')!.cause!(
    authorization,
    incident,
    AbortSignal.timeout(config.acquirerTimeoutMs),
  ).catch(failed);
  // What the book tells is acted on at once; should that fail, the timer does it.
  if (caused) await readStatements(undefined, ['test']).catch(failed);
  return caused === true;
}

type Caused = Exclude<Trial, 'expire' | 'settle'>;

/** A refund is known by its own operation's id, and belongs to its payment's authorization; so does a chargeback. */
async function incidentOf(
  trial: Caused,
  row: TransactionRow,
): Promise<{ authorization: string; incident: Incident }> {
  const payment = row.parent_id
    ? await prisma.transaction.findUniqueOrThrow({ where: { id: row.parent_id } })
    : null;
  const authorization = payment?.authorizationId ?? row.authorization_id;
  switch (trial) {
    case 'open_chargeback':
      return {
        authorization,
        incident: { kind: 'chargeback_opened', amountMinor: refundable(amountsOf(row)) },
      };
    case 'win_chargeback':
    case 'lose_chargeback':
      return {
        authorization,
        incident: {
          kind: trial === 'win_chargeback' ? 'chargeback_won' : 'chargeback_lost',
          reference: row.external_id,
        },
      };
    case 'fail_refund': {
      const asked = await prisma.operation.findFirstOrThrow({
        where: { transactionId: row.id, type: 'refund', status: 'SUCCEEDED' },
      });
      return { authorization, incident: { kind: 'refund_failed', reference: asked.id } };
    }
    case 'delay_acquirer':
      return { authorization, incident: { kind: 'delay', ms: delayMs } };
  }
}

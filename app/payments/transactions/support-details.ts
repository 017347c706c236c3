import { prisma } from '~/platform/database/db.server';
import { getDeliveryState } from '~/webhooks/deliveries/delivery-log';
import { findOwnOperations, listAcquirerExchanges } from './acquirer-exchanges';

type SupportDetailsQuery = {
  id: string;
  authorizationId: string;
  connectionId: string;
  children: readonly { id: string }[];
};

/** The maximum number of entries of each kind, newest first. */
const maximumRows = 100;
const attemptsPerDelivery = 10;

/**
 * The internal details of a transaction, its refunds, and its chargebacks: exchanges with the acquirer, its ledger entries,
 * discrepancies, webhook attempts, and jobs.
 */
export async function readSupportDetails({
  id,
  authorizationId,
  connectionId,
  children,
}: SupportDetailsQuery) {
  const ids = [id, ...children.map((child) => child.id)];
  const related = await prisma.transaction.findMany({
    where: { id: { in: ids }, type: 'CHARGEBACK' },
    select: { authorizationId: true },
  });
  const operations = await findOwnOperations(ids, maximumRows);
  const references = [
    ...new Set([
      authorizationId,
      ...operations.map((operation) => operation.id),
      ...related.map((chargeback) => chargeback.authorizationId),
    ]),
  ];
  const [exchanges, ledgerEntries, discrepancies, deliveries, jobs] = await Promise.all([
    listAcquirerExchanges(ids, operations),
    prisma.acquirerStatementEntry.findMany({
      where: { connectionId, reference: { in: references } },
      orderBy: { sequence: 'desc' },
      take: maximumRows,
    }),
    prisma.discrepancy.findMany({
      where: { transactionId: { in: ids } },
      orderBy: { id: 'desc' },
      take: maximumRows,
    }),
    prisma.webhookDelivery.findMany({
      where: { transactionId: { in: ids } },
      orderBy: { id: 'desc' },
      take: maximumRows,
      select: {
        id: true,
        eventType: true,
        status: true,
        attempts: true,
        scheduledAttempts: true,
        nextAttemptAt: true,
        leasedUntil: true,
        endpoint: { select: { url: true } },
        deliveryAttempts: {
          orderBy: { id: 'desc' },
          take: attemptsPerDelivery,
          select: {
            id: true,
            startedAt: true,
            durationMs: true,
            status: true,
            error: true,
            requestedBy: true,
          },
        },
      },
    }),
    readJobs(operations),
  ]);
  return {
    exchanges,
    ledgerEntries: ledgerEntries.reverse().map(({ sequence: _order, details, ...entry }) => ({
      ...entry,
      details: Object.entries((details ?? {}) as Record<string, string | number>),
    })),
    discrepancies: discrepancies.map(({ id: discrepancyId, ...difference }) => ({
      id: String(discrepancyId),
      ...difference,
    })),
    // Only the host of a URL: the path may contain a secret.
    deliveries: deliveries.map(({ id: deliveryId, eventType, attempts, nextAttemptAt, ...delivery }) => ({
      ...{ id: deliveryId, eventType, attempts, nextAttemptAt },
      state: getDeliveryState(delivery),
      host: new URL(delivery.endpoint.url).host,
      recentAttempts: delivery.deliveryAttempts.map(({ error: fault, ...attempt }) => ({
        ...attempt,
        fault,
        id: String(attempt.id),
      })),
    })),
    jobs,
  };
}

export type SupportDetails = Awaited<ReturnType<typeof readSupportDetails>>;

/**
 * The product's own operations and the state of their jobs: `system:<job>`, some with a name that isn't in
 * the timetable.
 */
async function readJobs(
  operations: readonly {
    id: string;
    type: string;
    operator: string;
    status: string;
    createdAt: Date;
    completedAt: Date | null;
  }[],
) {
  const systemOperations = operations.flatMap(({ operator, id, type, status, createdAt, completedAt }) =>
    operator.startsWith('system:')
      ? [{ id, type, status, createdAt, completedAt, job: operator.slice('system:'.length) }]
      : [],
  );
  const timers = await prisma.jobTimer.findMany({
    where: {
      job: { in: [...systemOperations.map(({ job }) => job), 'resolve-unknown-outcomes', 'reconcile'] },
    },
    select: { job: true, finishedAt: true, failures: true, nextRunAt: true },
  });
  return { systemOperations: systemOperations.reverse(), timers };
}

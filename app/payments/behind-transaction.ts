import { declineCodes, isDeclineCode } from '~/acquirers/decline-codes';
import { prisma } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';
import { disputeEnd } from './dispute-ends';

type Asked = {
  id: string;
  authorizationId: string;
  environment: Environment;
  children: readonly { id: string }[];
};

/** How much is shown of each kind: the newest. */
const shown = 100;
const triesPerDelivery = 10;

/**
 * What a merchant is not shown of a transaction, its refunds and chargebacks: by which references and codes the acquirer knows each operation, what
 * its book says of them, what differs, how webhooks were tried, and which jobs had a hand in it.
 */
export async function readBehind({ id, authorizationId, environment, children }: Asked) {
  const ids = [id, ...children.map((child) => child.id)];
  const related = await prisma.transaction.findMany({
    where: { id: { in: ids }, type: 'CHARGEBACK' },
    select: { id: true, authorizationId: true },
  });
  const found = await prisma.operation.findMany({
    where: { transactionId: { in: ids } },
    orderBy: { sequence: 'desc' },
    take: shown,
    select: {
      id: true,
      transactionId: true,
      type: true,
      status: true,
      operator: true,
      acquirerReference: true,
      declineCode: true,
      inquiries: true,
      inquireAt: true,
      reversedBy: true,
      createdAt: true,
      completedAt: true,
    },
  });
  // What ended a chargeback is called what the merchant reads of it.
  const operations = found.map((operation) => ({
    ...operation,
    type:
      (related.some((chargeback) => chargeback.id === operation.transactionId) &&
        disputeEnd(operation.type)) ||
      operation.type,
  }));
  const references = [
    ...new Set([
      authorizationId,
      ...operations.map((operation) => operation.id),
      ...related.map((chargeback) => chargeback.authorizationId),
    ]),
  ];
  const [book, breaks, deliveries, jobs] = await Promise.all([
    prisma.acquirerStatementEntry.findMany({
      where: { environment, reference: { in: references } },
      orderBy: { sequence: 'desc' },
      take: shown,
    }),
    prisma.discrepancy.findMany({
      where: { transactionId: { in: ids } },
      orderBy: { id: 'desc' },
      take: shown,
    }),
    prisma.webhookDelivery.findMany({
      where: { transactionId: { in: ids } },
      orderBy: { id: 'desc' },
      take: shown,
      select: {
        id: true,
        eventType: true,
        status: true,
        attempts: true,
        nextAttemptAt: true,
        endpoint: { select: { url: true } },
        deliveryAttempts: {
          orderBy: { id: 'desc' },
          take: triesPerDelivery,
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
    operations: operations.reverse().map((operation) => ({ ...operation, rawCode: rawCode(operation) })),
    book: book.reverse().map(({ sequence: _order, details, ...entry }) => ({
      ...entry,
      details: Object.entries((details ?? {}) as Record<string, string | number>),
    })),
    breaks: breaks.map(({ id: breakId, ...difference }) => ({ id: String(breakId), ...difference })),
    // Of an address nothing but the host: what stands behind it may be a secret.
    deliveries: deliveries.map(({ endpoint, deliveryAttempts: tries, ...delivery }) => ({
      ...delivery,
      host: new URL(endpoint.url).host,
      tries: tries.map(({ error: fault, ...tried }) => ({ ...tried, fault, id: String(tried.id) })),
    })),
    jobs,
  };
}

export type Behind = Awaited<ReturnType<typeof readBehind>>;

/** ISO 8583 field 39, as acquirers say it: 00 is an approval. */
function rawCode({
  status,
  declineCode,
  acquirerReference,
}: {
  status: string;
  declineCode: string | null;
  acquirerReference: string | null;
}): string | null {
  if (declineCode) return isDeclineCode(declineCode) ? declineCodes[declineCode].iso : null;
  return status === 'SUCCEEDED' && acquirerReference ? '00' : null;
}

/** What the product did by itself, and how the job that did it is: `system:<job>`, some by a name that is in no timetable. */
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
  const own = operations.flatMap(({ operator, ...operation }) =>
    operator.startsWith('system:') ? [{ ...operation, job: operator.slice('system:'.length) }] : [],
  );
  const timers = await prisma.jobTimer.findMany({
    where: { job: { in: [...own.map(({ job }) => job), 'resolve-unknown-outcomes', 'reconcile'] } },
    select: { job: true, finishedAt: true, failures: true, nextRunAt: true },
  });
  return { own: own.reverse(), timers };
}

import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import type { TimelineEntryKind } from './timeline-kinds';
import {
  findTimelineDeliveries,
  findTimelineIntentRequests,
  findTimelineRequests,
  type DeliveryRow,
  type RequestRow,
} from './timeline-records';
import { toDecline } from './transaction-object';
import type { TransactionWithOperations } from './transaction-operations';

type TimelineTransaction = Omit<TransactionWithOperations, 'order'>;
type OperationEntry = TimelineTransaction['operations'][number] & {
  kind: 'operation';
  at: Date;
  refundId: string | null;
};
type ResponseEntry = TimelineTransaction['responses'][number] & {
  kind: 'response';
  id: string;
  currency: string;
};
type CheckoutEntry = {
  kind: 'checkout';
  at: Date;
  id: string;
  what: 'created' | 'opened' | 'attempted' | 'cancelled' | 'sent_back' | 'thanked' | 'returned';
  transactionId: string | null;
  declined: string | null;
};
type RequestEntry = {
  kind: 'request';
  at: Date;
  id: string;
  method: string;
  operation: string | null;
  status: number;
  code: string | null;
  outcome: string | null;
  durationMs: number;
};
type WebhookEntry = {
  kind: 'webhook';
  at: Date;
  id: string;
  deliveryId: string;
  event: string;
  endpointId: string;
  host: string;
  deliveryStatus: string;
  nextAttemptAt: Date | null;
  /** Null before the first attempt. */
  attempt: { durationMs: number; status: number | null; fault: string | null; isManual: boolean } | null;
};

/** An event in or around a transaction. */
export type TimelineEntry = OperationEntry | ResponseEntry | CheckoutEntry | RequestEntry | WebhookEntry;

/** The number of entries read of each kind, newest first, so that current events are always included. */
export const timelineLimits = { some: 50, all: 500 };
const attemptsPerDelivery = 10;

/** `isDeveloper`: with API requests and webhooks. */
type Where = {
  accountId: string;
  environment: Environment;
  limit: number;
  reads: boolean;
  isDeveloper: boolean;
};

/**
 * The timeline of a transaction, oldest first: operations, the payer's browser, API requests, and webhooks,
 * including those of its refunds and chargebacks. `more`: there are more entries of a kind.
 */
export async function readTimeline(
  transaction: TimelineTransaction,
  { limit, reads, isDeveloper, ...merchant }: Where,
): Promise<{ entries: TimelineEntry[]; more: boolean }> {
  const wanted = {
    ...merchant,
    ids: [transaction.id, ...transaction.children.map(({ id }) => id)],
    limit: limit + 1,
  };
  const { intentId, externalId } = transaction;
  const [checkout, requests, created, deliveries] = await Promise.all([
    intentId ? readCheckout({ ...merchant, limit, id: transaction.id, intentId, externalId }) : [],
    isDeveloper ? findTimelineRequests({ ...wanted, reads }) : [],
    isDeveloper && intentId
      ? findTimelineIntentRequests({ ...merchant, limit: limit + 1, externalId, intentId })
      : [],
    isDeveloper ? findTimelineDeliveries({ ...wanted, attempts: attemptsPerDelivery }) : [],
  ]);
  const kinds: TimelineEntry[][] = [
    transaction.operations.map((entry) => toOperationEntry(entry, transaction)),
    transaction.responses.map((response) => ({
      ...{ kind: 'response' as const, id: response.transactionId, currency: transaction.orderCurrency },
      ...response,
    })),
    checkout,
    newest([...requests, ...created].map(toRequestEntry), limit),
    newest(deliveries.map(toWebhookEntry), limit),
  ];
  const more = transaction.more || requests.length + created.length > limit || deliveries.length > limit;
  return { entries: kinds.flat().sort(compareByTime), more };
}

function newest<E extends TimelineEntry>(entries: E[], limit: number): E[] {
  return entries.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, limit);
}

// A request comes before its outcome, and its webhook after that.
const ranks: Record<TimelineEntryKind, number> = {
  ...{ checkout: 0, request: 1, operation: 2, response: 3, webhook: 4 },
};

function compareByTime(a: TimelineEntry, b: TimelineEntry): number {
  return a.at.getTime() - b.at.getTime() || ranks[a.kind] - ranks[b.kind];
}

function toOperationEntry(
  entry: TimelineTransaction['operations'][number],
  { children }: TimelineTransaction,
): OperationEntry {
  const refund =
    entry.type === 'refund'
      ? children.find((child) => child.type === 'REFUND' && child.externalId === entry.externalId)
      : undefined;
  return { kind: 'operation', at: entry.createdAt, refundId: refund?.id ?? null, ...entry };
}

function toRequestEntry({ duration_ms: durationMs, ...request }: RequestRow): RequestEntry {
  return { kind: 'request', durationMs, ...request };
}

function toWebhookEntry(row: DeliveryRow, index: number): WebhookEntry {
  const {
    id: deliveryId,
    event,
    endpoint_id: endpointId,
    url,
    delivery_status: deliveryStatus,
    next_attempt_at: nextAttemptAt,
  } = row;
  const attempt = row.started_at
    ? {
        durationMs: row.duration_ms ?? 0,
        status: row.status,
        fault: row.fault,
        isManual: row.requested_by !== null,
      }
    : null;
  // Only the host of a URL: the path may contain a secret.
  return {
    kind: 'webhook',
    at: row.started_at ?? row.created_at,
    id: `${deliveryId}-${index}`,
    deliveryId,
    event,
    endpointId,
    host: new URL(url).host,
    deliveryStatus,
    nextAttemptAt,
    attempt,
  };
}

type Intent = {
  accountId: string;
  environment: Environment;
  limit: number;
  id: string;
  intentId: string;
  externalId: string;
};

async function readCheckout({
  accountId,
  environment,
  limit,
  id,
  intentId,
  externalId,
}: Intent): Promise<CheckoutEntry[]> {
  const [intent, attempts] = await Promise.all([
    prisma.paymentIntent.findUnique({
      where: { id: intentId, accountId, environment },
      select: {
        ...{ state: true, createdAt: true, openedAt: true, redirectedAt: true, canceledAt: true },
        paymentLink: { select: { redirectUrl: true } },
      },
    }),
    // By the external_id of their shared intent, which has an index.
    prisma.transaction.findMany({
      where: { accountId, environment, externalId, intentId, id: { not: id } },
      take: limit,
      select: { id: true, declineCode: true, createdAt: true },
    }),
  ]);
  if (!intent) return [];
  const entry = (
    what: CheckoutEntry['what'],
    at: Date | null,
    transactionId: string | null = null,
    declined: string | null = null,
  ): CheckoutEntry[] =>
    at ? [{ kind: 'checkout', id: `${what}-${transactionId ?? ''}`, what, at, transactionId, declined }] : [];
  return [
    ...entry('created', intent.createdAt),
    ...entry('opened', intent.openedAt),
    ...attempts.flatMap((attempt) =>
      entry(
        'attempted',
        attempt.createdAt,
        attempt.id,
        attempt.declineCode && toDecline(attempt.declineCode).message,
      ),
    ),
    ...entry('cancelled', intent.canceledAt),
    ...entry(getVisitEnd(intent), intent.redirectedAt),
  ];
}

/** Where the payer went: to the merchant's site, or to a page of the payment link. */
function getVisitEnd({
  state,
  paymentLink,
}: {
  state: string;
  paymentLink: { redirectUrl: string | null } | null;
}): 'sent_back' | 'thanked' | 'returned' {
  if (!paymentLink) return 'sent_back';
  if (state !== 'PAID') return 'returned';
  return paymentLink.redirectUrl ? 'sent_back' : 'thanked';
}

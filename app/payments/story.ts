import { prisma } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';
import type { StoryKind } from './story-kinds';
import {
  findDeliveriesOf,
  findIntentRequests,
  findRequestsOf,
  type DeliveryRow,
  type RequestRow,
} from './story-records';
import { toDecline } from './transaction-object';
import type { TransactionWithTrail } from './transaction-trail';

type Trail = Omit<TransactionWithTrail, 'order'>;
type OperationEntry = Trail['operations'][number] & { kind: 'operation'; at: Date; refundId: string | null };
type CheckoutEntry = {
  kind: 'checkout';
  at: Date;
  id: string;
  what: 'created' | 'opened' | 'tried' | 'cancelled' | 'sent_back';
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
  /** Null while it was not tried. */
  tried: { durationMs: number; status: number | null; fault: string | null; byHand: boolean } | null;
};

/** Something that happened to a transaction, or around it. */
export type StoryEntry = OperationEntry | CheckoutEntry | RequestEntry | WebhookEntry;

/** How much is read of each kind: the newest, so that what is going on now is always among it. */
export const storyLimits = { some: 50, all: 500 };
const triesPerDelivery = 10;

type Where = { accountId: string; environment: Environment; limit: number; reads: boolean };

/**
 * All that happened to a transaction, oldest first: its operations, what the payer's browser was seen to do, the requests to the
 * API and the webhooks, those of its refunds and chargebacks among them. `more`: there is more of something than was read.
 */
export async function readStory(
  trail: Trail,
  { limit, reads, ...merchant }: Where,
): Promise<{ entries: StoryEntry[]; more: boolean }> {
  const wanted = { ...merchant, ids: [trail.id, ...trail.children.map(({ id }) => id)], limit: limit + 1 };
  const { intentId, externalId } = trail;
  const [checkout, requests, created, deliveries] = await Promise.all([
    intentId ? readCheckout({ ...merchant, limit, id: trail.id, intentId, externalId }) : [],
    findRequestsOf({ ...wanted, reads }),
    intentId ? findIntentRequests({ ...merchant, limit: limit + 1, externalId, intentId }) : [],
    findDeliveriesOf({ ...wanted, tries: triesPerDelivery }),
  ]);
  const kinds: StoryEntry[][] = [
    trail.operations.map((entry) => asOperation(entry, trail)),
    checkout,
    newest([...requests, ...created].map(asRequest), limit),
    newest(deliveries.map(asWebhook), limit),
  ];
  const more = trail.more || requests.length + created.length > limit || deliveries.length > limit;
  return { entries: kinds.flat().sort(byTime), more };
}

function newest<E extends StoryEntry>(entries: E[], limit: number): E[] {
  return entries.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, limit);
}

// What is asked for stands before what came of it, and what is told of it after that.
const ranks: Record<StoryKind, number> = { checkout: 0, request: 1, operation: 2, webhook: 3 };

function byTime(a: StoryEntry, b: StoryEntry): number {
  return a.at.getTime() - b.at.getTime() || ranks[a.kind] - ranks[b.kind];
}

function asOperation(entry: Trail['operations'][number], { children }: Trail): OperationEntry {
  const refund =
    entry.type === 'refund'
      ? children.find((child) => child.type === 'REFUND' && child.externalId === entry.externalId)
      : undefined;
  return { kind: 'operation', at: entry.createdAt, refundId: refund?.id ?? null, ...entry };
}

function asRequest({ duration_ms: durationMs, ...request }: RequestRow): RequestEntry {
  return { kind: 'request', durationMs, ...request };
}

function asWebhook(row: DeliveryRow, index: number): WebhookEntry {
  const {
    id: deliveryId,
    event,
    endpoint_id: endpointId,
    url,
    delivery_status: deliveryStatus,
    next_attempt_at: nextAttemptAt,
  } = row;
  const tried = row.started_at
    ? {
        durationMs: row.duration_ms ?? 0,
        status: row.status,
        fault: row.fault,
        byHand: row.requested_by !== null,
      }
    : null;
  // Of the address nothing but the host: what stands behind it may be a secret.
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
    tried,
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
  const [intent, tries] = await Promise.all([
    prisma.paymentIntent.findUnique({
      where: { id: intentId, accountId, environment },
      select: { createdAt: true, openedAt: true, redirectedAt: true, canceledAt: true },
    }),
    // By the external_id, which has an index, of the intent that they share.
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
    ...tries.flatMap((tried) =>
      entry('tried', tried.createdAt, tried.id, tried.declineCode && toDecline(tried.declineCode).message),
    ),
    ...entry('cancelled', intent.canceledAt),
    ...entry('sent_back', intent.redirectedAt),
  ];
}

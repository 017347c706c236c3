import type { AcquirerEvent, EventEffect } from '~/acquirers/acquirer';
import { config } from '~/platform/config/config.server';
import { prisma } from '~/platform/database/db.server';
import { queryRows } from '~/platform/database/query.server';
import { getErrorCause } from '~/platform/observability/error-cause';
import { log } from '~/platform/observability/log';
import {
  findAccountReader,
  findAcquirerAccount,
  getConnection,
  hasEvents,
  readsPayoutEvents,
  type AcquirerAccount,
} from '~/payments/connections/connections';
import { applyEventEffect } from './event-effects';

type DueEvent = AcquirerEvent & { connectionId: string; attempts: number };

/** An event may arrive before the answer that it belongs to. After about 13 hours, it is unmatched. */
const maximumAttempts = 16;
/** An event may announce a payout with a report, which takes longer to read than an answer. */
const payoutTimeoutMs = 60_000;

/** Leasing an event postpones its next attempt, so that another process retries it if this one dies. */
const leaseDueEvents = `
  with leased as (
    update acquirer_events e set attempts = attempts + 1,
      next_attempt_at = case when attempts + 1 < ${maximumAttempts} then now() + least(7200, 10 * power(2, attempts)) * interval '1 second' end
    where (connection_id, event_id) in (
      select connection_id, event_id from acquirer_events where next_attempt_at <= now() order by sequence limit 100 for update skip locked)
    returning *
  )
  select connection_id as "connectionId", event_id as id, type, about, subject, reference, details, occurred_at as "occurredAt", attempts
  from leased order by sequence`;

/** Processes the events that acquirers announced, in the order of their arrival. Called by a timer. */
export async function processAcquirerEvents(stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted) {
    const due = await queryRows<DueEvent>({ text: leaseDueEvents });
    if (!due.length) return;
    for (const event of due) {
      if (stopping?.aborted) return;
      await processEvent(event);
    }
  }
}

/** One that fails doesn't block the others, and is processed again later. */
async function processEvent(event: DueEvent): Promise<void> {
  const { connectionId, id: eventId, reference } = event;
  try {
    if (!(await applyEvent(event))) {
      if (event.attempts === maximumAttempts)
        log.error('an acquirer’s event belongs to none of our payments', new Error('needs manual review'), {
          row: `acquirer_events ${connectionId} ${eventId}`,
        });
      return;
    }
    await prisma.acquirerEvent.update({
      where: { connectionId_eventId: { connectionId, eventId } },
      data: { processedAt: new Date(), nextAttemptAt: null },
    });
  } catch (error) {
    log.error('processing an acquirer’s event', error, {
      row: `acquirer_events ${connectionId} ${eventId}`,
      ...(reference !== null && { operationId: reference }),
    });
  }
}

async function applyEvent(event: DueEvent): Promise<boolean> {
  const account = await findAcquirerAccount(event.connectionId);
  if (!account) return false;
  if (await isKnown(event, account)) return true;
  const ownId = await findOwnConnection(event.reference, account);
  const effects = await readEffects(event, { ownId, account });
  if (!effects) return false;
  let isApplied = true;
  for (const effect of effects) {
    const operationId =
      effect.kind === 'payout' ? null : effect.kind === 'result' ? effect.reference : effect.authorization;
    const effectId = operationId === event.reference ? ownId : await findOwnConnection(operationId, account);
    isApplied = (await applyEventEffect(effectId ?? account.firstId, effect)) && isApplied;
  }
  return isApplied;
}

/**
 * An event of a payment is read with the settings of the payment's connection, which can decide what it means. If that
 * fails, the account's newest connection reads it, because keys of older ones may have been revoked. A payout is read by the
 * newest one that can read payouts. Null if the event has to wait for a connection that can't be used now.
 */
async function readEffects(
  event: DueEvent,
  { ownId, account }: { ownId: string | undefined; account: AcquirerAccount },
): Promise<EventEffect[] | null> {
  const newest = await findAccountReader(event.connectionId, hasEvents);
  if (event.about === 'payout') {
    const reader = await findAccountReader(event.connectionId, readsPayoutEvents);
    const connections = await Promise.all(account.connectionIds.map(getConnection));
    if (!reader && connections.includes(null)) return null;
    return (reader ?? newest)?.acquirer.readEvent(event, AbortSignal.timeout(payoutTimeoutMs)) ?? null;
  }
  const own = ownId === undefined ? newest : await getConnection(ownId);
  if (!own || !hasEvents(own) || !newest) return null;
  const read = ({ acquirer }: typeof newest) =>
    acquirer.readEvent(event, AbortSignal.timeout(config.acquirerTimeoutMs));
  return own.id === newest.id
    ? read(own)
    : read(own).catch((error: unknown) => {
        log.warn('an older connection could not read an event', {
          row: `acquirer_connections ${own.id}`,
          cause: getErrorCause(error),
        });
        return read(newest);
      });
}

/**
 * The connection of the payment with this operation. An acquirer doesn't know through which of its account's connections a
 * payment was made.
 */
async function findOwnConnection(
  operationId: string | null,
  { connectionIds }: AcquirerAccount,
): Promise<string | undefined> {
  if (operationId === null) return undefined;
  const operation = await prisma.operation.findFirst({
    where: { id: operationId, transaction: { connectionId: { in: connectionIds } } },
    select: { transaction: { select: { connectionId: true } } },
  });
  return operation?.transaction.connectionId;
}

/** Most events repeat the answer to an authorization. They need no request. Those with details never do. */
async function isKnown(
  { about, reference, details = {} }: DueEvent,
  { connectionIds }: AcquirerAccount,
): Promise<boolean> {
  if (about !== 'authorization' || reference === null || Object.keys(details).length) return false;
  const known = await prisma.operation.findFirst({
    where: { id: reference, status: 'SUCCEEDED', transaction: { connectionId: { in: connectionIds } } },
    select: { id: true },
  });
  return known !== null;
}

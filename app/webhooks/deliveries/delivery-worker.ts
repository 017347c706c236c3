import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '~/platform/observability/log';
import { defineStatement } from '~/platform/database/statement.server';
import { isPrivateAddressAllowed } from '~/webhooks/endpoints/endpoint-url';
import { openSigningSecrets, UnreadableSecretError } from '~/webhooks/endpoints/endpoint-secrets';
import { fanOutEvents } from '~/webhooks/events/fan-out';
import { buildEventMessage } from '~/webhooks/events/event-message';
import type { NotifyEndpointOwner } from '~/webhooks/endpoints/endpoint-notifications';
import { untilNextPoll, type PollResult } from './polling';
import { buildContentHeaders, sendRequest, type DeliveryError } from './delivery-request';
import { buildSignatureHeaders } from '~/webhooks/verification/signature';
import { dropPendingDeliveries } from '~/webhooks/endpoints/endpoint-status';
import {
  leaseDueDeliveries,
  recordAttempt,
  type LeasedDelivery,
  type DeliveryAttempt,
} from './delivery-attempts';

/**
 * Concurrent requests of this process. Failing endpoints, which are often slow, get half of them. See
 * claimDue for how accounts share them.
 */
const concurrencyLimits = { all: 64, failing: 32 };

/** A poll costs the database about as much as a delivery. */
const batchWindowMs = 10;

/** The grace period for requests in flight at shutdown. */
const graceMs = 1_000;

const findPendingWork = defineStatement<
  object,
  { handing: boolean; sending: boolean; due_in_ms: number | null }
>(
  'find-webhook-work',
  `select exists (select from webhook_events where fanned_out_at is null) as handing,
    exists (select from webhook_deliveries where status = 'pending' and next_attempt_at <= now()) as sending,
    (select ceil(extract(epoch from next_attempt_at - now()) * 1000)::float8 from webhook_deliveries where status = 'pending' and next_attempt_at > now() order by next_attempt_at limit 1) as due_in_ms`,
);

/** Delivers until the process stops. A poll that finds nothing is one statement on two small indexes. */
export async function runDeliveryWorker(
  stopping: AbortSignal,
  notifyOwner: NotifyEndpointOwner,
): Promise<void> {
  while (!stopping.aborted) await untilNextPoll(await deliverWebhooks(stopping, notifyOwner), stopping);
}

/**
 * Fans out new events and sends due deliveries until there are none. Any number of processes can do this at
 * once. Each event arrives at each endpoint at least once, and endpoints recognize duplicates by the event's
 * ID.
 */
export async function deliverWebhooks(
  stopping: AbortSignal,
  notifyOwner: NotifyEndpointOwner,
): Promise<PollResult> {
  const pollResult: PollResult = { didWork: false, dueInMs: null };
  if (stopping.aborted) return pollResult;
  const abortController = new AbortController();
  // Each request listens to it.
  setMaxListeners(concurrencyLimits.all, abortController.signal);
  const abortAfterGrace = () => setTimeout(() => abortController.abort(), graceMs).unref();
  stopping.addEventListener('abort', abortAfterGrace);
  const requestsInFlight = new Map<Promise<void>, { accountId: string; failing: boolean }>();
  /**
   * By account. Counted separately, so that a failing endpoint is tried even when the account's other
   * endpoints are busy.
   */
  const countSlotsByAccount = (failing: boolean) => {
    const slotsByAccount = new Map<string, number>();
    for (const request of requestsInFlight.values())
      if (request.failing === failing)
        slotsByAccount.set(request.accountId, (slotsByAccount.get(request.accountId) ?? 0) + 1);
    return slotsByAccount;
  };
  const startAttempt = (delivery: LeasedDelivery, failing: boolean) => {
    const attempt: Promise<void> = attemptDelivery(delivery, abortController.signal, notifyOwner)
      // Its lease expires, and it's retried.
      .catch((error: unknown) =>
        log.error('webhook delivery', error, {
          accountId: delivery.account_id,
          environment: delivery.environment,
        }),
      )
      .finally(() => requestsInFlight.delete(attempt));
    requestsInFlight.set(attempt, { accountId: delivery.account_id, failing });
  };
  let nextPoll: Promise<void> | null = null;
  try {
    do {
      const [found] = await findPendingWork({});
      const { handing: hasNewEvents, sending: hasDueDeliveries, due_in_ms: dueInMs } = found!;
      const { events, isBatchFull } = hasNewEvents ? await fanOut() : { events: 0, isBatchFull: false };
      Object.assign(pollResult, { didWork: events > 0, dueInMs });
      if (hasNewEvents || hasDueDeliveries) {
        for (const failing of [false, true]) {
          const slotsByAccount = countSlotsByAccount(failing);
          const usedSlots = [...slotsByAccount.values()].reduce((sum, count) => sum + count, 0);
          const freeSlots = Math.min(
            concurrencyLimits.all - requestsInFlight.size,
            failing ? concurrencyLimits.failing - usedSlots : concurrencyLimits.all,
          );
          const deliveries = await leaseDueDeliveries({ failing, free: freeSlots, slotsByAccount });
          deliveries.forEach((delivery) => startAttempt(delivery, failing));
          if (deliveries.length) pollResult.didWork = true;
        }
      }
      if (isBatchFull) continue;
      if (!requestsInFlight.size) break;
      // Requests in flight don't wait for new deliveries.
      nextPoll ??= untilNextPoll(pollResult, stopping).finally(() => (nextPoll = null));
      await Promise.race([...requestsInFlight.keys(), nextPoll]);
      // Requests that end at about the same time share one poll.
      await sleep(batchWindowMs);
    } while (!stopping.aborted);
    return pollResult;
  } finally {
    await Promise.all(requestsInFlight.keys());
    stopping.removeEventListener('abort', abortAfterGrace);
  }
}

/** A failed fan-out doesn't block deliveries that already exist. */
async function fanOut(): ReturnType<typeof fanOutEvents> {
  try {
    return await fanOutEvents();
  } catch (error) {
    log.error('webhook fan-out', error);
    return { events: 0, isBatchFull: false };
  }
}

async function attemptDelivery(
  delivery: LeasedDelivery,
  stopping: AbortSignal,
  notifyOwner: NotifyEndpointOwner,
): Promise<void> {
  const startedAt = new Date();
  const startTime = performance.now();
  const sentRequest = await sendDelivery(delivery, startedAt, stopping).catch((error: unknown) =>
    toFailedRequest(delivery, error),
  );
  const disabled = await recordAttempt(
    delivery,
    { startedAt, durationMs: Math.round(performance.now() - startTime), ...sentRequest },
    notifyOwner,
  );
  if (disabled) await dropPendingDeliveries();
}

type SentRequest = Pick<DeliveryAttempt, 'requestHeaders' | 'response'>;

async function sendDelivery(
  delivery: LeasedDelivery,
  sentAt: Date,
  stopping: AbortSignal,
): Promise<SentRequest> {
  const body = buildEventMessage({
    type: delivery.type,
    createdAt: delivery.event_created_at,
    environment: delivery.environment,
    payload: delivery.payload,
    sample: delivery.sample,
  });
  const secrets = openSigningSecrets(delivery.endpoint_id, delivery.sealed, delivery.previous_sealed);
  const url = new URL(delivery.url);
  const requestHeaders = {
    ...buildContentHeaders(url, body),
    ...buildSignatureHeaders({ id: delivery.event_id, sentAt, body }, secrets),
  };
  return {
    requestHeaders,
    response: await sendRequest({
      url,
      headers: requestHeaders,
      body,
      allowPrivate: isPrivateAddressAllowed(delivery.environment),
      stopping,
    }),
  };
}

/**
 * An error on our side counts as an attempt. Otherwise it would repeat every minute without a limit or a
 * notification.
 */
function toFailedRequest(delivery: LeasedDelivery, error: unknown): SentRequest {
  log.error('webhook not sent', error, { accountId: delivery.account_id, environment: delivery.environment });
  const deliveryError: DeliveryError =
    error instanceof UnreadableSecretError ? 'secret_unreadable' : 'not_sent';
  return { requestHeaders: {}, response: { error: deliveryError } };
}

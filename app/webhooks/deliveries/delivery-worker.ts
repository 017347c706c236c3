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

/** Requests of this process at a time; endpoints that fail, and are often slow, get half of them. How accounts share them: see claimDue. */
const concurrencyLimits = { all: 64, failing: 32 };

/** A poll costs the database about as much as a delivery. */
const batchWindowMs = 10;

/** What is under way may end by itself for this long when the process stops. */
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

/** Delivers for as long as the process runs. A poll that finds nothing is one statement on two small indexes. */
export async function runDeliveryWorker(
  stopping: AbortSignal,
  notifyOwner: NotifyEndpointOwner,
): Promise<void> {
  while (!stopping.aborted) await untilNextPoll(await deliverWebhooks(stopping, notifyOwner), stopping);
}

/**
 * Hands out new events and sends what is due, until nothing is. Any number of processes do this at once; each event arrives
 * at each endpoint at least once, as an endpoint can tell by the event's id.
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
  /** By account. An endpoint of theirs that fails shall be tried however busy the others are, so these are counted apart. */
  const countSlotsByAccount = (failing: boolean) => {
    const slotsByAccount = new Map<string, number>();
    for (const request of requestsInFlight.values())
      if (request.failing === failing)
        slotsByAccount.set(request.accountId, (slotsByAccount.get(request.accountId) ?? 0) + 1);
    return slotsByAccount;
  };
  const startAttempt = (delivery: LeasedDelivery, failing: boolean) => {
    const attempt: Promise<void> = attemptDelivery(delivery, abortController.signal, notifyOwner)
      // Its lease runs out, and it is tried again.
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
      // What has come meanwhile is not for those under way to wait for.
      nextPoll ??= untilNextPoll(pollResult, stopping).finally(() => (nextPoll = null));
      await Promise.race([...requestsInFlight.keys(), nextPoll]);
      // Those that end at about the same time are followed by one look, not by one each.
      await sleep(batchWindowMs);
    } while (!stopping.aborted);
    return pollResult;
  } finally {
    await Promise.all(requestsInFlight.keys());
    stopping.removeEventListener('abort', abortAfterGrace);
  }
}

/** What cannot be handed out holds up nothing that was handed out before. */
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

/** A fault of ours is a try as well: left out of the log, it would come back every minute for ever and nobody would be reported. */
function toFailedRequest(delivery: LeasedDelivery, error: unknown): SentRequest {
  log.error('webhook not sent', error, { accountId: delivery.account_id, environment: delivery.environment });
  const deliveryError: DeliveryError =
    error instanceof UnreadableSecretError ? 'secret_unreadable' : 'not_sent';
  return { requestHeaders: {}, response: { error: deliveryError } };
}

import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '~/platform/log';
import { statement } from '~/platform/statement.server';
import { mayBePrivate } from './endpoint-address';
import { signingSecrets, UnreadableSecret } from './endpoint-secrets';
import { handOutEvents } from './hand-out';
import { messageOf } from './message';
import type { TellOfEndpoint } from './news';
import { untilNextLook, type Look } from './pace';
import { contentHeaders, post, type Fault } from './post';
import { signatureHeaders } from './signature';
import { dropWaiting } from './switching';
import { claimDue, recordTry, type Claim, type Try } from './tries';

/** Requests of this process at a time; endpoints that fail, and are often slow, get half of them. How accounts share them: see claimDue. */
const slots = { all: 64, failing: 32 };

/** A look costs the database about as much as a delivery. */
const gatherMs = 10;

/** What is under way may end by itself for this long when the process stops. */
const graceMs = 1_000;

const findWork = statement<object, { handing: boolean; sending: boolean; due_in_ms: number | null }>(
  'find-webhook-work',
  `select exists (select from webhook_events where fanned_out_at is null) as handing,
    exists (select from webhook_deliveries where status = 'pending' and next_attempt_at <= now()) as sending,
    (select ceil(extract(epoch from next_attempt_at - now()) * 1000)::float8 from webhook_deliveries where status = 'pending' and next_attempt_at > now() order by next_attempt_at limit 1) as due_in_ms`,
);

/** Delivers for as long as the process runs. A look that finds nothing is one statement on two small indexes. */
export async function keepDelivering(stopping: AbortSignal, tell: TellOfEndpoint): Promise<void> {
  while (!stopping.aborted) await untilNextLook(await deliverWebhooks(stopping, tell), stopping);
}

/**
 * Hands out new events and sends what is due, until nothing is. Any number of processes do this at once; each event arrives
 * at each endpoint at least once, as an endpoint can tell by the event's id.
 */
export async function deliverWebhooks(stopping: AbortSignal, tell: TellOfEndpoint): Promise<Look> {
  const look: Look = { worked: false, dueInMs: null };
  if (stopping.aborted) return look;
  const ending = new AbortController();
  // Each request listens to it.
  setMaxListeners(slots.all, ending.signal);
  const end = () => setTimeout(() => ending.abort(), graceMs).unref();
  stopping.addEventListener('abort', end);
  const underWay = new Map<Promise<void>, { accountId: string; failing: boolean }>();
  /** By account. An endpoint of theirs that fails shall be tried however busy the others are, so these are counted apart. */
  const heldSlots = (failing: boolean) => {
    const held = new Map<string, number>();
    for (const request of underWay.values())
      if (request.failing === failing) held.set(request.accountId, (held.get(request.accountId) ?? 0) + 1);
    return held;
  };
  const begin = (claim: Claim, failing: boolean) => {
    const trying: Promise<void> = tryOnce(claim, ending.signal, tell)
      // Its lease runs out, and it is tried again.
      .catch((error: unknown) =>
        log.error('webhook delivery', error, { accountId: claim.account_id, environment: claim.environment }),
      )
      .finally(() => underWay.delete(trying));
    underWay.set(trying, { accountId: claim.account_id, failing });
  };
  let rest: Promise<void> | null = null;
  try {
    do {
      const [found] = await findWork({});
      const { handing, sending, due_in_ms: dueInMs } = found!;
      const { events, full } = handing ? await handOut() : { events: 0, full: false };
      Object.assign(look, { worked: events > 0, dueInMs });
      if (handing || sending) {
        for (const failing of [false, true]) {
          const held = heldSlots(failing);
          const holding = [...held.values()].reduce((sum, count) => sum + count, 0);
          const free = Math.min(slots.all - underWay.size, failing ? slots.failing - holding : slots.all);
          const claims = await claimDue({ failing, free, held });
          claims.forEach((claim) => begin(claim, failing));
          if (claims.length) look.worked = true;
        }
      }
      if (full) continue;
      if (!underWay.size) break;
      // What has come meanwhile is not for those under way to wait for.
      rest ??= untilNextLook(look, stopping).finally(() => (rest = null));
      await Promise.race([...underWay.keys(), rest]);
      // Those that end at about the same time are followed by one look, not by one each.
      await sleep(gatherMs);
    } while (!stopping.aborted);
    return look;
  } finally {
    await Promise.all(underWay.keys());
    stopping.removeEventListener('abort', end);
  }
}

/** What cannot be handed out holds up nothing that was handed out before. */
async function handOut(): ReturnType<typeof handOutEvents> {
  try {
    return await handOutEvents();
  } catch (error) {
    log.error('webhook hand-out', error);
    return { events: 0, full: false };
  }
}

async function tryOnce(claim: Claim, stopping: AbortSignal, tell: TellOfEndpoint): Promise<void> {
  const startedAt = new Date();
  const began = performance.now();
  const sent = await send(claim, startedAt, stopping).catch((error: unknown) => notSent(claim, error));
  const disabled = await recordTry(
    claim,
    { startedAt, durationMs: Math.round(performance.now() - began), ...sent },
    tell,
  );
  if (disabled) await dropWaiting();
}

type Sent = Pick<Try, 'requestHeaders' | 'answer'>;

async function send(claim: Claim, sentAt: Date, stopping: AbortSignal): Promise<Sent> {
  const body = messageOf({
    type: claim.type,
    createdAt: claim.event_created_at,
    environment: claim.environment,
    payload: claim.payload,
    sample: claim.sample,
  });
  const secrets = signingSecrets(claim.endpoint_id, claim.sealed, claim.previous_sealed);
  const url = new URL(claim.url);
  const requestHeaders = {
    ...contentHeaders(url, body),
    ...signatureHeaders({ id: claim.event_id, sentAt, body }, secrets),
  };
  return {
    requestHeaders,
    answer: await post({
      url,
      headers: requestHeaders,
      body,
      allowPrivate: mayBePrivate(claim.environment),
      stopping,
    }),
  };
}

/** A fault of ours is a try as well: left out of the log, it would come back every minute for ever and nobody would be told. */
function notSent(claim: Claim, error: unknown): Sent {
  log.error('webhook not sent', error, { accountId: claim.account_id, environment: claim.environment });
  const fault: Fault = error instanceof UnreadableSecret ? 'secret_unreadable' : 'not_sent';
  return { requestHeaders: {}, answer: { fault } };
}

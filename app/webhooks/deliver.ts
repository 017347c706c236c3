import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '~/platform/log';
import { statement } from '~/platform/statement.server';
import { mayBePrivate } from './endpoint-address';
import { signingSecrets, UnreadableSecret } from './endpoint-secrets';
import { handOutEvents } from './hand-out';
import type { TellOfEndpoint } from './health';
import { messageOf } from './message';
import { contentHeaders, post, type Fault } from './post';
import { signatureHeaders } from './signature';
import { dropWaiting } from './switching';
import { claimDue, recordTry, type Claim, type Try } from './tries';

/** Requests of this process at a time; endpoints that fail, and are often slow, get half of them. How accounts share them: see claimDue. */
const slots = { all: 64, failing: 32 };

/** While requests are under way, what has come meanwhile is looked for this often. */
const lookAgainMs = 500;

/** What is under way may end by itself for this long when the process stops. */
const graceMs = 1_000;

const findWork = statement<object, { handing: boolean; sending: boolean }>(
  'find-webhook-work',
  `select exists (select from webhook_events where handed_out_at is null) as handing,
    exists (select from webhook_deliveries where status = 'waiting' and next_try_at <= now()) as sending`,
);

/**
 * Hands out new events and sends what is due, until nothing is. Any number of processes do this at once; each event arrives
 * at each endpoint at least once, as an endpoint can tell by the event's id. Called by a timer, often.
 */
export async function deliverWebhooks(stopping: AbortSignal, tell: TellOfEndpoint): Promise<void> {
  if (stopping.aborted) return;
  const ending = new AbortController();
  // Each request listens to it.
  setMaxListeners(slots.all, ending.signal);
  const end = () => setTimeout(() => ending.abort(), graceMs).unref();
  stopping.addEventListener('abort', end);
  const underWay = new Map<Promise<void>, { accountId: string; failing: boolean }>();
  /** By account. An endpoint of theirs that fails shall be tried however busy the others are, so these are counted apart. */
  const heldSlots = (failing: boolean) => {
    const held = new Map<string, number>();
    for (const request of underWay.values()) if (request.failing === failing) held.set(request.accountId, (held.get(request.accountId) ?? 0) + 1);
    return held;
  };
  const begin = (claim: Claim, failing: boolean) => {
    const trying: Promise<void> = tryOnce(claim, ending.signal, tell)
      // Its lease runs out, and it is tried again.
      .catch((error: unknown) => log.error('webhook delivery', error, { accountId: claim.account_id, environment: claim.environment }))
      .finally(() => underWay.delete(trying));
    underWay.set(trying, { accountId: claim.account_id, failing });
  };
  try {
    do {
      const [{ handing, sending }] = (await findWork({})) as [{ handing: boolean; sending: boolean }];
      const full = handing && (await handOut());
      if (handing || sending) {
        for (const failing of [false, true]) {
          const held = heldSlots(failing);
          const holding = [...held.values()].reduce((sum, count) => sum + count, 0);
          const free = Math.min(slots.all - underWay.size, failing ? slots.failing - holding : slots.all);
          const claims = await claimDue({ failing, free, held });
          claims.forEach((claim) => begin(claim, failing));
        }
        // What is due and nobody's may belong to an endpoint that was disabled while it was tried.
        if (!underWay.size) await dropWaiting();
      }
      if (full) continue;
      if (!underWay.size) break;
      await Promise.race([...underWay.keys(), sleep(lookAgainMs)]);
    } while (!stopping.aborted);
  } finally {
    await Promise.all(underWay.keys());
    stopping.removeEventListener('abort', end);
  }
}

/** @returns whether there may be more. What cannot be handed out holds up nothing that was handed out before. */
async function handOut(): Promise<boolean> {
  try {
    return (await handOutEvents()).full;
  } catch (error) {
    log.error('webhook hand-out', error);
    return false;
  }
}

async function tryOnce(claim: Claim, stopping: AbortSignal, tell: TellOfEndpoint): Promise<void> {
  const startedAt = new Date();
  const began = performance.now();
  const sent = await send(claim, startedAt, stopping).catch((error: unknown) => notSent(claim, error));
  const disabled = await recordTry(claim, { startedAt, durationMs: Math.round(performance.now() - began), ...sent }, tell);
  if (disabled) await dropWaiting();
}

type Sent = Pick<Try, 'requestHeaders' | 'answer'>;

async function send(claim: Claim, sentAt: Date, stopping: AbortSignal): Promise<Sent> {
  const body = messageOf({ type: claim.type, createdAt: claim.event_created_at, environment: claim.environment, payload: claim.payload, sample: claim.sample });
  const secrets = signingSecrets(claim.endpoint_id, claim.sealed, claim.previous_sealed);
  const url = new URL(claim.url);
  const requestHeaders = { ...contentHeaders(url, body), ...signatureHeaders({ id: claim.event_id, sentAt, body }, secrets) };
  return { requestHeaders, answer: await post({ url, headers: requestHeaders, body, allowPrivate: mayBePrivate(claim.environment), stopping }) };
}

/** A fault of ours is a try as well: left out of the log, it would come back every minute for ever and nobody would be told. */
function notSent(claim: Claim, error: unknown): Sent {
  log.error('webhook not sent', error, { accountId: claim.account_id, environment: claim.environment });
  const fault: Fault = error instanceof UnreadableSecret ? 'secret_unreadable' : 'not_sent';
  return { requestHeaders: {}, answer: { fault } };
}

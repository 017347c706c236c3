import { prisma, type Database } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';
import { statement } from '~/platform/statement.server';
import { noteFailure } from './health';
import type { TellOfEndpoint } from './news';
import { delayAfter } from './plan';
import type { Answer } from './post';

/** Longer than any try can take (post: 15 s), so that a lease ends only when its holder is gone. */
const leaseSeconds = 60;

/** Tries of one endpoint at a time, in all processes: about so many, since they do not wait for each other. One that fails gets one. */
const atOnce = { healthy: 8, failing: 1 };

/** A delivery that this process may try now, with all that takes. */
export type Claim = {
  id: string;
  attempts: number;
  planned: number;
  asked_by: string | null;
  endpoint_id: string;
  account_id: string;
  environment: Environment;
  url: string;
  sealed: string;
  previous_sealed: string | null;
  event_id: string;
  type: string;
  payload: unknown;
  sample: boolean;
  event_created_at: Date;
};

/**
 * Walks from endpoint to endpoint that something waits for, and takes of each what is due longest. Accounts take turns, and none
 * comes to hold more than what is left free: one alone gets half of the slots, two get a third each, and whoever comes next finds some.
 */
const claimRows = statement<{ failing: boolean; perEndpoint: number; free: number; holders: string[]; held: number[]; leaseSeconds: number }, Claim>(
  'claim-webhook-deliveries',
  `with recursive told as (
    (select endpoint_id from webhook_deliveries where status = 'waiting' order by endpoint_id limit 1)
    union all
    select (select d.endpoint_id from webhook_deliveries d where d.status = 'waiting' and d.endpoint_id > told.endpoint_id order by d.endpoint_id limit 1)
    from told where told.endpoint_id is not null
  ), ready as (
    select d.id, d.next_try_at, e.account_id, row_number() over (partition by e.account_id order by d.next_try_at, d.id) as turn from told
    join webhook_endpoints e on e.id = told.endpoint_id and e.status = 'enabled' and (e.failing_since is not null) = :failing::boolean
    cross join lateral (
      select w.id, w.next_try_at from webhook_deliveries w
      where w.endpoint_id = e.id and w.status = 'waiting' and w.next_try_at <= now()
      order by w.next_try_at, w.id
      limit greatest(0, :perEndpoint::int - (select count(*) from webhook_deliveries b where b.endpoint_id = e.id and b.leased_until > now()))
      for update skip locked
    ) d
  ), fair as (
    select r.id, coalesce(h.held, 0) + r.turn as holds, row_number() over (order by coalesce(h.held, 0) + r.turn, r.next_try_at, r.id) as place
    from ready r left join unnest(:holders::text[], :held::int[]) as h (account_id, held) using (account_id)
  ), due as (
    select id from fair where holds <= :free::int - place + 1
  )
  update webhook_deliveries d set attempts = d.attempts + 1, leased_until = now() + make_interval(secs => :leaseSeconds), next_try_at = now() + make_interval(secs => :leaseSeconds)
  from due, webhook_endpoints e, webhook_events v
  where d.id = due.id and e.id = d.endpoint_id and v.id = d.event_id
  returning d.id, d.attempts, d.planned, d.asked_by, d.endpoint_id, d.account_id, d.environment, e.url, e.sealed,
    case when e.previous_ends_at > now() then e.previous_sealed end as previous_sealed,
    v.id as event_id, v.type, v.payload, v.sample, v.created_at as event_created_at`,
);

/** Slots of this process: how many are free, and how many each account holds by now. */
type Slots = { failing: boolean; free: number; held?: ReadonlyMap<string, number> };

/** Takes deliveries whose time has come, for this process alone and as long as the lease lasts; of each account the oldest first. */
export async function claimDue({ failing, free, held = new Map() }: Slots): Promise<Claim[]> {
  if (free <= 0) return [];
  const claims = await claimRows({ failing, free, holders: [...held.keys()], held: [...held.values()], leaseSeconds, perEndpoint: failing ? atOnce.failing : atOnce.healthy });
  return claims.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * What nearly every try brings, in one statement: the delivery is done, its line is in the log, and its endpoint works, if that is
 * where it sent. A late answer of an address that was edited meanwhile says nothing about the new one.
 */
const recordArrival = statement<Pick<Claim, 'id' | 'attempts' | 'planned' | 'asked_by' | 'url'> & Line, object>(
  'record-webhook-arrival',
  `with moved as (
    update webhook_deliveries set status = 'delivered', planned = :planned::int + 1, leased_until = null, asked_by = null, next_try_at = null, finished_at = now()
    where id = :id and attempts = :attempts::int and status = 'waiting' and leased_until is not null
    returning endpoint_id
  ), works as (
    update webhook_endpoints set failing_since = null, failures = 0, failing_told_at = null
    from moved where id = moved.endpoint_id and url = :url and failing_since is not null
  )
  insert into webhook_attempts (delivery_id, asked_by, started_at, duration_ms, request_headers, status, response_headers, response_body)
  values (:id, :asked_by, :startedAt, :durationMs, :requestHeaders::jsonb, :status, :responseHeaders::jsonb, :responseBody)`,
);

type Line = { startedAt: Date; durationMs: number; requestHeaders: string; status: number; responseHeaders: string; responseBody: string | null };

export type Try = { startedAt: Date; durationMs: number; requestHeaders: Record<string, string>; answer: Answer };

/**
 * Writes down what a try brought, and what becomes of the delivery, unless somebody else has it by now: a process that slept
 * past its lease leaves its line in the log and changes nothing (threat T22). @returns whether the endpoint is disabled now, or may be
 */
export async function recordTry(claim: Claim, made: Try, tell: TellOfEndpoint): Promise<boolean> {
  const { answer, ...sent } = made;
  if ('status' in answer && answer.status >= 200 && answer.status < 300) {
    const { status, headers, body } = answer;
    const { id, attempts, planned, asked_by, url } = claim;
    await recordArrival({ id, attempts, planned, asked_by, url, ...sent, requestHeaders: JSON.stringify(sent.requestHeaders), status, responseHeaders: JSON.stringify(headers), responseBody: body });
    return false;
  }
  return prisma.$transaction(async (db) => {
    const mine = await moveOn(db, claim, answer);
    await writeLine(db, claim, made);
    return mine && !isInterrupted(answer) && noteFailure(db, { ...claim, gone: 'status' in answer && answer.status === 410 }, tell);
  });
}

const isInterrupted = (answer: Answer) => 'fault' in answer && answer.fault === 'interrupted';

async function moveOn(db: Database, { id, attempts, planned }: Claim, answer: Answer): Promise<boolean> {
  const interrupted = isInterrupted(answer);
  const tries = interrupted ? planned : planned + 1;
  // Cut off by the end of a process, it is for another one to try, at once.
  const delaySeconds = interrupted ? 0 : delayAfter(tries);
  const status = delaySeconds === null ? 'failed' : 'waiting';
  const moved = await db.$executeRaw`
    update webhook_deliveries set status = ${status}, planned = ${tries}, leased_until = null, asked_by = case when ${interrupted} then asked_by end,
      next_try_at = case when ${status} = 'waiting' then now() + ${delaySeconds ?? 0} * interval '1 second' end, finished_at = case when ${status} <> 'waiting' then now() end
    where id = ${id} and attempts = ${attempts} and status = 'waiting' and leased_until is not null`;
  return moved === 1;
}

async function writeLine(db: Database, { id, asked_by: askedBy }: Claim, { startedAt, durationMs, requestHeaders, answer }: Try): Promise<void> {
  const said = 'fault' in answer ? { fault: answer.fault } : { status: answer.status, responseHeaders: answer.headers, responseBody: answer.body };
  await db.webhookAttempt.create({ data: { deliveryId: id, askedBy, startedAt, durationMs, requestHeaders, ...said } });
}

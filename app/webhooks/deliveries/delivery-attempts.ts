import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { defineStatement } from '~/platform/database/statement.server';
import { recordEndpointFailure } from '~/webhooks/endpoints/endpoint-failures';
import type { NotifyEndpointOwner } from '~/webhooks/endpoints/endpoint-notifications';
import { getRetryDelaySeconds } from './retry-schedule';
import type { DeliveryResponse, DeliveryError } from './delivery-request';

/**
 * Longer than any attempt (15 s), so that a lease expires only when its holder has ended. Not much longer, because
 * the leases of a killed process take slots of their endpoint until then.
 */
const leaseSeconds = 25;

/**
 * The approximate number of concurrent attempts per endpoint, across all processes. A failing endpoint gets
 * one.
 */
export const getMaximumAttempts = (isFailing: boolean): number => (isFailing ? 1 : 8);

/** A delivery that this process may attempt now, with everything it needs. */
export type LeasedDelivery = {
  id: string;
  attempts: number;
  planned: number;
  requested_by: string | null;
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
 * Visits each endpoint with due deliveries and takes its oldest ones. Accounts take turns, and none gets more
 * than the remaining free slots: one account alone gets half of them, two get a third each, and the next one
 * still finds some.
 */
const leaseRows = defineStatement<
  {
    failing: boolean;
    perEndpoint: number;
    free: number;
    holders: string[];
    held: number[];
    leaseSeconds: number;
  },
  LeasedDelivery
>(
  'lease-webhook-deliveries',
  `with recursive endpoints as (
    (select endpoint_id from webhook_deliveries where status = 'pending' order by endpoint_id limit 1)
    union all
    select (select d.endpoint_id from webhook_deliveries d where d.status = 'pending' and d.endpoint_id > endpoints.endpoint_id order by d.endpoint_id limit 1)
    from endpoints where endpoints.endpoint_id is not null
  ), ready as (
    select d.id, d.next_attempt_at, e.account_id, row_number() over (partition by e.account_id order by d.next_attempt_at, d.id) as turn from endpoints
    join webhook_endpoints e on e.id = endpoints.endpoint_id and e.status = 'enabled' and (e.failing_since is not null) = :failing::boolean
    cross join lateral (
      select w.id, w.next_attempt_at from webhook_deliveries w
      where w.endpoint_id = e.id and w.status = 'pending' and w.next_attempt_at <= now()
      order by w.next_attempt_at, w.id
      limit greatest(0, :perEndpoint::int - (select count(*) from webhook_deliveries b where b.endpoint_id = e.id and b.leased_until > now()))
      for update skip locked
    ) d
  ), fair as (
    select r.id, coalesce(h.held, 0) + r.turn as holds, row_number() over (order by coalesce(h.held, 0) + r.turn, r.next_attempt_at, r.id) as place
    from ready r left join unnest(:holders::text[], :held::int[]) as h (account_id, held) using (account_id)
  ), due as (
    select id from fair where holds <= :free::int - place + 1
  )
  update webhook_deliveries d set attempts = d.attempts + 1, leased_until = now() + make_interval(secs => :leaseSeconds), next_attempt_at = now() + make_interval(secs => :leaseSeconds)
  from due, webhook_endpoints e, webhook_events v
  where d.id = due.id and e.id = d.endpoint_id and v.id = d.event_id
  returning d.id, d.attempts, d.scheduled_attempts as planned, d.requested_by, d.endpoint_id, d.account_id, d.environment, e.url, e.sealed,
    case when e.previous_ends_at > now() then e.previous_sealed end as previous_sealed,
    v.id as event_id, v.type, v.payload, v.sample, v.created_at as event_created_at`,
);

/** The slots of this process: how many are free, and how many each account holds. */
type AvailableSlots = { failing: boolean; free: number; slotsByAccount?: ReadonlyMap<string, number> };

/** Leases due deliveries for this process, oldest first for each account. */
export async function leaseDueDeliveries({
  failing,
  free,
  slotsByAccount = new Map(),
}: AvailableSlots): Promise<LeasedDelivery[]> {
  if (free <= 0) return [];
  const deliveries = await leaseRows({
    failing,
    free,
    holders: [...slotsByAccount.keys()],
    held: [...slotsByAccount.values()],
    leaseSeconds,
    perEndpoint: getMaximumAttempts(failing),
  });
  return deliveries.sort((a, b) => (a.id < b.id ? -1 : 1));
}

type AttemptOutcome = Pick<LeasedDelivery, 'id' | 'attempts' | 'requested_by' | 'url'> & {
  becomes: 'delivered' | 'failed' | 'pending';
  planned: number;
  delaySeconds: number | null;
  isInterrupted: boolean;
};
type AttemptRow = {
  startedAt: Date;
  durationMs: number;
  requestHeaders: string;
  status: number | null;
  fault: DeliveryError | null;
  responseHeaders: string | null;
  responseBody: string | null;
};

/**
 * The result of an attempt in one statement: the delivery's new status, its log entry, and the endpoint's
 * recovery if it arrived and the URL is unchanged.
 */
const recordAttemptOutcome = defineStatement<AttemptOutcome & AttemptRow, { moved: number }>(
  'record-webhook-attempt',
  `with moved as (
    update webhook_deliveries set status = :becomes::text, scheduled_attempts = :planned::int, leased_until = null, requested_by = case when :isInterrupted::boolean then requested_by end,
      next_attempt_at = now() + :delaySeconds::float8 * interval '1 second', finished_at = case when :becomes::text <> 'pending' then now() end
    where id = :id and attempts = :attempts::int and status = 'pending' and leased_until is not null
    returning endpoint_id
  ), works as (
    update webhook_endpoints set failing_since = null, failures = 0, failing_notified_at = null
    from moved where :becomes::text = 'delivered' and id = moved.endpoint_id and url = :url and failing_since is not null
  ), line as (
    insert into webhook_attempts (delivery_id, requested_by, started_at, duration_ms, request_headers, status, error, response_headers, response_body)
    values (:id, :requested_by::text, :startedAt::timestamptz, :durationMs::int, :requestHeaders::jsonb, :status::int, :fault::text, :responseHeaders::jsonb, :responseBody::text)
  )
  select count(*)::int as moved from moved`,
);

export type DeliveryAttempt = {
  startedAt: Date;
  durationMs: number;
  requestHeaders: Record<string, string>;
  response: DeliveryResponse;
};

/**
 * Records the result of an attempt and the delivery's new status, unless another process has taken it over: a
 * process that slept past its lease only adds its log entry (threat T22).
 * @returns whether the endpoint is now disabled, or may be
 */
export async function recordAttempt(
  delivery: LeasedDelivery,
  attempt: DeliveryAttempt,
  notifyOwner: NotifyEndpointOwner,
): Promise<boolean> {
  const values = { ...toOutcome(delivery, attempt.response), ...toAttemptRow(attempt) };
  if (values.becomes === 'delivered') {
    await recordAttemptOutcome(values);
    return false;
  }
  return prisma.$transaction(async (db) => {
    const [outcome] = await recordAttemptOutcome(values, db);
    return (
      outcome!.moved === 1 &&
      !values.isInterrupted &&
      recordEndpointFailure(db, { ...delivery, gone: values.status === 410 }, notifyOwner)
    );
  });
}

function toOutcome(
  { id, attempts, planned, requested_by, url }: LeasedDelivery,
  response: DeliveryResponse,
): AttemptOutcome {
  const delivery = { id, attempts, requested_by, url };
  if ('status' in response && response.status >= 200 && response.status < 300)
    return {
      ...delivery,
      becomes: 'delivered',
      planned: planned + 1,
      delaySeconds: null,
      isInterrupted: false,
    };
  // The process stopped during the attempt, so another process retries it immediately.
  if ('error' in response && response.error === 'interrupted')
    return { ...delivery, becomes: 'pending', planned, delaySeconds: 0, isInterrupted: true };
  const delaySeconds = getRetryDelaySeconds(planned + 1);
  return {
    ...delivery,
    becomes: delaySeconds === null ? 'failed' : 'pending',
    planned: planned + 1,
    delaySeconds,
    isInterrupted: false,
  };
}

function toAttemptRow({ startedAt, durationMs, requestHeaders, response }: DeliveryAttempt): AttemptRow {
  const sent = { startedAt, durationMs, requestHeaders: JSON.stringify(requestHeaders) };
  if ('error' in response)
    return { ...sent, status: null, fault: response.error, responseHeaders: null, responseBody: null };
  return {
    ...sent,
    status: response.status,
    fault: null,
    responseHeaders: JSON.stringify(response.headers),
    responseBody: response.body,
  };
}

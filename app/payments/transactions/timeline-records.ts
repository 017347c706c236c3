import type { Environment } from '~/platform/environment';
import { merchantCondition, defineStatement } from '~/platform/database/statement.server';

// The API requests and webhooks of given transactions. Each transaction is looked up separately, so that its
// index serves it however many requests a merchant sends.

type Wanted = { accountId: string; environment: Environment; ids: string[]; limit: number };

export type RequestRow = {
  id: string;
  at: Date;
  method: string;
  operation: string | null;
  status: number;
  code: string | null;
  outcome: string | null;
  duration_ms: number;
};

const requestColumns = 'id, created_at as at, method, operation, status, code, outcome, duration_ms';

/** API requests about transactions, newest first. Reads are included on request. */
export const findTimelineRequests = defineStatement<Wanted & { reads: boolean }, RequestRow>(
  'timeline-requests',
  `select r.* from unnest(:ids::text[]) as t (id) cross join lateral (
    select ${requestColumns} from api_requests
    where transaction_id = t.id and ${merchantCondition} and (:reads::boolean or method <> 'GET')
    order by id desc limit :limit::int
  ) r order by r.id desc limit :limit`,
);

/** The requests that created an intent, found by its external_id because the transaction came later. */
export const findTimelineIntentRequests = defineStatement<
  Omit<Wanted, 'ids'> & { externalId: string; intentId: string },
  RequestRow
>(
  'timeline-intent-requests',
  `select ${requestColumns} from api_requests
  where account_id = :accountId and environment = :environment and external_id = :externalId and intent_id = :intentId and transaction_id is null
  order by id desc limit :limit::int`,
);

export type DeliveryRow = {
  id: string;
  event: string;
  endpoint_id: string;
  url: string;
  delivery_status: string;
  created_at: Date;
  next_attempt_at: Date | null;
  started_at: Date | null;
  duration_ms: number | null;
  status: number | null;
  fault: string | null;
  requested_by: string | null;
};

/** Deliveries of the transactions' events, newest first, each with its last few attempts. */
export const findTimelineDeliveries = defineStatement<Wanted & { attempts: number }, DeliveryRow>(
  'timeline-deliveries',
  `select d.id, v.type as event, d.endpoint_id, e.url, d.status as delivery_status, d.created_at, d.next_attempt_at,
    a.started_at, a.duration_ms, a.status, a.error as fault, a.requested_by
  from unnest(:ids::text[]) as t (id) cross join lateral (
    select * from webhook_deliveries where transaction_id = t.id and ${merchantCondition} order by id desc limit :limit::int
  ) d
  join webhook_events v on v.id = d.event_id
  join webhook_endpoints e on e.id = d.endpoint_id
  left join lateral (
    select started_at, duration_ms, status, error, requested_by from webhook_attempts where delivery_id = d.id order by id desc limit :attempts::int
  ) a on true
  order by d.id desc limit :limit`,
);

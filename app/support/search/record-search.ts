import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { withSearchTimeout } from './search-timeout';

// Other records that a caller may mean: merchants, people, API requests and webhooks, a few of each.

/** The number of records of each kind on a page. */
export const maximumResultsPerKind = 10;

export function findMerchantsById(ids: readonly string[]) {
  return prisma.account.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, name: true, mode: true, status: true },
    take: maximumResultsPerKind,
  });
}

/**
 * Merchants' people by complete email address or ID. Staff members are included only if they also work for a
 * merchant.
 */
export async function findPeopleByIdOrEmail({
  ids,
  emails,
}: {
  ids: readonly string[];
  emails: readonly string[];
}) {
  const found = await prisma.user.findMany({
    where: { OR: [{ id: { in: [...ids] } }, { email: { in: [...emails] } }], members: { some: {} } },
    take: maximumResultsPerKind,
    select: {
      id: true,
      name: true,
      email: true,
      members: {
        select: { role: true, account: { select: { id: true, name: true } } },
        orderBy: { createdAt: 'asc' },
        take: maximumResultsPerKind,
      },
    },
  });
  return found.map(({ members, ...person }) => ({
    ...person,
    accounts: members.map(({ role, account }) => ({ role, ...account })),
  }));
}

type RequestResult = {
  id: string;
  accountId: string;
  merchant: string;
  timeZone: string;
  environment: Environment;
  method: string;
  path: string;
  status: number;
  code: string | null;
  externalId: string | null;
  transactionId: string | null;
  createdAt: Date;
};

/**
 * Requests by ID, and the latest ones with a reference: a rejected request has no payment that would lead to
 * it.
 * @returns too_wide when the database took too long
 */
export async function searchRequests({
  ids,
  references,
}: {
  ids: readonly string[];
  references: readonly string[];
}): Promise<RequestResult[] | 'too_wide'> {
  if (!ids.length && !references.length) return [];
  return withSearchTimeout(
    (db) => db.$queryRaw<RequestResult[]>`
    select q.id, q.account_id as "accountId", a.name as merchant, a.time_zone as "timeZone", q.environment, q.method, q.path, q.status, q.code, q.external_id as "externalId", q.transaction_id as "transactionId", q.created_at as "createdAt"
    from (
      select r.id from api_requests r where r.id = any(${[...ids]}::text[])
      union
      select r.id from accounts a cross join unnest(array['live', 'test']) e (environment) cross join unnest(${[...references]}::text[]) x (reference)
      cross join lateral (select id from api_requests r where r.account_id = a.id and r.environment = e.environment and r.external_id = x.reference order by r.id desc limit ${maximumResultsPerKind}) r
      order by id desc limit ${maximumResultsPerKind}
    ) h join api_requests q on q.id = h.id join accounts a on a.id = q.account_id order by q.id desc`,
  );
}

type WebhookResult = {
  kind: 'event' | 'delivery' | 'endpoint';
  id: string;
  accountId: string;
  merchant: string;
  timeZone: string;
  environment: Environment;
  what: string;
  status: string;
  transactionId: string | null;
  createdAt: Date;
};

/**
 * Events, deliveries and endpoints by ID. Only the host of each URL, because the path may contain a secret.
 */
export async function searchWebhooks({
  events,
  deliveries,
  endpoints,
}: Record<'events' | 'deliveries' | 'endpoints', readonly string[]>): Promise<WebhookResult[]> {
  const found = await prisma.$queryRaw<(WebhookResult & { url: string | null })[]>`
    select h.*, a.name as merchant, a.time_zone as "timeZone" from (
      select 'event' as kind, id, account_id as "accountId", environment, type as what, case when fanned_out_at is null then 'pending' else 'fanned_out' end as status, transaction_id as "transactionId", created_at as "createdAt", null as url from webhook_events where id = any(${[...events]}::text[])
      union all
      select 'delivery', id, account_id, environment, event_type, status, transaction_id, created_at, null from webhook_deliveries where id = any(${[...deliveries]}::text[])
      union all
      select 'endpoint', id, account_id, environment, '', status, null, created_at, url from webhook_endpoints where id = any(${[...endpoints]}::text[])
    ) h join accounts a on a.id = h."accountId" order by h.id desc limit ${maximumResultsPerKind}`;
  return found.map(({ url, ...hit }) => (url ? { ...hit, what: new URL(url).host } : hit));
}

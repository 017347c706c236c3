import { prisma } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';
import { inTime } from './in-time';

// What else a caller may mean: merchants, people, requests and webhooks, a few of each.

/** Of each kind a page shows so many. */
export const shownOfKind = 10;

export function findMerchants(ids: readonly string[]) {
  return prisma.account.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, name: true, mode: true, status: true },
    take: shownOfKind,
  });
}

/** People of merchants by whole address or id. Colleagues of the staff are none of them, unless they work for a merchant. */
export async function findPeople({ ids, emails }: { ids: readonly string[]; emails: readonly string[] }) {
  const found = await prisma.user.findMany({
    where: { OR: [{ id: { in: [...ids] } }, { email: { in: [...emails] } }], members: { some: {} } },
    take: shownOfKind,
    select: {
      id: true,
      name: true,
      email: true,
      members: {
        select: { role: true, account: { select: { id: true, name: true } } },
        orderBy: { createdAt: 'asc' },
        take: shownOfKind,
      },
    },
  });
  return found.map(({ members, ...person }) => ({
    ...person,
    accounts: members.map(({ role, account }) => ({ role, ...account })),
  }));
}

type RequestHit = {
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

/** Requests by id, and the latest that carried a reference: what was refused has no payment by which it could be found. @returns too_wide when the database did not get through in time */
export async function findRequestHits({
  ids,
  references,
}: {
  ids: readonly string[];
  references: readonly string[];
}): Promise<RequestHit[] | 'too_wide'> {
  if (!ids.length && !references.length) return [];
  return inTime(
    (db) => db.$queryRaw<RequestHit[]>`
    select q.id, q.account_id as "accountId", a.name as merchant, a.time_zone as "timeZone", q.environment, q.method, q.path, q.status, q.code, q.external_id as "externalId", q.transaction_id as "transactionId", q.created_at as "createdAt"
    from (
      select r.id from api_requests r where r.id = any(${[...ids]}::text[])
      union
      select r.id from accounts a cross join unnest(array['live', 'test']) e (environment) cross join unnest(${[...references]}::text[]) x (reference)
      cross join lateral (select id from api_requests r where r.account_id = a.id and r.environment = e.environment and r.external_id = x.reference order by r.id desc limit ${shownOfKind}) r
      order by id desc limit ${shownOfKind}
    ) h join api_requests q on q.id = h.id join accounts a on a.id = q.account_id order by q.id desc`,
  );
}

type WebhookHit = {
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

/** Events, deliveries and endpoints by their id. Of an address nothing but the host: what stands behind it may be a secret. */
export async function findWebhookHits({
  events,
  deliveries,
  endpoints,
}: Record<'events' | 'deliveries' | 'endpoints', readonly string[]>): Promise<WebhookHit[]> {
  const found = await prisma.$queryRaw<(WebhookHit & { url: string | null })[]>`
    select h.*, a.name as merchant, a.time_zone as "timeZone" from (
      select 'event' as kind, id, account_id as "accountId", environment, type as what, case when fanned_out_at is null then 'pending' else 'fanned_out' end as status, transaction_id as "transactionId", created_at as "createdAt", null as url from webhook_events where id = any(${[...events]}::text[])
      union all
      select 'delivery', id, account_id, environment, event_type, status, transaction_id, created_at, null from webhook_deliveries where id = any(${[...deliveries]}::text[])
      union all
      select 'endpoint', id, account_id, environment, '', status, null, created_at, url from webhook_endpoints where id = any(${[...endpoints]}::text[])
    ) h join accounts a on a.id = h."accountId" order by h.id desc limit ${shownOfKind}`;
  return found.map(({ url, ...hit }) => (url ? { ...hit, what: new URL(url).host } : hit));
}

import { recordAudit } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import { lockEndpoint } from '~/webhooks/endpoints/endpoints';
import type { EndpointKey } from '~/webhooks/endpoints/endpoint-key';
import { wakeDeliveryWorker } from './polling';

/** The maximum per request. The next request continues. */
export const maximumResends = 5_000;

type Requester = { by: string; address?: string };

type ResendRejection = 'not_found' | 'attempt_running' | 'endpoint_disabled' | 'endpoint_deleted';

/**
 * Schedules a delivery for an immediate attempt, whatever its status, with ten new attempts. A delivery that
 * is already due stays as it is, so that submitting the form twice sends it once. One with an attempt in
 * progress is rejected.
 */
export async function resendDelivery({
  by,
  address,
  accountId,
  environment,
  id,
}: EndpointKey & Requester): Promise<'queued' | ResendRejection> {
  const outcome = await prisma.$transaction(async (db) => {
    const [found] = await db.$queryRaw<
      { endpointId: string; status: string; deleted: boolean; isAttemptRunning: boolean; about: boolean }[]
    >`
      select d.endpoint_id as "endpointId", e.status, e.deleted_at is not null as deleted, coalesce(d.leased_until > now(), false) as "isAttemptRunning",
        d.status = 'pending' and d.next_attempt_at <= now() as about
      from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
      where d.id = ${id} and d.account_id = ${accountId} and d.environment = ${environment} for update of d`;
    if (!found) return 'not_found';
    if (found.deleted) return 'endpoint_deleted';
    if (found.status === 'disabled') return 'endpoint_disabled';
    if (found.isAttemptRunning) return 'attempt_running';
    if (found.about) return 'queued';
    await db.$executeRaw`
      update webhook_deliveries set status = 'pending', scheduled_attempts = 0, next_attempt_at = now(), leased_until = null, finished_at = null, requested_by = ${`portal:${by}`} where id = ${id}`;
    await recordAudit(db, {
      actor: `portal:${by}`,
      action: 'webhook_delivery_resent',
      accountId,
      subject: id,
      details: { environment, endpoint: found.endpointId },
      address,
    });
    return 'queued';
  });
  wakeDeliveryWorker();
  return outcome;
}

/**
 * Schedules all deliveries that failed or were dropped since a given time, oldest first, at most {@link
 * maximumResends}. Their events can be older: the delivery whose response disabled an endpoint failed after that.
 * @returns how many were scheduled, and whether there are more
 */
export async function resendSince({
  by,
  address,
  since,
  ...key
}: EndpointKey & Requester & { since: Date }): Promise<
  { count: number; more: boolean } | 'not_found' | 'endpoint_disabled'
> {
  const outcome = await prisma.$transaction(
    async (db) => {
      const endpoint = await lockEndpoint(db, key);
      if (!endpoint) return 'not_found';
      if (endpoint.status === 'disabled') return 'endpoint_disabled';
      const count = await db.$executeRaw`
      update webhook_deliveries set status = 'pending', scheduled_attempts = 0, next_attempt_at = now(), finished_at = null, requested_by = ${`portal:${by}`}
      where id in (select id from webhook_deliveries where endpoint_id = ${key.id} and status in ('failed', 'dropped') and finished_at >= ${since} order by id limit ${maximumResends} for update skip locked)`;
      const details = { environment: key.environment, since: since.toISOString(), deliveries: count };
      if (count)
        await recordAudit(db, {
          actor: `portal:${by}`,
          action: 'webhook_deliveries_resent',
          accountId: key.accountId,
          subject: key.id,
          details,
          address,
        });
      return { count, more: count === maximumResends };
    },
    { timeout: 30_000 },
  );
  wakeDeliveryWorker();
  return outcome;
}

/**
 * When an endpoint last worked before it was disabled. Deliveries that failed after that belong to the same outage.
 */
export async function findOutageStart(endpointId: string, disabledAt: Date): Promise<Date> {
  const last = await prisma.webhookDelivery.findFirst({
    where: { endpointId, status: 'delivered', finishedAt: { lte: disabledAt } },
    orderBy: { id: 'desc' },
    select: { finishedAt: true },
  });
  return last?.finishedAt ?? new Date(0);
}

/** How many deliveries failed or were dropped since a given time, counted up to one more than the maximum of one request. */
export async function countUndelivered(endpointId: string, since: Date): Promise<number> {
  const [{ count }] = await prisma.$queryRaw<[{ count: number }]>`
    select count(*)::int as count from (
      select from webhook_deliveries where endpoint_id = ${endpointId} and status in ('failed', 'dropped') and finished_at >= ${since} limit ${maximumResends + 1}) d`;
  return count;
}

/** How many deliveries wait for another attempt, counted up to the same number. */
export async function countRetries(endpointId: string): Promise<number> {
  const [{ count }] = await prisma.$queryRaw<[{ count: number }]>`
    select count(*)::int as count from (
      select from webhook_deliveries where endpoint_id = ${endpointId} and status = 'pending' and scheduled_attempts > 0 and coalesce(leased_until <= now(), true) limit ${maximumResends + 1}) d`;
  return count;
}

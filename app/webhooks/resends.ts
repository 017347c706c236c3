import { recordAudit } from '~/audit/audit';
import { prisma } from '~/platform/db.server';
import { idBound } from '~/platform/ids';
import { lockEndpoint } from './endpoints';
import type { EndpointKey } from './endpoint-key';
import { expectDeliveries } from './pace';
import { keptDays } from './retention';

/** So many are queued by one request; whoever has more asks again. */
const resentAtMost = 5_000;

type Person = { by: string; address?: string };

type ResendRefusal = 'not_found' | 'being_tried' | 'endpoint_disabled' | 'endpoint_deleted';

/**
 * Lets a delivery be tried again at once, whatever became of it; ten tries begin anew. One that is about to be tried stays as
 * it is, so that a form sent twice sends once; one that is being tried is refused.
 */
export async function resendDelivery({
  by,
  address,
  accountId,
  environment,
  id,
}: EndpointKey & Person): Promise<'queued' | ResendRefusal> {
  const outcome = await prisma.$transaction(async (db) => {
    const [found] = await db.$queryRaw<
      { endpointId: string; status: string; deleted: boolean; tried: boolean; about: boolean }[]
    >`
      select d.endpoint_id as "endpointId", e.status, e.deleted_at is not null as deleted, coalesce(d.leased_until > now(), false) as tried,
        d.status = 'pending' and d.next_attempt_at <= now() as about
      from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
      where d.id = ${id} and d.account_id = ${accountId} and d.environment = ${environment} for update of d`;
    if (!found) return 'not_found';
    if (found.deleted) return 'endpoint_deleted';
    if (found.status === 'disabled') return 'endpoint_disabled';
    if (found.tried) return 'being_tried';
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
  expectDeliveries();
  return outcome;
}

/**
 * Lets everything be tried again that has not arrived since then: failed and dropped ones, oldest first, at most
 * {@link resentAtMost}. @returns how many were queued, and whether there are more
 */
export async function resendSince({
  by,
  address,
  since,
  ...key
}: EndpointKey & Person & { since: Date }): Promise<
  { count: number; more: boolean } | 'not_found' | 'endpoint_disabled'
> {
  const outcome = await prisma.$transaction(
    async (db) => {
      const endpoint = await lockEndpoint(db, key);
      if (!endpoint) return 'not_found';
      if (endpoint.status === 'disabled') return 'endpoint_disabled';
      const from = firstIdAt(since);
      const count = await db.$executeRaw`
      update webhook_deliveries set status = 'pending', scheduled_attempts = 0, next_attempt_at = now(), finished_at = null, requested_by = ${`portal:${by}`}
      where id in (select id from webhook_deliveries where endpoint_id = ${key.id} and status in ('failed', 'dropped') and id >= ${from} order by id limit ${resentAtMost} for update skip locked)`;
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
      return { count, more: count === resentAtMost };
    },
    { timeout: 30_000 },
  );
  expectDeliveries();
  return outcome;
}

/** How many have not arrived since then, counted no further than can be sent again at once. */
export async function countUndelivered(endpointId: string, since: Date): Promise<number> {
  const [{ count }] = await prisma.$queryRaw<[{ count: number }]>`
    select count(*)::int as count from (
      select from webhook_deliveries where endpoint_id = ${endpointId} and status in ('failed', 'dropped') and id >= ${firstIdAt(since)} limit ${resentAtMost}) d`;
  return count;
}

/** Below every id of that moment or later. What is older than the log is gone. */
function firstIdAt(since: Date): string {
  const earliest = Date.now() - keptDays * 86_400_000;
  return idBound('dlv', new Date(Math.max(since.getTime(), earliest)));
}

import { recordAudit, type AuditActor } from '~/audit/audit';
import { prisma, type Database } from '~/platform/database/db.server';
import type { EndpointKey } from './endpoint-key';
import { healthyState, lockEndpoint } from './endpoints';
import type { DisabledReason } from './endpoint-notifications';
import { maskEndpointUrl } from './url-mask';

type Requester = { by: string; address?: string };

export async function enableEndpoint({
  by,
  address,
  ...key
}: EndpointKey & Requester): Promise<'enabled' | 'not_found'> {
  return prisma.$transaction(async (db) => {
    const endpoint = await lockEndpoint(db, key);
    if (!endpoint) return 'not_found';
    if (endpoint.status === 'enabled') return 'enabled';
    // The time when it was last disabled is kept, so that missed deliveries since then can be sent.
    await db.webhookEndpoint.update({
      where: { id: key.id },
      data: { status: 'enabled', disabledReason: null, ...healthyState },
    });
    await recordAudit(db, {
      actor: `portal:${by}`,
      action: 'webhook_endpoint_enabled',
      accountId: key.accountId,
      subject: key.id,
      details: { environment: key.environment, was_disabled: endpoint.disabledReason },
      address,
    });
    return 'enabled';
  });
}

export async function disableEndpoint({
  by,
  address,
  ...key
}: EndpointKey & Requester): Promise<'disabled' | 'not_found'> {
  const outcome = await prisma.$transaction(async (db) => {
    const endpoint = await lockEndpoint(db, key);
    if (!endpoint) return 'not_found';
    if (endpoint.status === 'enabled') await markEndpointDisabled(db, key, 'manual', `portal:${by}`, address);
    return 'disabled';
  });
  await dropPendingDeliveries();
  return outcome;
}

/** Disables it in the caller's transaction. {@link dropPendingDeliveries} drops its pending deliveries. */
export async function markEndpointDisabled(
  db: Database,
  key: EndpointKey,
  reason: DisabledReason,
  actor: AuditActor,
  address?: string,
): Promise<void> {
  await db.$executeRaw`update webhook_endpoints set status = 'disabled', disabled_reason = ${reason}, disabled_at = now() where id = ${key.id}`;
  await recordAudit(db, {
    actor,
    action: 'webhook_endpoint_disabled',
    accountId: key.accountId,
    subject: key.id,
    details: { environment: key.environment, disabled_reason: reason },
    address,
  });
}

/** Nothing more is sent to it. Its deliveries stay readable. */
export async function deleteEndpoint({
  by,
  address,
  ...key
}: EndpointKey & Requester): Promise<'deleted' | 'not_found'> {
  const outcome = await prisma.$transaction(async (db) => {
    const endpoint = await lockEndpoint(db, key);
    if (!endpoint) return 'not_found';
    // Its secret isn't needed anymore.
    await db.$executeRaw`
      update webhook_endpoints set deleted_at = now(), status = 'disabled', disabled_reason = coalesce(disabled_reason, 'manual'), disabled_at = coalesce(disabled_at, now()),
        sealed = '', previous_sealed = null, previous_ends_at = null
      where id = ${key.id}`;
    await recordAudit(db, {
      actor: `portal:${by}`,
      action: 'webhook_endpoint_deleted',
      accountId: key.accountId,
      subject: key.id,
      details: { environment: key.environment, url: maskEndpointUrl(endpoint.url) },
      address,
    });
    return 'deleted';
  });
  await dropPendingDeliveries();
  return outcome;
}

const batchSize = 1_000;

/**
 * Ends the pending deliveries of disabled endpoints, a batch at a time: those with an attempt have failed, and the others
 * were never sent. An attempt in progress ends first. Also called by a timer, in case a process ends in between.
 */
export async function dropPendingDeliveries(): Promise<void> {
  while ((await dropPendingBatch()) === batchSize);
}

function dropPendingBatch(): Promise<number> {
  return prisma.$executeRaw`
    update webhook_deliveries set status = case when attempts > 0 then 'failed' else 'dropped' end, next_attempt_at = null, leased_until = null, finished_at = now()
    where id in (
      select d.id from webhook_endpoints e
      cross join lateral (
        select id from webhook_deliveries where endpoint_id = e.id and status = 'pending' and (leased_until is null or leased_until <= now()) limit ${batchSize} for update skip locked) d
      where e.status = 'disabled' limit ${batchSize})`;
}

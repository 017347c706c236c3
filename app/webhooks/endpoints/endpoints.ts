import { recordAudit } from '~/audit/audit';
import { lockAccount } from '~/platform/database/account-lock.server';
import { containsCardNumber } from '~/platform/cards/card-numbers';
import { compareEdit, pickValues } from '~/platform/concurrency/compare-edit';
import { prisma, type Database } from '~/platform/database/db.server';
import { resolveEgress, type EgressRejection, type ResolveName } from '~/platform/egress/egress';
import { isPublicAddress } from '~/platform/egress/public-addresses';
import type { Environment } from '~/platform/environment';
import { isId } from '~/platform/ids';
import { isPrivateAddressAllowed, parseEndpointUrl, type EndpointUrlError } from './endpoint-url';
import type { EndpointKey } from './endpoint-key';
import { createEndpointSecret, openEndpointSecret } from './endpoint-secrets';
import { isEventType } from '~/webhooks/events/event-types';
import { maskEndpointUrl } from './url-mask';
import type { NotifyEndpointOwner } from './endpoint-notifications';

export const maximumEndpoints = 16;
const maximumDescriptionLength = 200;

/** For this time, a creation form submitted twice gets the same endpoint and secret. */
const repeatWindowSeconds = 60;
const resolveTimeoutMs = 5_000;

/** An endpoint without any known failure. */
export const healthyState = { failingSince: null, failures: 0, failingNotifiedAt: null };

export type Endpoint = NonNullable<Awaited<ReturnType<typeof findEndpoint>>>;

const endpointColumns = {
  id: true,
  url: true,
  description: true,
  events: true,
  status: true,
  disabledReason: true,
  disabledAt: true,
  failingSince: true,
  failures: true,
  secretVersion: true,
  previousEndsAt: true,
  createdAt: true,
  deletedAt: true,
} as const;

/** The endpoints that aren't deleted, oldest first. */
export function listEndpoints({ accountId, environment }: Omit<EndpointKey, 'id'>) {
  return prisma.webhookEndpoint.findMany({
    where: { accountId, environment, deletedAt: null },
    orderBy: { id: 'asc' },
    take: maximumEndpoints,
    select: endpointColumns,
  });
}

/** One endpoint, even if deleted: its deliveries stay readable. */
export function findEndpoint({ accountId, environment, id }: EndpointKey) {
  return prisma.webhookEndpoint.findFirst({ where: { id, accountId, environment }, select: endpointColumns });
}

/** A person's input for an endpoint. No event types: all of them. */
export type EndpointInput = { url: string; description: string; events: readonly string[] };

export type EndpointErrors = {
  url?: EndpointUrlError | EgressRejection;
  description?: 'too_long' | 'card_number';
  events?: 'unknown_event';
};

type EndpointSettings = { url: string; description: string; events: string[] };

/** Validates the input and resolves the URL's host before any database transaction. */
export async function checkEndpoint(
  input: EndpointInput,
  environment: Environment,
  resolve?: ResolveName,
): Promise<{ accepted: EndpointSettings } | { errors: EndpointErrors }> {
  const allowPrivate = isPrivateAddressAllowed(environment);
  const address = parseEndpointUrl(input.url, allowPrivate);
  const description = input.description.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  const errors: EndpointErrors = {
    ...(typeof address === 'string' && { url: address }),
    ...(containsCardNumber(description) && { description: 'card_number' as const }),
    ...(description.length > maximumDescriptionLength && { description: 'too_long' as const }),
    ...(!input.events.every(isEventType) && { events: 'unknown_event' as const }),
  };
  if (Object.keys(errors).length || typeof address === 'string') return { errors };
  const url = new URL(address.url);
  const egress = await resolveEgress(url, allowPrivate, AbortSignal.timeout(resolveTimeoutMs), resolve);
  // Even where private addresses are allowed, HTTP is only for these.
  const isPrivate = typeof egress === 'object' && !egress.addresses.some(isPublicAddress);
  if (url.protocol === 'http:' && !isPrivate) return { errors: { url: 'not_https' } };
  if (typeof egress === 'string') return { errors: { url: egress } };
  return { accepted: { url: address.url, description, events: [...new Set(input.events)].sort() } };
}

type EndpointChange = EndpointKey & {
  accepted: EndpointSettings;
  by: string;
  address?: string;
  notifyOwner: NotifyEndpointOwner;
};

/**
 * @param change its ID comes from the form, so that submitting it twice creates one endpoint
 * @returns the signing secret, to be shown once
 */
export async function createEndpoint({
  accepted,
  by,
  address,
  notifyOwner,
  ...key
}: EndpointChange): Promise<{ secret: string } | 'too_many' | 'exists'> {
  if (!isId('hook', key.id)) return 'exists';
  return prisma.$transaction(async (db) => {
    // One at a time per account, so that a double-click doesn't exceed the limit.
    await lockAccount(db, key.accountId);
    const existing = await db.webhookEndpoint.findUnique({ where: { id: key.id } });
    if (existing) {
      const isRepeat =
        existing.accountId === key.accountId &&
        existing.environment === key.environment &&
        existing.createdBy === by &&
        existing.secretVersion === 1 &&
        existing.createdAt.getTime() > Date.now() - repeatWindowSeconds * 1000;
      return isRepeat ? { secret: openEndpointSecret(existing.id, existing.sealed) } : 'exists';
    }
    const { id, accountId, environment } = key;
    if (
      (await db.webhookEndpoint.count({ where: { accountId, environment, deletedAt: null } })) >=
      maximumEndpoints
    )
      return 'too_many';
    const { secret, sealed } = createEndpointSecret(id);
    await db.webhookEndpoint.create({
      data: { id, accountId, environment, ...accepted, sealed, createdBy: by, secretCreatedBy: by },
    });
    await recordAudit(db, {
      actor: `portal:${by}`,
      action: 'webhook_endpoint_created',
      accountId,
      subject: id,
      details: { environment },
      after: toAuditValues(accepted),
      address,
    });
    await notifyOwner(db, { accountId, environment, endpointId: id, url: accepted.url, kind: 'created', by });
    return { secret };
  });
}

/**
 * @param seen the values that the person saw. Unchanged ones keep their current value
 * @returns the names of the values that someone else has changed
 */
export async function editEndpoint({
  seen,
  accepted,
  by,
  address,
  notifyOwner,
  ...key
}: EndpointChange & { seen?: EndpointSettings }): Promise<
  'edited' | 'not_found' | { conflicts: (keyof EndpointSettings)[] }
> {
  return prisma.$transaction(async (db) => {
    const before = await lockEndpoint(db, key);
    if (!before) return 'not_found';
    const { changedNames, conflicts } = compareEdit({
      seen: toComparableValues(seen ?? before),
      current: toComparableValues(before),
      requested: toComparableValues(accepted),
    });
    if (conflicts.length) return { conflicts };
    if (!changedNames.length) return 'edited';
    const changes = pickValues(accepted, changedNames);
    const edited: EndpointSettings = { ...before, ...changes };
    const [from, to] = [toAuditValues(before), toAuditValues(edited)];
    const hasNewUrl = edited.url !== before.url;
    // Failures of the old URL say nothing about the new one.
    await db.webhookEndpoint.update({
      where: { id: key.id },
      data: { ...changes, ...(hasNewUrl && healthyState) },
    });
    if (hasNewUrl && from.url === to.url) to.url += ' (another path)';
    await recordAudit(db, {
      actor: `portal:${by}`,
      action: 'webhook_endpoint_edited',
      accountId: key.accountId,
      subject: key.id,
      details: { environment: key.environment },
      before: from,
      after: to,
      address,
    });
    if (hasNewUrl)
      await notifyOwner(db, {
        accountId: key.accountId,
        environment: key.environment,
        endpointId: key.id,
        url: edited.url,
        kind: 'address_changed',
        by,
      });
    return 'edited';
  });
}

const toComparableValues = ({ url, description, events }: EndpointSettings) => ({
  url,
  description,
  events: events.join(' '),
});

function toAuditValues({ url, description, events }: EndpointSettings) {
  return { url: maskEndpointUrl(url), description, events: events.join(' ') || 'all' };
}

type LockedEndpoint = EndpointSettings & { status: 'enabled' | 'disabled'; disabledReason: string | null };

/**
 * Locks the endpoint for this transaction. Null when it's deleted or belongs to another account. The
 * fan-out's foreign keys don't wait for this lock.
 */
export async function lockEndpoint(
  db: Database,
  { id, accountId, environment }: EndpointKey,
): Promise<LockedEndpoint | null> {
  const [endpoint] = await db.$queryRaw<LockedEndpoint[]>`
    select url, description, events, status, disabled_reason as "disabledReason" from webhook_endpoints
    where id = ${id} and account_id = ${accountId} and environment = ${environment} and deleted_at is null for no key update`;
  return endpoint ?? null;
}

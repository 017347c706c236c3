import { recordAudit } from '~/audit/audit';
import { lockAccount } from '~/platform/account-lock.server';
import { holdsCardNumber } from '~/platform/card-numbers';
import { prisma, type Database } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';
import { isId } from '~/platform/ids';
import { mayBePrivate, readEndpointAddress, type AddressFault } from './endpoint-address';
import type { EndpointKey } from './endpoint-key';
import { findWay, type Refused, type Resolve } from './egress';
import { newEndpointSecret, openEndpointSecret } from './endpoint-secrets';
import { isEventType } from './event-types';
import { maskedAddress } from './masked-address';
import type { TellOfEndpoint } from './news';

export const maximumEndpoints = 16;
const longestDescription = 200;

/** A new endpoint's form that comes twice is answered with the same endpoint and secret for as long as that takes. */
const repeatedSeconds = 60;
const lookUpMs = 5_000;

/** An endpoint of which nothing is known that would be against it. */
export const healthy = { failingSince: null, failures: 0, failingNotifiedAt: null };

export type Endpoint = NonNullable<Awaited<ReturnType<typeof findEndpoint>>>;

const shown = {
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

/** The endpoints that are not deleted, oldest first. */
export function listEndpoints({ accountId, environment }: Omit<EndpointKey, 'id'>) {
  return prisma.webhookEndpoint.findMany({
    where: { accountId, environment, deletedAt: null },
    orderBy: { id: 'asc' },
    take: maximumEndpoints,
    select: shown,
  });
}

/** One endpoint, also when it is deleted: its deliveries stay readable. */
export function findEndpoint({ accountId, environment, id }: EndpointKey) {
  return prisma.webhookEndpoint.findFirst({ where: { id, accountId, environment }, select: shown });
}

/** What a person types about an endpoint. No event types: all of them. */
export type TypedEndpoint = { url: string; description: string; events: readonly string[] };

export type EndpointFault = {
  url?: AddressFault | Refused;
  description?: 'too_long' | 'card_number';
  events?: 'unknown_event';
};

type Accepted = { url: string; description: string; events: string[] };

/** Reads what was typed, and looks up where the address leads, before any database transaction. */
export async function checkEndpoint(
  typed: TypedEndpoint,
  environment: Environment,
  resolve?: Resolve,
): Promise<{ accepted: Accepted } | { faults: EndpointFault }> {
  const allowPrivate = mayBePrivate(environment);
  const address = readEndpointAddress(typed.url, allowPrivate);
  const description = typed.description.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  const faults: EndpointFault = {
    ...(typeof address === 'string' && { url: address }),
    ...(holdsCardNumber(description) && { description: 'card_number' as const }),
    ...(description.length > longestDescription && { description: 'too_long' as const }),
    ...(!typed.events.every(isEventType) && { events: 'unknown_event' as const }),
  };
  if (Object.keys(faults).length || typeof address === 'string') return { faults };
  const way = await findWay(new URL(address.url), allowPrivate, AbortSignal.timeout(lookUpMs), resolve);
  if (typeof way === 'string') return { faults: { url: way } };
  return { accepted: { url: address.url, description, events: [...new Set(typed.events)].sort() } };
}

type Change = EndpointKey & { accepted: Accepted; by: string; address?: string };

/** @param change its id comes from the form, so that one sent twice makes one endpoint. @returns the signing secret, to be shown once */
export async function createEndpoint({
  accepted,
  by,
  address,
  ...key
}: Change): Promise<{ secret: string } | 'too_many' | 'exists'> {
  if (!isId('hook', key.id)) return 'exists';
  return prisma.$transaction(async (db) => {
    // One at a time per account, so that two clicks at once do not pass the limit.
    await lockAccount(db, key.accountId);
    const made = await db.webhookEndpoint.findUnique({ where: { id: key.id } });
    if (made) {
      const repeated =
        made.accountId === key.accountId &&
        made.environment === key.environment &&
        made.createdBy === by &&
        made.secretVersion === 1 &&
        made.createdAt.getTime() > Date.now() - repeatedSeconds * 1000;
      return repeated ? { secret: openEndpointSecret(made.id, made.sealed) } : 'exists';
    }
    const { id, accountId, environment } = key;
    if (
      (await db.webhookEndpoint.count({ where: { accountId, environment, deletedAt: null } })) >=
      maximumEndpoints
    )
      return 'too_many';
    const { secret, sealed } = newEndpointSecret(id);
    await db.webhookEndpoint.create({
      data: { id, accountId, environment, ...accepted, sealed, createdBy: by, secretCreatedBy: by },
    });
    await recordAudit(db, {
      actor: `portal:${by}`,
      action: 'webhook_endpoint_created',
      accountId,
      subject: id,
      details: { environment },
      after: toAudit(accepted),
      address,
    });
    return { secret };
  });
}

export async function editEndpoint({
  accepted,
  by,
  address,
  tell,
  ...key
}: Change & { tell: TellOfEndpoint }): Promise<'edited' | 'not_found'> {
  return prisma.$transaction(async (db) => {
    const before = await lockEndpoint(db, key);
    if (!before) return 'not_found';
    const [from, to] = [toAudit(before), toAudit(accepted)];
    const moved = accepted.url !== before.url;
    if (!moved && JSON.stringify(from) === JSON.stringify(to)) return 'edited';
    // What failed at the old address says nothing about the new one.
    await db.webhookEndpoint.update({ where: { id: key.id }, data: { ...accepted, ...(moved && healthy) } });
    if (moved && from.url === to.url) to.url += ' (another path)';
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
    if (moved)
      await tell(db, {
        accountId: key.accountId,
        environment: key.environment,
        endpointId: key.id,
        url: accepted.url,
        kind: 'address_changed',
        by,
      });
    return 'edited';
  });
}

function toAudit({ url, description, events }: Accepted) {
  return { url: maskedAddress(url), description, events: events.join(' ') || 'all' };
}

type Locked = Accepted & { status: 'enabled' | 'disabled'; disabledReason: string | null };

/** The endpoint for this transaction alone; null when it is deleted or somebody else's. Events are handed out to it meanwhile: their foreign key waits for no such lock. */
export async function lockEndpoint(
  db: Database,
  { id, accountId, environment }: EndpointKey,
): Promise<Locked | null> {
  const [endpoint] = await db.$queryRaw<Locked[]>`
    select url, description, events, status, disabled_reason as "disabledReason" from webhook_endpoints
    where id = ${id} and account_id = ${accountId} and environment = ${environment} and deleted_at is null for no key update`;
  return endpoint ?? null;
}

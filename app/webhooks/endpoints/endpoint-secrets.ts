import { recordAudit } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import type { OverlapHours } from '~/platform/secrets/secret-overlap';
import type { SealedColumn } from '~/platform/secrets/reencryption.server';
import { seal, unseal } from '~/platform/secrets/secrets.server';
import type { EndpointKey } from './endpoint-key';
import type { NotifyEndpointOwner } from './endpoint-notifications';
import { createWebhookSecret } from '~/webhooks/verification/signature';

/** For this time, a form submitted twice gets the same secret. */
const repeatWindowSeconds = 60;

const getSecretPurpose = (endpointId: string) => `webhook-secret/${endpointId}`;

const endpoints = { table: 'webhook_endpoints', keys: ['id'], purpose: getSecretPurpose };
export const sealedEndpointSecrets: SealedColumn[] = [
  { ...endpoints, label: 'webhook secrets', value: 'sealed', assignment: 'sealed = $1' },
  {
    ...endpoints,
    label: 'previous webhook secrets',
    value: 'previous_sealed',
    assignment: 'previous_sealed = $1',
  },
];

/** A new secret and its stored form, which is encrypted for this endpoint because it's needed for signing. */
export function createEndpointSecret(endpointId: string): { secret: string; sealed: string } {
  const secret = createWebhookSecret();
  return { secret, sealed: seal(getSecretPurpose(endpointId), secret) };
}

/** Encrypted with another key, or damaged. */
export class UnreadableSecretError extends Error {}

/** A decrypted secret. Null when it can't be decrypted. */
export function readEndpointSecret(endpointId: string, sealed: string): string | null {
  return unseal(getSecretPurpose(endpointId), sealed);
}

/** @throws UnreadableSecret */
export function openEndpointSecret(endpointId: string, sealed: string): string {
  const secret = readEndpointSecret(endpointId, sealed);
  if (!secret) throw new UnreadableSecretError('a webhook secret does not open with this key');
  return secret;
}

/**
 * The secrets that sign a message: the current one, and the previous one during the overlap, unless it was
 * rotated because it couldn't be decrypted.
 * @throws UnreadableSecret
 */
export function openSigningSecrets(
  endpointId: string,
  sealed: string,
  previousSealed: string | null,
): string[] {
  const previous = previousSealed && readEndpointSecret(endpointId, previousSealed);
  return [openEndpointSecret(endpointId, sealed), ...(previous ? [previous] : [])];
}

type SecretRotation = EndpointKey & {
  by: string;
  overlapHours: OverlapHours;
  fromVersion: number;
  address?: string;
  notifyOwner: NotifyEndpointOwner;
};

/**
 * Rotates the signing secret. Both sign during the overlap. `from` is the version shown on the page: a form
 * submitted twice rotates once and gets the same secret.
 */
export async function rotateEndpointSecret({
  by,
  overlapHours,
  fromVersion,
  address,
  notifyOwner,
  ...key
}: SecretRotation): Promise<{ secret: string } | 'not_found' | 'two_secrets_sign' | 'rotated_meanwhile'> {
  return prisma.$transaction(async (db) => {
    const [endpoint] = await db.$queryRaw<
      { url: string; sealed: string; version: number; overlapping: boolean; madeNow: boolean }[]
    >`
      select url, sealed, secret_version as version, coalesce(previous_ends_at > now(), false) as overlapping,
        secret_created_by = ${by} and secret_created_at > now() - make_interval(secs => ${repeatWindowSeconds}) as "madeNow"
      from webhook_endpoints where id = ${key.id} and account_id = ${key.accountId} and environment = ${key.environment} and deleted_at is null for no key update`;
    if (!endpoint) return 'not_found';
    if (fromVersion >= 1 && endpoint.version === fromVersion + 1 && endpoint.madeNow)
      return { secret: openEndpointSecret(key.id, endpoint.sealed) };
    if (endpoint.version !== fromVersion) return 'rotated_meanwhile';
    if (endpoint.overlapping && overlapHours > 0) return 'two_secrets_sign';
    const { secret, sealed } = createEndpointSecret(key.id);
    await db.$executeRaw`
      update webhook_endpoints set sealed = ${sealed}, secret_version = secret_version + 1, secret_created_by = ${by}, secret_created_at = now(),
        previous_sealed = case when ${overlapHours} > 0 then sealed end, previous_ends_at = case when ${overlapHours} > 0 then now() + make_interval(hours => ${overlapHours}) end
      where id = ${key.id}`;
    await recordAudit(db, {
      actor: `portal:${by}`,
      action: 'webhook_secret_rotated',
      accountId: key.accountId,
      subject: key.id,
      details: { environment: key.environment, overlap_hours: overlapHours },
      address,
    });
    await notifyOwner(db, {
      accountId: key.accountId,
      environment: key.environment,
      endpointId: key.id,
      url: endpoint.url,
      kind: 'secret_rotated',
      by,
      overlapHours,
    });
    return { secret };
  });
}

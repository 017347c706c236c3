import { recordAudit } from '~/audit/audit';
import { findUserNames } from '~/identity/users/user-names';
import { lockAccount } from '~/platform/database/account-lock.server';
import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import type { OverlapHours } from '~/platform/secrets/secret-overlap';
import { digest } from '~/platform/secrets/secrets.server';
import { notifyCredentialChange } from './credential-notifications';
import {
  clearSecretStatusCache,
  createApiSecret,
  deriveClientSecret,
  type NewCredentials,
} from './credentials';

type SecretScope = { accountId: string; environment: Environment };

/** For this time, a form submitted twice gets the same secret. */
const repeatWindowMs = 60_000;

const retirementIdleMs = 24 * 60 * 60 * 1000;

/** The client secrets of an environment, newest first, without those that expired long ago. */
export async function listApiSecrets({ accountId, environment }: SecretScope) {
  const found = await prisma.apiSecret.findMany({
    where: { accountId, environment },
    orderBy: { id: 'desc' },
    take: 10,
    select: {
      id: true,
      hint: true,
      createdBy: true,
      createdAt: true,
      lastUsedAt: true,
      lastAddress: true,
      tokens: true,
      requests: true,
      endsAt: true,
    },
  });
  const names = await findUserNames(
    found.map(({ createdBy }) => createdBy),
    { accountId },
  );
  const now = new Date();
  const newest = found.find(({ endsAt }) => endsAt === null || endsAt > now);
  return found.map(({ createdBy, requests, ...secret }) => {
    const ended = secret.endsAt !== null && secret.endsAt <= now;
    return {
      ...secret,
      requests: Number(requests),
      createdBy: names.get(createdBy) ?? null,
      ended,
      safeToRetire:
        !ended && newest !== undefined && newest.id !== secret.id && isSafeToRetire(secret, newest, now),
    };
  });
}

/**
 * Whether the older secret is no longer in use: unused for 24 hours while the newer one was used. Tokens are
 * valid for one of these hours.
 */
function isSafeToRetire(
  older: { lastUsedAt: Date | null },
  newer: { lastUsedAt: Date | null },
  now: Date,
): boolean {
  const since = now.getTime() - retirementIdleMs;
  return (
    newer.lastUsedAt !== null &&
    newer.lastUsedAt.getTime() > since &&
    (older.lastUsedAt?.getTime() ?? 0) <= since
  );
}

/** The form that a person submitted to create a secret. */
type SecretForm = {
  /** Random. The form submitted twice creates one secret. */
  token: string;
  /** The newest secret on its page, or '' if it had none. */
  seenSecretId: string;
};

/**
 * Creates a new secret and sets an expiration for the older ones, which stay active for the overlap. At most
 * two are active: without an overlap only the new one, with one a single older one. A secret that the form's page didn't
 * list stays as it is.
 */
export async function rotateApiSecret(
  input: SecretScope & {
    createdBy: string;
    overlapHours: OverlapHours;
    form?: SecretForm;
    /** The person's IP address. */
    address?: string;
  },
): Promise<NewCredentials | 'two_secrets_active' | 'created_meanwhile'> {
  const { accountId, environment, createdBy, overlapHours, form, address } = input;
  const clientSecret =
    form && deriveClientSecret({ accountId, environment, createdBy, formToken: form.token });
  return prisma.$transaction(async (db) => {
    // One at a time per account, so that a double-click doesn't leave three secrets.
    await lockAccount(db, accountId);
    const now = new Date();
    const active = { accountId, environment, OR: [{ endsAt: null }, { endsAt: { gt: now } }] };
    if (clientSecret) {
      const created = await db.apiSecret.findUnique({ where: { hash: digest(clientSecret) } });
      const isRepeat =
        created && !created.endsAt && created.createdAt.getTime() > now.getTime() - repeatWindowMs;
      if (isRepeat) return { secretId: created.id, clientId: accountId, clientSecret };
      if (created || (await db.apiSecret.count({ where: { ...active, id: { gt: form.seenSecretId } } })))
        return 'created_meanwhile';
    }
    if (overlapHours > 0 && (await db.apiSecret.count({ where: active })) > 1) return 'two_secrets_active';
    const endsAt = new Date(now.getTime() + overlapHours * 60 * 60 * 1000);
    await db.apiSecret.updateMany({
      where: { accountId, environment, OR: [{ endsAt: null }, { endsAt: { gt: endsAt } }] },
      data: { endsAt },
    });
    const createdSecret = await createApiSecret(db, { accountId, environment, createdBy }, clientSecret);
    await recordAudit(db, {
      actor: `portal:${createdBy}`,
      action: 'secret_created',
      accountId,
      subject: createdSecret.secretId,
      details: { environment, overlap_hours: overlapHours, ends_with: createdSecret.clientSecret.slice(-4) },
      address,
    });
    await notifyCredentialChange(db, {
      accountId,
      environment,
      userId: createdBy,
      change: 'secret_created',
      subject: createdSecret.clientSecret.slice(-4),
      overlapHours,
    });
    return createdSecret;
  });
}

/** One secret of an account. Null when there is none. */
export async function findApiSecret({
  accountId,
  environment,
  secretId,
}: SecretScope & { secretId: string }) {
  const secrets = await listApiSecrets({ accountId, environment });
  const secret = secrets.find(({ id }) => id === secretId);
  return secret
    ? { ...secret, isOnlyActiveSecret: !secrets.some(({ id, ended }) => id !== secretId && !ended) }
    : null;
}

/**
 * Revokes a secret. Its tokens stop working within 5 s (decisions: Authentication). An expired one stays as
 * it is.
 */
export async function revokeApiSecret({
  accountId,
  environment,
  secretId,
  revokedBy,
  address,
}: SecretScope & { secretId: string; revokedBy: string; address?: string }): Promise<
  'revoked' | 'ended' | 'not_found'
> {
  const outcome = await prisma.$transaction(async (db) => {
    await lockAccount(db, accountId);
    const secret = await db.apiSecret.findFirst({ where: { id: secretId, accountId, environment } });
    const now = new Date();
    if (!secret) return 'not_found';
    if (secret.endsAt && secret.endsAt <= now) return 'ended';
    await db.apiSecret.update({ where: { id: secretId }, data: { endsAt: now } });
    await recordAudit(db, {
      actor: `portal:${revokedBy}`,
      action: 'secret_revoked',
      accountId,
      subject: secretId,
      details: { environment, ends_with: secret.hint },
      address,
    });
    await notifyCredentialChange(db, {
      accountId,
      environment,
      userId: revokedBy,
      change: 'secret_revoked',
      subject: secret.hint,
    });
    return 'revoked';
  });
  clearSecretStatusCache();
  return outcome;
}

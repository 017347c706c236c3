import type { AcquirerName, Processor } from '~/acquirers/acquirer-names';
import { listConnectionFields } from '~/acquirers/connection-fields';
import { testConnection } from '~/acquirers/registry';
import type { ConnectionTestResult } from '~/acquirers/acquirer';
import { findUserNames } from '~/identity/users/user-names';
import { prisma } from '~/platform/database/db.server';
import { config } from '~/platform/config/config.server';
import type { Environment } from '~/platform/environment';
import type { AcquirerConnection } from '~/platform/prisma/client';
import { unsealConnectionSecrets } from '~/vault/connection-secrets';
import { readAccess } from './connection-access';
import { hasRotation } from './connection-rotation';
import { isBuiltIn, isUsable, recordChange, type SetupActor } from './connection-setup';

const maximumConnections = 500;

export type ConnectionState = 'awaiting_approval' | 'active' | 'retired' | 'rejected';

/** A connection for a list. `account`: null for all merchants. */
export type ConnectionSummary = {
  id: string;
  name: string;
  acquirer: AcquirerName;
  environment: Environment;
  account: { id: string; name: string } | null;
  state: ConnectionState;
  /** A rotation waits for its approval. */
  hasProposedSecrets: boolean;
  /** Has an adapter, and the environment allows it. */
  isUsable: boolean;
};

type Person = { userId: string; name: string };

/** A saved secret. `end`: its last characters, if they may be shown. */
export type SavedSecret = { name: string; label: string; end: string | null };

export type ConnectionDetails = ConnectionSummary & {
  version: number;
  settings: Record<string, string | boolean | undefined>;
  secrets: SavedSecret[];
  webhookUrl: string;
  isBuiltIn: boolean;
  hasRotation: boolean;
  proposed: { by: Person; at: Date } | null;
  approved: { by: Person; at: Date } | null;
  rejected: { by: Person; at: Date; reason: string } | null;
  retired: { by: Person | null; at: Date } | null;
  /** Proposed secrets. `changed`: those that differ from the current ones. */
  next: { by: Person; at: Date; changed: SavedSecret[]; overlapHours: number } | null;
  previousEndsAt: Date | null;
  /** The connection that new payments of this scope use now, if it's another one. */
  replaces: { name: string; acquirer: AcquirerName } | null;
};

/** Active and proposed connections first, then the newest. */
export async function listConnectionSummaries(): Promise<ConnectionSummary[]> {
  const rows = await prisma.acquirerConnection.findMany({
    include: withAccount,
    orderBy: { createdAt: 'desc' },
    take: maximumConnections,
  });
  const rank = ({ state }: ConnectionSummary) =>
    ['awaiting_approval', 'active', 'retired', 'rejected'].indexOf(state);
  return rows.map(toSummary).sort((one, other) => rank(one) - rank(other));
}

const withAccount = { account: { select: { id: true, name: true } } } as const;
type Row = AcquirerConnection & { account: { id: string; name: string } | null };

function toSummary(row: Row): ConnectionSummary {
  return {
    id: row.id,
    name: row.name,
    acquirer: row.acquirer as AcquirerName,
    environment: row.environment as Environment,
    account: row.account,
    state: row.state as ConnectionState,
    hasProposedSecrets: row.nextSealed !== null,
    isUsable: isUsable(row),
  };
}

export async function findConnectionDetails(id: string): Promise<ConnectionDetails | null> {
  const row = await prisma.acquirerConnection.findUnique({ where: { id }, include: withAccount });
  if (!row) return null;
  const { environment, accountId } = row;
  const active = await prisma.acquirerConnection.findFirst({
    where: { environment, accountId, state: 'active', id: { not: id } },
    select: { name: true, acquirer: true },
  });
  const names = await findUserNames([
    row.proposedBy,
    row.approvedBy,
    row.rejectedBy,
    row.retiredBy,
    row.nextProposedBy,
  ]);
  const toPerson = (userId: string): Person => ({ userId, name: names.get(userId) ?? 'A former user' });
  return {
    ...toSummary(row),
    version: row.version,
    settings: row.settings as ConnectionDetails['settings'],
    secrets: listSavedSecrets(row, row.sealed),
    webhookUrl: buildWebhookUrl(id),
    isBuiltIn: isBuiltIn(row),
    hasRotation: hasRotation(row),
    proposed: row.proposedBy ? { by: toPerson(row.proposedBy), at: row.proposedAt } : null,
    approved: row.approvedBy ? { by: toPerson(row.approvedBy), at: row.approvedAt! } : null,
    rejected: row.rejectedBy
      ? { by: toPerson(row.rejectedBy), at: row.rejectedAt!, reason: row.rejectionReason ?? '' }
      : null,
    retired: row.retiredAt ? { by: row.retiredBy ? toPerson(row.retiredBy) : null, at: row.retiredAt } : null,
    next: row.nextProposedBy
      ? {
          by: toPerson(row.nextProposedBy),
          at: row.nextProposedAt!,
          changed: listChangedSecrets(row),
          overlapHours: row.nextOverlapHours!,
        }
      : null,
    previousEndsAt: row.previousEndsAt && row.previousEndsAt > new Date() ? row.previousEndsAt : null,
    replaces: active && { name: active.name, acquirer: active.acquirer as AcquirerName },
  };
}

/** Where the acquirer sends the webhooks of a connection. */
export function buildWebhookUrl(id: string): string {
  return `${new URL(config.addresses.portal).origin}/acquirer-webhooks/${id}`;
}

const visibleCharacters = 4;

function listSavedSecrets(row: AcquirerConnection, sealed: string | null): SavedSecret[] {
  const secrets = sealed && unsealConnectionSecrets(row.id, sealed);
  if (!secrets) return [];
  return listConnectionFields(row.acquirer as Processor, row.environment as Environment).flatMap(
    ({ name, label, showsEnd }) => {
      const text = secrets[name];
      return text === undefined
        ? []
        : [{ name, label, end: showsEnd ? text.slice(-visibleCharacters) : null }];
    },
  );
}

function listChangedSecrets(row: AcquirerConnection): SavedSecret[] {
  const [current, next] = [row.sealed, row.nextSealed].map((sealed) =>
    sealed ? unsealConnectionSecrets(row.id, sealed) : null,
  );
  return listSavedSecrets(row, row.nextSealed).filter(({ name }) => current?.[name] !== next?.[name]);
}

/**
 * Tests a connection at its acquirer, with the proposed secrets if there are any. `untested`: there's no test for it.
 */
export async function testStoredConnection({
  id,
  ...actor
}: { id: string } & SetupActor): Promise<ConnectionTestResult | { kind: 'untested' } | 'not_found'> {
  const row = await prisma.acquirerConnection.findUnique({ where: { id } });
  const access = row && readAccess({ ...row, sealed: row.nextSealed ?? row.sealed });
  if (!row) return 'not_found';
  if (!access) return { kind: 'untested' };
  const result = (await testConnection(access, AbortSignal.timeout(config.acquirerTimeoutMs))) ?? {
    kind: 'untested' as const,
  };
  await recordChange(prisma, 'acquirer_connection_tested', row, actor, { details: { result: result.kind } });
  return result;
}

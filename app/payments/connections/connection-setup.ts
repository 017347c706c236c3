import type { Processor } from '~/acquirers/acquirer-names';
import type { ConnectionInput } from '~/acquirers/connection-fields';
import { builtInConnectionId, openAcquirer } from '~/acquirers/registry';
import { recordAudit, type AuditAction, type AuditValues } from '~/audit/audit';
import { prisma, type Database } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import type { AcquirerConnection } from '~/platform/prisma/client';
import { sealConnectionSecrets, unsealConnectionSecrets } from '~/vault/connection-secrets';
import { getAcquirerAccount, recordFirstConnection } from './acquirer-accounts';
import { readAccess } from './connection-access';
import { refreshConnections } from './connections';

/** A staff member with the permission. */
export type SetupActor = { by: string; address?: string };
/** `version`: as shown on the page of the person. */
export type ConnectionVersion = { id: string; version: number };
export type VersionProblem = 'not_found' | 'changed_meanwhile';

/** `accountId`: null for all merchants without a connection of their own. */
type Details = { name: string; accountId: string | null } & ConnectionInput;

type Proposal = Details & SetupActor & { id: string; processor: Processor; environment: Environment };

/** Proposes a connection, which another person approves. Its ID is chosen first, because it's in the webhook address. */
export async function proposeConnection({
  id,
  processor,
  environment,
  ...details
}: Proposal): Promise<'proposed' | 'exists' | DetailsProblem> {
  return changeConnections(async (db) => {
    if (await db.acquirerConnection.findUnique({ where: { id } })) return 'exists';
    const problem = await findProblem(db, { acquirer: processor, environment, ...details });
    if (problem) return problem;
    const { name, accountId, settings, secrets, by } = details;
    const connection = await db.acquirerConnection.create({
      data: {
        ...{ id, name, acquirer: processor, environment, accountId, settings },
        sealed: sealConnectionSecrets(id, secrets),
        proposedBy: by,
      },
    });
    await recordChange(db, 'acquirer_connection_proposed', connection, details, {
      after: describe({ name, accountId, settings }),
    });
    return 'proposed';
  });
}

/**
 * Changes a connection that isn't approved yet. The person becomes its proposer and can't approve it. Secrets that are
 * missing stay.
 */
export async function editConnection({
  id,
  version,
  ...details
}: Details & ConnectionVersion & SetupActor): Promise<
  'saved' | DetailsProblem | 'not_awaiting_approval' | VersionProblem
> {
  return changeConnections(async (db) => {
    const connection = await lockConnection(db, { id, version });
    if (typeof connection === 'string') return connection;
    if (connection.state !== 'awaiting_approval') return 'not_awaiting_approval';
    const problem = await findProblem(db, { ...connection, ...details });
    if (problem) return problem;
    const { name, accountId, settings, secrets, by } = details;
    await db.acquirerConnection.update({
      where: { id },
      data: {
        ...{ name, accountId, settings },
        sealed: mergeSecrets(connection, secrets),
        version: version + 1,
        proposedBy: by,
        proposedAt: new Date(),
      },
    });
    await recordChange(db, 'acquirer_connection_edited', connection, details, {
      before: describe(connection),
      after: describe({ name, accountId, settings }),
      details: { new_secrets: Object.keys(secrets).join(', ') },
    });
    return 'saved';
  });
}

type ApprovalOutcome =
  | 'approved'
  | 'own_proposal'
  | 'not_awaiting_approval'
  | 'unavailable'
  | 'acquirer_account_in_use'
  | VersionProblem;

/** Makes a connection active. The active one of the same scope is retired at the same moment. */
export async function approveConnection({
  id,
  version,
  ...actor
}: ConnectionVersion & SetupActor): Promise<ApprovalOutcome> {
  return changeConnections(async (db) => {
    const connection = await lockConnection(db, { id, version });
    if (typeof connection === 'string') return connection;
    if (connection.state !== 'awaiting_approval') return 'not_awaiting_approval';
    if (connection.proposedBy === actor.by) return 'own_proposal';
    if (!isUsable(connection)) return 'unavailable';
    if (await isAcquirerAccountInUse(db, connection)) return 'acquirer_account_in_use';
    const replaced = await retireActive(db, connection, actor);
    const { acquirer, environment } = connection;
    const approved = await db.acquirerConnection.findMany({
      where: { acquirer, environment, state: { in: ['active', 'retired'] } },
    });
    await db.acquirerConnection.update({
      where: { id },
      data: {
        ...{ state: 'active', approvedBy: actor.by, approvedAt: new Date() },
        settings: recordFirstConnection(connection, replaced, approved),
      },
    });
    await recordChange(db, 'acquirer_connection_approved', connection, actor, {
      details: { replaced: replaced?.id ?? null },
    });
    return 'approved';
  });
}

/** Rejects a proposal. It has no payments, so its secrets are deleted. */
export async function rejectConnection({
  id,
  version,
  reason,
  ...actor
}: ConnectionVersion & SetupActor & { reason: string }): Promise<
  'rejected' | 'not_awaiting_approval' | VersionProblem
> {
  return changeConnections(async (db) => {
    const connection = await lockConnection(db, { id, version });
    if (typeof connection === 'string') return connection;
    if (connection.state !== 'awaiting_approval') return 'not_awaiting_approval';
    await db.acquirerConnection.update({
      where: { id },
      data: {
        state: 'rejected',
        sealed: null,
        rejectedBy: actor.by,
        rejectedAt: new Date(),
        rejectionReason: reason,
      },
    });
    await recordChange(db, 'acquirer_connection_rejected', connection, actor, { details: { reason } });
    return 'rejected';
  });
}

/** Takes no new payments from now on. Existing payments keep it. */
export async function retireActiveConnection({
  id,
  ...actor
}: { id: string } & SetupActor): Promise<'retired' | 'not_active' | 'not_found'> {
  return changeConnections(async (db) => {
    const connection = await lockConnection(db, { id });
    if (typeof connection === 'string') return 'not_found';
    if (connection.state !== 'active') return 'not_active';
    await retire(db, connection, actor);
    return 'retired';
  });
}

/** Makes the built-in simulator the active connection of its environment again. */
export async function reactivateSimulator({
  id,
  ...actor
}: { id: string } & SetupActor): Promise<'reactivated' | 'not_retired' | 'unavailable' | 'not_found'> {
  return changeConnections(async (db) => {
    const connection = await lockConnection(db, { id });
    if (typeof connection === 'string') return 'not_found';
    if (connection.state !== 'retired') return 'not_retired';
    if (!isBuiltIn(connection) || !isUsable(connection)) return 'unavailable';
    const replaced = await retireActive(db, connection, actor);
    await db.acquirerConnection.update({
      where: { id },
      data: { state: 'active', retiredAt: null, retiredBy: null },
    });
    await recordChange(db, 'acquirer_connection_reactivated', connection, actor, {
      details: { replaced: replaced?.id ?? null },
    });
    return 'reactivated';
  });
}

export const isBuiltIn = ({ id, environment }: Pick<AcquirerConnection, 'id' | 'environment'>): boolean =>
  id === builtInConnectionId(environment as Environment);

/** Whether this installation has an adapter that can use it. */
export function isUsable(connection: AcquirerConnection): boolean {
  const access = readAccess(connection);
  return access !== null && openAcquirer(access) !== null;
}

/**
 * One change at a time: two approvals for the same scope would otherwise see the same active connection. This process
 * uses the change immediately, and others within seconds.
 */
export async function changeConnections<T>(change: (db: Database) => Promise<T>): Promise<T> {
  const outcome = await prisma.$transaction(async (db) => {
    await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended('acquirer connections', 0))`;
    return change(db);
  });
  refreshConnections();
  return outcome;
}

/** A connection as it is, if its version is the given one. */
export async function lockConnection(
  db: Database,
  { id, version }: { id: string; version?: number },
): Promise<AcquirerConnection | VersionProblem> {
  const connection = await db.acquirerConnection.findUnique({ where: { id } });
  if (!connection) return 'not_found';
  return version === undefined || connection.version === version ? connection : 'changed_meanwhile';
}

/** The saved secrets with new ones, encrypted. */
export function mergeSecrets({ id, sealed }: AcquirerConnection, secrets: Record<string, string>): string {
  return sealConnectionSecrets(id, { ...unsealConnectionSecrets(id, sealed!), ...secrets });
}

/** @returns the one that was active, or null */
async function retireActive(
  db: Database,
  { environment, accountId }: AcquirerConnection,
  actor: SetupActor,
): Promise<AcquirerConnection | null> {
  const active = await db.acquirerConnection.findFirst({
    where: { environment, accountId, state: 'active' },
  });
  if (active) await retire(db, active, actor);
  return active;
}

async function retire(db: Database, connection: AcquirerConnection, actor: SetupActor): Promise<void> {
  await db.acquirerConnection.update({
    where: { id: connection.id },
    data: { state: 'retired', retiredBy: actor.by, retiredAt: new Date() },
  });
  await recordChange(db, 'acquirer_connection_retired', connection, actor);
}

async function isAccountKnown(db: Database, accountId: string | null): Promise<boolean> {
  return accountId === null || (await db.account.count({ where: { id: accountId } })) === 1;
}

type DetailsProblem = 'account_not_found' | 'acquirer_account_in_use';
type Scope = Pick<AcquirerConnection, 'acquirer' | 'environment' | 'accountId' | 'settings'>;

async function findProblem(db: Database, details: Scope): Promise<DetailsProblem | null> {
  if (!(await isAccountKnown(db, details.accountId))) return 'account_not_found';
  return (await isAcquirerAccountInUse(db, details)) ? 'acquirer_account_in_use' : null;
}

/**
 * Whether the active connection of another scope has the same account at the acquirer. Its webhooks and payouts don't say
 * which connection they are for. The active one of the same scope is replaced.
 */
async function isAcquirerAccountInUse(
  db: Database,
  { acquirer, environment, accountId, settings }: Scope,
): Promise<boolean> {
  const account = getAcquirerAccount(settings);
  if (account === undefined) return false;
  const active = await db.acquirerConnection.findMany({ where: { acquirer, environment, state: 'active' } });
  return active.some((one) => one.accountId !== accountId && getAcquirerAccount(one.settings) === account);
}

/** For the audit log: no secrets. */
function describe({
  name,
  accountId,
  settings,
}: Pick<AcquirerConnection, 'name' | 'accountId' | 'settings'>) {
  return { name, merchant: accountId, ...(settings as AuditValues) };
}

/** A merchant's audit log contains these: new payments go elsewhere. The rest is between staff. */
const merchantActions: readonly AuditAction[] = [
  'acquirer_connection_approved',
  'acquirer_connection_retired',
];

export async function recordChange(
  db: Database,
  action: AuditAction,
  { id, acquirer, environment, accountId }: AcquirerConnection,
  { by, address }: SetupActor,
  { details, ...change }: { details?: AuditValues; before?: AuditValues; after?: AuditValues } = {},
): Promise<void> {
  await recordAudit(db, {
    actor: `staff:${by}`,
    action,
    accountId: (merchantActions.includes(action) && accountId) || undefined,
    subject: id,
    details: { acquirer, environment, ...details },
    address,
    ...change,
  });
}

import type { AcquirerName, Processor } from '~/acquirers/acquirer-names';
import { listConnectionFields } from '~/acquirers/connection-fields';
import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import type { AcquirerConnection } from '~/platform/prisma/client';
import type { OverlapHours } from '~/platform/secrets/secret-overlap';
import { Secret } from '~/platform/secrets/secret';
import { sealConnectionSecrets, unsealConnectionSecrets } from '~/vault/connection-secrets';
import {
  changeConnections,
  lockConnection,
  mergeSecrets,
  recordChange,
  type ConnectionVersion,
  type SetupActor,
  type VersionProblem,
} from './connection-setup';

/** No rotation: there's no approved connection with secrets. */
type Outcome<T extends string> = T | 'no_rotation' | VersionProblem;

const noNextSecrets = {
  nextSealed: null,
  nextProposedBy: null,
  nextProposedAt: null,
  nextOverlapHours: null,
};

/**
 * Proposes new secrets for an approved connection, also for a retired one, whose payments still need them. They apply
 * once another person approves them, because they could belong to another account at the acquirer. A secret that is
 * missing stays. `overlapHours`: how long the previous webhook secrets are accepted after the approval.
 */
export async function proposeSecrets({
  id,
  version,
  secrets,
  overlapHours,
  ...actor
}: ConnectionVersion & SetupActor & { secrets: Record<string, string>; overlapHours: OverlapHours }): Promise<
  Outcome<'proposed'>
> {
  return changeConnections(async (db) => {
    const connection = await lockConnection(db, { id, version });
    if (typeof connection === 'string') return connection;
    if (!hasRotation(connection)) return 'no_rotation';
    await db.acquirerConnection.update({
      where: { id },
      data: {
        nextSealed: mergeSecrets(connection, secrets),
        nextProposedBy: actor.by,
        nextProposedAt: new Date(),
        nextOverlapHours: overlapHours,
        version: version + 1,
      },
    });
    await recordChange(db, 'acquirer_secrets_proposed', connection, actor, {
      details: { new_secrets: Object.keys(secrets).join(', '), overlap_hours: overlapHours },
    });
    return 'proposed';
  });
}

/** Approves proposed secrets, which apply immediately. */
export async function approveSecrets({
  id,
  version,
  ...actor
}: ConnectionVersion & SetupActor): Promise<Outcome<'approved' | 'own_proposal'>> {
  return changeConnections(async (db) => {
    const connection = await lockConnection(db, { id, version });
    if (typeof connection === 'string') return connection;
    if (!connection.nextSealed) return 'no_rotation';
    if (connection.nextProposedBy === actor.by) return 'own_proposal';
    await db.acquirerConnection.update({
      where: { id },
      data: {
        ...noNextSecrets,
        ...keepWebhookSecrets(connection),
        sealed: connection.nextSealed,
        version: version + 1,
        proposedBy: connection.nextProposedBy,
        proposedAt: connection.nextProposedAt!,
        approvedBy: actor.by,
        approvedAt: new Date(),
      },
    });
    await recordChange(db, 'acquirer_secrets_approved', connection, actor);
    return 'approved';
  });
}

/** Discards proposed secrets. The current ones continue to apply. */
export async function discardSecrets({
  id,
  version,
  ...actor
}: ConnectionVersion & SetupActor): Promise<Outcome<'discarded'>> {
  return changeConnections(async (db) => {
    const connection = await lockConnection(db, { id, version });
    if (typeof connection === 'string') return connection;
    if (!connection.nextSealed) return 'no_rotation';
    await db.acquirerConnection.update({
      where: { id },
      data: { ...noNextSecrets, version: version + 1 },
    });
    await recordChange(db, 'acquirer_secrets_discarded', connection, actor);
    return 'discarded';
  });
}

/** Whether its secrets can be rotated. */
export const hasRotation = ({ acquirer, state }: Pick<AcquirerConnection, 'acquirer' | 'state'>): boolean =>
  acquirer !== 'simulator' && (state === 'active' || state === 'retired');

/** The webhook secrets that a rotation replaces, until its overlap ends. */
function keepWebhookSecrets(connection: AcquirerConnection) {
  const current = listWebhookSecrets(connection, connection.sealed);
  const next = listWebhookSecrets(connection, connection.nextSealed);
  // A rotation of the API key alone doesn't end an earlier overlap.
  if (!current || JSON.stringify(current) === JSON.stringify(next)) return {};
  const hours = connection.nextOverlapHours!;
  if (hours === 0) return { previousSealed: null, previousEndsAt: null };
  return {
    previousSealed: sealConnectionSecrets(connection.id, current),
    previousEndsAt: new Date(Date.now() + hours * 3_600_000),
  };
}

type WebhookRow = Pick<AcquirerConnection, 'id' | 'acquirer' | 'environment'>;

function listWebhookSecrets(
  { id, acquirer, environment }: WebhookRow,
  sealed: string | null,
): Record<string, string> | null {
  const secrets = sealed && unsealConnectionSecrets(id, sealed);
  if (!secrets) return null;
  const names = listConnectionFields(acquirer as Processor, environment as Environment)
    .filter(({ webhook }) => webhook)
    .map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, secrets[name] ?? '']));
}

/**
 * What verifies the webhooks of a connection: its current webhook secrets by name and, during an overlap, the previous
 * ones. Null without secrets, for example for an unknown ID.
 */
export async function findWebhookSecrets(
  id: string,
): Promise<{ acquirer: AcquirerName; environment: Environment; secrets: Record<string, Secret>[] } | null> {
  const connection = await prisma.acquirerConnection.findUnique({ where: { id } });
  if (!connection?.sealed) return null;
  const { acquirer, environment, sealed, previousSealed, previousEndsAt } = connection;
  const isOverlapping = previousEndsAt !== null && previousEndsAt > new Date();
  const found = [sealed, isOverlapping ? previousSealed : null]
    .map((text) => listWebhookSecrets(connection, text))
    .filter((secrets) => secrets !== null)
    .map((secrets) =>
      Object.fromEntries(Object.entries(secrets).map(([name, text]) => [name, new Secret(text)])),
    );
  return { acquirer: acquirer as AcquirerName, environment: environment as Environment, secrets: found };
}

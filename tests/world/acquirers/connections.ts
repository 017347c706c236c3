import { onTestFinished, vi } from 'vitest';
import { acquirerLabels, type Processor } from '~/acquirers/acquirer-names';
import type { ConnectionInput } from '~/acquirers/connection-fields';
import { createSimulator, type Simulator } from '~/acquirers/simulator/simulator';
import { openAcquirer, processorAdapters, type AcquirerAccess } from '~/acquirers/registry';
import { refreshConnections } from '~/payments/connections/connections';
import { approveConnection, proposeConnection } from '~/payments/connections/connection-setup';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { log } from '~/platform/observability/log';
import { sealConnectionSecrets, unsealConnectionSecrets } from '~/vault/connection-secrets';
import { buildApiClient, type ApiClient } from '../api-client';
import { standInOrigins } from './processors';

/** A connection of its own to the simulator in test: one merchant's, or one that no new payment uses. */
export async function buildConnection(accountId?: string): Promise<{ id: string; acquirer: Simulator }> {
  const connection = { id: createId('con'), environment: 'test', acquirer: 'simulator' } as const;
  await prisma.acquirerConnection.create({
    data: {
      ...connection,
      name: 'Second simulator',
      ...(accountId ? { accountId, state: 'active' } : retired()),
    },
  });
  refreshConnections();
  return { id: connection.id, acquirer: openAcquirer(connection) as Simulator };
}

/**
 * Makes a connection unusable, as if the key of its secrets was missing.
 * @returns how to give it back its secrets
 */
export async function loseSecrets(id: string): Promise<() => Promise<void>> {
  const change = async (sealed: string) => {
    await prisma.acquirerConnection.update({ where: { id }, data: { sealed, version: { increment: 1 } } });
    refreshConnections();
  };
  const { sealed } = await prisma.acquirerConnection.findUniqueOrThrow({ where: { id } });
  await change(`${sealed}A`);
  return () => change(sealed!);
}

/** New payments of its merchant use the common connection again. */
export async function retireConnection(id: string): Promise<void> {
  await prisma.acquirerConnection.update({ where: { id }, data: retired() });
  refreshConnections();
}

const retired = () => ({ state: 'retired', retiredAt: new Date() });

/**
 * Until the end of the test, connections to Stripe and Adyen can be used, and behave like a simulator.
 * @returns what each adapter was opened with, oldest first
 */
export function provideProcessors(): AcquirerAccess[] {
  const original = { ...processorAdapters };
  const opened: AcquirerAccess[] = [];
  const create = (access: AcquirerAccess) => {
    opened.push(access);
    return createSimulator(undefined);
  };
  Object.assign(processorAdapters, { stripe: create, adyen: create });
  onTestFinished(() => {
    Object.assign(processorAdapters, original);
    refreshConnections();
  });
  return opened;
}

/** Gives a connection secrets that were encrypted for another one, which is logged until the end of the test. */
export async function damageSecrets(id: string): Promise<void> {
  const report = vi.spyOn(log, 'error').mockImplementation(() => {});
  onTestFinished(() => report.mockRestore());
  const sealed = sealConnectionSecrets(createId('con'), adyenSecrets);
  await prisma.acquirerConnection.update({ where: { id }, data: { sealed } });
  refreshConnections();
}

export type StandInConnection = { connectionId: string; client: ApiClient };

/** A new merchant whose test payments go to a stand-in for a processor, until the end of the test. */
export async function connectStandIn({
  id = createId('con'),
  origin,
  acquirer,
  settings,
  secrets,
}: {
  id?: string;
  origin: string;
  acquirer: Processor;
  settings: Record<string, string | boolean>;
  secrets: Record<string, string>;
}): Promise<StandInConnection> {
  const client = await buildApiClient();
  await prisma.acquirerConnection.create({
    data: {
      ...{ id, name: acquirerLabels[acquirer], acquirer, environment: 'test', settings },
      ...{ accountId: client.merchant.accountId, sealed: sealConnectionSecrets(id, secrets) },
      ...{ state: 'active', proposedBy: 'staff:usr_1', approvedBy: 'staff:usr_2', approvedAt: new Date() },
    },
  });
  reachStandIn(id, new URL(origin));
  return { connectionId: id, client };
}

/** Until the end of the test, a connection reaches a stand-in. */
function reachStandIn(id: string, origin: URL): void {
  standInOrigins.set(id, origin);
  refreshConnections();
  onTestFinished(async () => {
    standInOrigins.delete(id);
    await prisma.acquirerConnection.update({ where: { id }, data: { version: { increment: 1 } } });
    refreshConnections();
  });
}

/**
 * Replaces a merchant's connection to a stand-in until the end of the test, by one with the same settings and secrets but for
 * these.
 */
export async function buildReplacement(
  replaced: string,
  changes: { settings?: Record<string, boolean>; withoutSecret?: string } = {},
): Promise<string> {
  const id = createId('con');
  const { acquirer, accountId, settings, sealed } = await prisma.acquirerConnection.findUniqueOrThrow({
    where: { id: replaced },
  });
  reachStandIn(id, standInOrigins.get(replaced)!);
  const secrets = Object.entries(unsealConnectionSecrets(replaced, sealed!)!).filter(
    ([name]) => name !== changes.withoutSecret,
  );
  const proposed = await proposeConnection({
    ...{ id, name: 'Replacement', processor: acquirer as Processor, environment: 'test', accountId },
    ...{
      settings: { ...(settings as ConnectionInput['settings']), ...changes.settings },
      secrets: Object.fromEntries(secrets),
    },
    by: 'usr_1',
  });
  const approved = await approveConnection({ id, version: 1, by: 'usr_2' });
  if (proposed !== 'proposed' || approved !== 'approved') throw new Error(`${proposed} ${approved}`);
  return id;
}

export const stripeSecrets = {
  secretKey: 'sk_test_51PqRsTuVwXyZ0123456789wxyz',
  webhookSecret: 'whsec_0123456789abcdefghijklmnABCD',
};
export const adyenSecrets = {
  apiKey: 'AQEyhmfxK4nJbRZBw0m9n3QzUsGmSPl7K9',
  hmacKey: '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056',
  webhookUser: 'tillway-hooks',
  webhookPassword: 'four-wide-orange-rivers',
};
const secrets = { stripe: stripeSecrets, adyen: adyenSecrets };

type Proposed = {
  accountId?: string | null;
  by: string;
  processor?: Processor;
  name?: string;
  /** At Adyen. Two active connections can't have the same one. */
  merchantAccount?: string;
};

/** A connection in test that waits for its approval. `by`: the proposer. */
export async function buildProposal({
  accountId = null,
  by,
  processor = 'stripe',
  name = `Our ${processor}`,
  merchantAccount = createId('con'),
}: Proposed) {
  const id = createId('con');
  const outcome = await proposeConnection({
    settings:
      processor === 'adyen' ? { merchantAccount, multipleCaptures: true } : { multipleCaptures: false },
    secrets: secrets[processor],
    ...{ id, processor, environment: 'test', name, accountId, by },
  });
  if (outcome !== 'proposed') throw new Error(outcome);
  return { id, version: 1 };
}

/** An active connection of one merchant, proposed by one person and approved by another. */
export async function buildProcessorConnection(input: Proposed & { accountId: string; approver: string }) {
  const proposal = await buildProposal(input);
  const outcome = await approveConnection({ ...proposal, by: input.approver });
  if (outcome !== 'approved') throw new Error(outcome);
  return proposal;
}

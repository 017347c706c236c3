import type { Acquirer } from '~/acquirers/acquirer';
import { openAcquirer } from '~/acquirers/registry';
import { singleton } from '~/platform/concurrency/singleton.server';
import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { getFirstConnection } from './acquirer-accounts';
import { readAccess } from './connection-access';

/**
 * All connections to one account at an acquirer, which knows nothing about our connections. `firstId`: the one that was
 * approved first, with which its payouts are stored.
 */
export type AcquirerAccount = { firstId: string; connectionIds: string[] };

/** A connection to an acquirer that can be used here. */
export type Connection = {
  id: string;
  environment: Environment;
  name: string;
  acquirer: Acquirer;
  account: AcquirerAccount;
};

/** A connection whose acquirer lists every request in a ledger. */
export type LedgerConnection = Connection & { acquirer: Required<Pick<Acquirer, 'readStatement'>> };

export const hasLedger = (connection: Connection): connection is LedgerConnection =>
  connection.acquirer.readStatement !== undefined;

/** A connection whose acquirer reports its payouts, in a list or in events. */
export type PayoutConnection = Connection & { acquirer: Required<Pick<Acquirer, 'listPayoutEntries'>> };

/** A connection whose acquirer lists its events. */
export type EventListConnection = Connection & { acquirer: Required<Pick<Acquirer, 'listEvents'>> };

export const hasEventList = (connection: Connection): connection is EventListConnection =>
  connection.acquirer.listEvents !== undefined;

/** A connection whose acquirer explains its events. */
type EventConnection = Connection & { acquirer: Required<Pick<Acquirer, 'readEvent'>> };

export const hasEvents = (connection: Connection): connection is EventConnection =>
  connection.acquirer.readEvent !== undefined;

export const hasPayouts = (connection: Connection): connection is PayoutConnection =>
  connection.acquirer.listPayoutEntries !== undefined;

/** Whether a connection finds out from an event which payouts there are, and can read their entries. */
export const readsPayoutEvents = (connection: Connection): connection is EventConnection & PayoutConnection =>
  hasEvents(connection) && hasPayouts(connection);

type Connections = {
  usable: Map<string, Connection>;
  /** The IDs of the others. */
  unusable: string[];
  /** The IDs of usable ones whose acquirer allows one capture per payment. */
  singleCapture: string[];
  /** The IDs of active connections by environment and account. */
  active: Map<string, string>;
  /** By the ID of each connection. `usable`: the active one first, then the newest. */
  accounts: Map<string, AcquirerAccount & { usable: Connection[] }>;
};

/** A change reaches all processes within this time. */
const maximumAgeMs = 5_000;
const cache = singleton('acquirer-connections', () => ({
  readAt: -Infinity,
  connections: undefined as Promise<Connections> | undefined,
}));

const keyOf = (environment: string, accountId: string | null) => `${environment} ${accountId ?? ''}`;

/** The connection for a merchant's new payments: their own, or else the common one. Null when it can't be used. */
export async function findConnection({
  accountId,
  environment,
}: {
  accountId: string;
  environment: Environment;
}): Promise<Connection | null> {
  const { active, usable } = await readConnections();
  const id = active.get(keyOf(environment, accountId)) ?? active.get(keyOf(environment, null));
  return (id !== undefined && usable.get(id)) || null;
}

/**
 * The connection of an existing payment. It stays the same after new payments use another one. Null when it can't be
 * used.
 */
export async function getConnection(id: string): Promise<Connection | null> {
  const { usable, unusable } = await readConnections();
  const found = usable.get(id);
  if (found || unusable.includes(id)) return found ?? null;
  refreshConnections();
  return (await readConnections()).usable.get(id) ?? null;
}

/** @throws when the connection can't be used, so that the outcome stays unknown until it can */
export async function requireAcquirer(connectionId: string): Promise<Acquirer> {
  const connection = await getConnection(connectionId);
  if (!connection) throw new Error(`the connection ${connectionId} can’t be used`);
  return connection.acquirer;
}

/** Every connection that can be used, also for existing payments alone. */
export async function listConnections(): Promise<Connection[]> {
  return [...(await readConnections()).usable.values()];
}

/** The account at the acquirer of a connection, whether or not it can be used. */
export async function findAcquirerAccount(connectionId: string): Promise<AcquirerAccount | null> {
  return (await findAccount(connectionId)) ?? null;
}

async function findAccount(connectionId: string) {
  const { accounts } = await readConnections();
  if (!accounts.has(connectionId)) refreshConnections();
  return (await readConnections()).accounts.get(connectionId);
}

/**
 * The connection that reads what concerns the whole account of a connection: the newest one that can. The keys of older
 * ones may have been revoked.
 */
export async function findAccountReader<C extends Connection>(
  connectionId: string,
  canRead: (connection: Connection) => connection is C,
): Promise<C | null> {
  return (await findAccount(connectionId))?.usable.find(canRead) ?? null;
}

/** The {@link findAccountReader} of each account. */
export async function listAccountReaders<C extends Connection>(
  canRead: (connection: Connection) => connection is C,
): Promise<C[]> {
  const { accounts } = await readConnections();
  return [...new Set(accounts.values())].flatMap(({ usable }) => usable.find(canRead) ?? []);
}

/**
 * Reads something from the acquirer of each connection, one after another. One that doesn't answer doesn't block the
 * others.
 * @returns the errors, for the caller to throw once everything else is done
 */
export async function readFromEach<C extends Connection>(
  connections: readonly C[],
  read: (connection: C) => Promise<unknown>,
  { stopping, only }: { stopping?: AbortSignal; only?: { connectionId: string } },
): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const connection of connections) {
    if (stopping?.aborted) break;
    if (only && connection.id !== only.connectionId) continue;
    await read(connection).catch((error: unknown) => failures.push(error));
  }
  return failures;
}

/** The IDs of connections whose payments can't be captured, voided, or refunded now, separated by commas. */
export async function listUnusableConnections(): Promise<string> {
  return (await readConnections()).unusable.join();
}

/** The IDs of connections whose acquirer allows one capture per payment, separated by commas. */
export async function listSingleCaptureConnections(): Promise<string> {
  return (await readConnections()).singleCapture.join();
}

/** Reads the connections again at the next request. */
export function refreshConnections(): void {
  cache.readAt = -Infinity;
}

function readConnections(): Promise<Connections> {
  if (cache.connections && performance.now() - cache.readAt < maximumAgeMs) return cache.connections;
  cache.readAt = performance.now();
  return (cache.connections = readAll().catch((error: unknown) => {
    refreshConnections();
    throw error;
  }));
}

async function readAll(): Promise<Connections> {
  // The others have no payments.
  const rows = await prisma.acquirerConnection.findMany({
    where: { state: { in: ['active', 'retired'] } },
    orderBy: [{ retiredAt: { sort: 'desc', nulls: 'first' } }, { id: 'asc' }],
  });
  const connections: Connections = {
    usable: new Map(),
    unusable: [],
    singleCapture: [],
    active: new Map(),
    accounts: new Map(),
  };
  const byFirst = new Map<string, AcquirerAccount & { usable: Connection[] }>();
  for (const row of rows) {
    const { id, name, accountId, state } = row;
    const environment = row.environment as Environment;
    const access = readAccess(row);
    const acquirer = access && openAcquirer(access);
    const firstId = getFirstConnection(row);
    const account = byFirst.get(firstId) ?? { firstId, connectionIds: [], usable: [] };
    byFirst.set(firstId, account);
    account.connectionIds.push(id);
    connections.accounts.set(id, account);
    if (acquirer) {
      const connection = { id, environment, name: `${name} (${environment})`, acquirer, account };
      connections.usable.set(id, connection);
      account.usable.push(connection);
    } else connections.unusable.push(id);
    if (acquirer && !acquirer.capabilities.multipleCaptures) connections.singleCapture.push(id);
    if (state === 'active') connections.active.set(keyOf(environment, accountId), id);
  }
  return connections;
}

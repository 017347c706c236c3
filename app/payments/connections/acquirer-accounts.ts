import type { AcquirerConnection } from '~/platform/prisma/client';
import { unsealConnectionSecrets } from '~/vault/connection-secrets';

type Settings = AcquirerConnection['settings'];

/** Undefined if only the acquirer knows which account a key belongs to. */
export function getAcquirerAccount(settings: Settings): string | undefined {
  const { merchantAccount, account } = settings as { merchantAccount?: string; account?: string };
  return (merchantAccount ?? account)?.toLowerCase();
}

/**
 * The connection that was the first one to the account of a connection. It's stored with the settings when a connection is
 * approved, because the keys that show it can change later. {@link firstConnection} is the same in SQL.
 */
export const getFirstConnection = ({ id, settings }: Pick<AcquirerConnection, 'id' | 'settings'>): string =>
  (settings as { sameAccountAs?: string }).sameAccountAs ?? id;

const firstConnection = (connection: string) =>
  `coalesce(${connection}.settings ->> 'sameAccountAs', ${connection}.id)`;

/** Whether two rows of acquirer_connections have the same account at their acquirer. */
export const haveSameAccount = (one: string, other: string) =>
  `${firstConnection(one)} = ${firstConnection(other)}`;

/** Whether all connections to the account of a connection are for the same merchant. */
export const hasOneMerchant = (connection: string) => `not exists (
  select from acquirer_connections other where other.state in ('active', 'retired') and ${haveSameAccount('other', connection)}
    and other.account_id is distinct from ${connection}.account_id)`;

/**
 * The settings of a connection that is approved now, with the first connection to the same account, if there is one. Without
 * an account in the settings, only the key of the connection that it replaces shows that it's the same.
 * @param approved all that are or were active with this acquirer in this environment
 */
export function recordFirstConnection(
  connection: AcquirerConnection,
  replaced: AcquirerConnection | null,
  approved: readonly AcquirerConnection[],
): object {
  const account = getAcquirerAccount(connection.settings);
  const same =
    account === undefined
      ? replaced && hasSameKey(connection, replaced) && replaced
      : approved.find(({ settings }) => getAcquirerAccount(settings) === account);
  return { ...(connection.settings as object), ...(same && { sameAccountAs: getFirstConnection(same) }) };
}

function hasSameKey(one: AcquirerConnection, other: AcquirerConnection): boolean {
  if (one.acquirer !== other.acquirer || getAcquirerAccount(other.settings) !== undefined) return false;
  const [key, otherKey] = [one, other].map(
    ({ id, sealed }) => sealed && unsealConnectionSecrets(id, sealed)?.secretKey,
  );
  return Boolean(key) && key === otherKey;
}

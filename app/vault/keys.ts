import { hkdfSync } from 'node:crypto';
import { config, demoVaultKeyId } from '~/platform/config/config.server';
import type { Environment } from '~/platform/environment';
import { requirePersistentKey } from '~/platform/secrets/persistent-keys.server';
import { singleton } from '~/platform/concurrency/singleton.server';

/** A key that encrypts the keys of cards in one environment. */
export type VaultKey = { id: string; key: Buffer };
type NamedKey = { id: string; parts: string[] };

const keys = (environment: Environment) =>
  singleton(`vault-keys-${environment}`, () => listVaultKeys(environment));

/**
 * The key for new cards.
 * @throws in live without its own key, unless live is simulated
 */
export function getCurrentVaultKey(environment: Environment): VaultKey {
  const [current] = keys(environment);
  if (!current) throw new Error('VAULT_KEYS: the development key can’t encrypt live cards');
  return current;
}

/** The current or previous key with an ID. Undefined for any other. */
export function findKey(environment: Environment, id: string): VaultKey | undefined {
  return keys(environment).find((key) => key.id === id);
}

/** Every key of an environment, current key first (threat T2: test and live have different keys). */
export function listVaultKeys(
  environment: Environment,
  {
    vaultKeys,
    production,
    simulatedLive,
  }: Pick<typeof config, 'vaultKeys' | 'production' | 'simulatedLive'> = config,
): VaultKey[] {
  const named = vaultKeys.map(({ id, parts }: NamedKey) => ({
    id,
    key: parts.map((part): Buffer => Buffer.from(part, 'hex')).reduce(xor),
  }));
  // Cards saved with the development key stay readable until they're re-encrypted.
  const mayBeDemo = !production && (environment === 'test' || simulatedLive);
  const all = mayBeDemo ? [...named, { id: demoVaultKeyId, key: requirePersistentKey('vault/demo') }] : named;
  return all.map(({ id, key }) => ({
    id,
    key: Buffer.from(hkdfSync('sha256', key, '', `tillway/vault/${environment}`, 32)),
  }));
}

/** The parts of two custodians are combined only here, so that neither knows the key. */
function xor(left: Buffer, right: Buffer): Buffer {
  return Buffer.from(left.map((byte, index) => byte ^ right[index]!));
}

// Card encryption: AES-256-GCM with a key per card (envelope encryption, docs/decisions/0014).
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Environment } from '~/platform/environment';
import { getCurrentVaultKey, findKey, type VaultKey } from './keys';

/**
 * The context that an encrypted card is bound to. Moved to another row, merchant, or environment, it can't be
 * decrypted (threat T16).
 */
export type Place = { accountId: string; environment: Environment; tokenId: string };

/**
 * `wrappedKey`: the card's own key, encrypted with the vault's key. `sealed`: the card, encrypted with its own
 * key. Each consists of nonce, tag, and ciphertext.
 */
export type Envelope = { keyId: string; wrappedKey: string; sealed: string };

const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts text with its own new key. */
export function sealInEnvelope(place: Place, text: string): Envelope {
  const dataKey = randomBytes(32);
  return {
    ...wrap(place, dataKey, getCurrentVaultKey(place.environment)),
    sealed: encrypt(dataKey, getBinding(place, 'card'), Buffer.from(text)),
  };
}

/**
 * Reverses {@link sealInEnvelope}.
 * @throws when its key is missing, or anything was changed or moved
 */
export function openEnvelope(place: Place, envelope: Envelope): string {
  return decrypt(unwrap(place, envelope), getBinding(place, 'card'), envelope.sealed).toString('utf8');
}

/** The same data key, re-encrypted with the current key. The content stays unchanged. */
export function rewrap(place: Place, envelope: Omit<Envelope, 'sealed'>): Omit<Envelope, 'sealed'> {
  return wrap(place, unwrap(place, envelope), getCurrentVaultKey(place.environment));
}

/** Whether the available keys can decrypt it. */
export function canOpen(place: Place, envelope: Omit<Envelope, 'sealed'>): boolean {
  try {
    return unwrap(place, envelope).length > 0;
  } catch {
    return false;
  }
}

function wrap(place: Place, dataKey: Buffer, { id, key }: VaultKey): Omit<Envelope, 'sealed'> {
  return { keyId: id, wrappedKey: encrypt(key, getBinding(place, 'key'), dataKey) };
}

function unwrap(place: Place, { keyId, wrappedKey }: Omit<Envelope, 'sealed'>): Buffer {
  const key = findKey(place.environment, keyId)?.key;
  if (!key) throw new Error(`VAULT_KEYS has no key ${keyId}`);
  return decrypt(key, getBinding(place, 'key'), wrappedKey);
}

function getBinding({ accountId, environment, tokenId }: Place, what: 'card' | 'key'): Buffer {
  return Buffer.from([what, accountId, environment, tokenId].join('\n'));
}

function encrypt(key: Buffer, binding: Buffer, plain: Buffer): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(binding);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

function decrypt(key: Buffer, binding: Buffer, text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length < nonceBytes + tagBytes) throw new Error('an encrypted text is too short');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
    .setAAD(binding)
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
}

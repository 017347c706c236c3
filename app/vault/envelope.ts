// Card encryption: AES-256-GCM with a key per card (envelope encryption, docs/decisions/0014).
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Environment } from '~/platform/environment';
import { getCurrentVaultKey, findKey, type VaultKey } from './keys';

/**
 * The context that an encrypted card is bound to. Moved to another row, merchant, or environment, it can't be
 * decrypted (threat T16).
 */
export type EncryptionContext = { accountId: string; environment: Environment; tokenId: string };

/**
 * `wrappedKey`: the card's own key, encrypted with the vault's key. `sealed`: the card, encrypted with its own
 * key. Each consists of nonce, tag, and ciphertext.
 */
export type Envelope = { keyId: string; wrappedKey: string; sealed: string };

const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts a card's details with a new key of their own. */
export function encryptCard(context: EncryptionContext, text: string): Envelope {
  const dataKey = randomBytes(32);
  return {
    ...wrap(context, dataKey, getCurrentVaultKey(context.environment)),
    sealed: encrypt(dataKey, getAssociatedData(context, 'card'), Buffer.from(text)),
  };
}

/**
 * Reverses {@link encryptCard}.
 * @throws when its key is missing, or anything was changed or moved
 */
export function decryptCard(context: EncryptionContext, envelope: Envelope): string {
  return decrypt(unwrap(context, envelope), getAssociatedData(context, 'card'), envelope.sealed).toString(
    'utf8',
  );
}

/** The same data key, re-encrypted with the current key. The content stays unchanged. */
export function rewrap(
  context: EncryptionContext,
  envelope: Omit<Envelope, 'sealed'>,
): Omit<Envelope, 'sealed'> {
  return wrap(context, unwrap(context, envelope), getCurrentVaultKey(context.environment));
}

/** Whether the available keys can decrypt it. */
export function canOpen(context: EncryptionContext, envelope: Omit<Envelope, 'sealed'>): boolean {
  try {
    unwrap(context, envelope);
    return true;
  } catch {
    return false;
  }
}

function wrap(context: EncryptionContext, dataKey: Buffer, { id, key }: VaultKey): Omit<Envelope, 'sealed'> {
  return { keyId: id, wrappedKey: encrypt(key, getAssociatedData(context, 'key'), dataKey) };
}

function unwrap(context: EncryptionContext, { keyId, wrappedKey }: Omit<Envelope, 'sealed'>): Buffer {
  const key = findKey(context.environment, keyId)?.key;
  if (!key) throw new Error(`VAULT_KEYS has no key ${keyId}`);
  return decrypt(key, getAssociatedData(context, 'key'), wrappedKey);
}

function getAssociatedData(
  { accountId, environment, tokenId }: EncryptionContext,
  what: 'card' | 'key',
): Buffer {
  return Buffer.from([what, accountId, environment, tokenId].join('\n'));
}

function encrypt(key: Buffer, associatedData: Buffer, plain: Buffer): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associatedData);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

function decrypt(key: Buffer, associatedData: Buffer, text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length < nonceBytes + tagBytes) throw new Error('an encrypted text is too short');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
    .setAAD(associatedData)
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
}

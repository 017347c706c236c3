import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { getRootKeys } from './root-keys.server';

/**
 * A derived key for one purpose, from the current SECRET_KEY. Stored hashes for lookups need a persistent key
 * instead: see persistent-keys.server.
 */
export function deriveKey(purpose: string): Buffer {
  return getRootKeys()[0].derive(purpose);
}

/**
 * The same, with those of every other configured key: signatures from before a rotation of SECRET_KEY stay
 * valid.
 */
export function deriveKeys(purpose: string): Buffer[] {
  return getRootKeys().map(({ derive }) => derive(purpose));
}

/** 256 random bits as URL-safe text. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 in hex. For random values only. Passwords use identity/passwords/passwords. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export function hmacDigest(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

/** Compares two secrets in constant time (threat T29). */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(
    createHash('sha256').update(one).digest(),
    createHash('sha256').update(other).digest(),
  );
}

/**
 * Encrypts with AES-256-GCM, bound to a purpose, so that moved text can't be decrypted. The key's ID and a
 * dot precede the result. Every table with encrypted text is listed in vault/secret-rotation, which
 * re-encrypts it with a new key.
 */
export function seal(purpose: string, text: string): string {
  const [root] = getRootKeys();
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', root.derive(`seal/${purpose}`), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${root.id}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

/**
 * Reverses {@link seal} with the right key. Null for anything that wasn't encrypted here for this purpose.
 */
export function unseal(purpose: string, sealed: string): string | null {
  // Encrypted by a version without key IDs: the key that decrypts it is the right one.
  const [text, id] = sealed.split('.').reverse() as [string, string?];
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length < 28) return null;
  for (const root of getRootKeys()) {
    const opened = id === undefined || id === root.id ? decrypt(root.derive(`seal/${purpose}`), bytes) : null;
    if (opened !== null) return opened;
  }
  return null;
}

/** @throws when the text can't be decrypted, and its owner needs it. */
export function unsealOrThrow(purpose: string, sealed: unknown): string {
  const text = typeof sealed === 'string' ? unseal(purpose, sealed) : null;
  if (text === null) throw new Error(`the ${purpose} does not open with this key`);
  return text;
}

function decrypt(key: Buffer, bytes: Buffer): string | null {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

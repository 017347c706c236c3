import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { rootKeys } from './root-keys.server';

/** A key for one purpose, of the SECRET_KEY of today. What is kept and looked up again takes one that lasts: lasting-keys.server. */
export function deriveKey(purpose: string): Buffer {
  return rootKeys()[0].derive(purpose);
}

/** The same, and those of every other key that is given: what was signed before a change of SECRET_KEY is still good. */
export function deriveKeys(purpose: string): Buffer[] {
  return rootKeys().map(({ derive }) => derive(purpose));
}

/** 256 random bits as URL-safe text. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 in hex. For values that are random themselves; passwords go through identity/passwords/passwords. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export function keyedDigest(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

/** Whether two secrets are the same, in a time that does not tell how far they are (threat T29). */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(
    createHash('sha256').update(one).digest(),
    createHash('sha256').update(other).digest(),
  );
}

/**
 * Encrypts with AES-256-GCM, bound to its purpose: sealed text moved elsewhere does not open. Before it stands the id of the
 * key, and a dot. What is kept sealed in a table is named in vault/secret-rotation, which takes it over to a new key.
 */
export function seal(purpose: string, text: string): string {
  const [root] = rootKeys();
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', root.derive(`seal/${purpose}`), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${root.id}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

/** Undoes {@link seal}, whichever key it was; null for anything that was not sealed here for this purpose. */
export function unseal(purpose: string, sealed: string): string | null {
  // Sealed by a version that wrote no id: the key that opens it is the one.
  const [text, id] = sealed.split('.').reverse() as [string, string?];
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length < 28) return null;
  for (const root of rootKeys()) {
    const opened = id === undefined || id === root.id ? open(root.derive(`seal/${purpose}`), bytes) : null;
    if (opened !== null) return opened;
  }
  return null;
}

function open(key: Buffer, bytes: Buffer): string | null {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

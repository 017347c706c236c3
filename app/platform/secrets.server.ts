import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { config, SettingError } from './config.server';
import { openFolder } from './data-folder.server';
import { once } from './once.server';

const rootKey = once('root-key', () => Buffer.from(config.secretKey ?? keyInFolder(config.dataDir), 'hex'));

/** For trying out: a key made at the first start and kept beside the embedded database. Production names its own. */
function keyInFolder(folder: string): string {
  if (folder === 'memory:') return randomBytes(32).toString('hex');
  const file = join(folder, 'secret.key');
  openFolder(folder);
  if (!existsSync(file)) placeWhole(file, randomBytes(32).toString('hex'));
  const key = readFileSync(file, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(key)) throw new SettingError(`DATA_DIR: ${file} is damaged; it should hold 64 hexadecimal digits`);
  return key;
}

/** Writes a file that appears with all of its text, unless another process was first. */
function placeWhole(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

/** A key for one purpose. Purposes, and so test and live, never share one (threat T2). */
export function deriveKey(purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', rootKey, '', `tillway/${purpose}`, 32));
}

/** 256 random bits as URL-safe text. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 in hex. For values that are random themselves; passwords go through identity/passwords. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export function keyedDigest(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

/** Whether two secrets are the same, in a time that does not tell how far they are (threat T29). */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest());
}

/** Encrypts with AES-256-GCM, bound to its purpose: sealed text moved elsewhere does not open. */
export function seal(purpose: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(`seal/${purpose}`), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Undoes {@link seal}; null for anything that was not sealed here for this purpose. */
export function unseal(purpose: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < 28) return null;
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(`seal/${purpose}`), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

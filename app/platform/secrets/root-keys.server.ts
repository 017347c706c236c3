import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { config, SettingError } from '~/platform/config/config.server';
import { ensurePrivateFolder } from '~/platform/database/data-folder.server';
import { singleton } from '~/platform/concurrency/singleton.server';

/**
 * SECRET_KEY, or a previous or next one. Its ID is public and precedes what it encrypted. Purposes, and so
 * test and live, never share a derived key (threat T2).
 */
export type RootKey = { id: string; fingerprint: string; derive: (purpose: string) => Buffer };

/** SECRET_KEY first, which encrypts and signs. Data of the others stays valid (docs/decisions/0029). */
export function getRootKeys(): [RootKey, ...RootKey[]] {
  return singleton('root-keys', () => [
    createRootKey(config.secretKey ?? readOrCreateKeyFile(config.dataDir)),
    ...config.otherSecretKeys.map(createRootKey),
  ]);
}

export function createRootKey(hex: string): RootKey {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(hex, 'hex'), '', `tillway/${purpose}`, 32));
  const fingerprint = createHmac('sha256', derive('fingerprint')).update('tillway').digest('hex');
  return { id: fingerprint.slice(0, 8), fingerprint, derive };
}

/**
 * For development: a key generated at the first start and stored next to the embedded database. Production
 * configures its own.
 */
function readOrCreateKeyFile(folder: string): string {
  if (folder === 'memory:') return randomBytes(32).toString('hex');
  const file = join(folder, 'secret.key');
  ensurePrivateFolder(folder);
  if (!existsSync(file)) writeFileAtomically(file, randomBytes(32).toString('hex'));
  const key = readFileSync(file, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(key))
    throw new SettingError(`DATA_DIR: ${file} is damaged; it should hold 64 hexadecimal digits`);
  return key;
}

/** Writes a file atomically, unless another process was first. */
function writeFileAtomically(file: string, text: string): void {
  const temporaryFile = `${file}.${process.pid}`;
  writeFileSync(temporaryFile, text, { mode: 0o600 });
  try {
    linkSync(temporaryFile, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporaryFile);
  }
}

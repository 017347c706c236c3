import { randomBytes } from 'node:crypto';
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { deriveKey, deriveKeys, isSameSecret, hmacDigest } from '~/platform/secrets/secrets.server';
import { maximumBytes } from './file-types';
import { getAccountFolder, uploadSeconds, type Storage } from './storage';

/** The upload URL without a bucket. */
export const uploadPath = '/uploads';

const purpose = 'document-uploads';

export type UploadError = 'not_allowed' | 'expired' | 'empty' | 'too_large';

/** For development: a folder that behaves like a bucket, with the same forms and limits. */
export type DiskStorage = Storage & {
  /** Stores an upload of this account and replaces an earlier one, like a bucket. */
  receive(form: FormData, accountId: string): Promise<'received' | UploadError>;
};

export function createDiskStorage(folder: string): DiskStorage {
  const file = (key: string) => join(folder, ...requireSafeKey(key).split('/'));

  return {
    uploadForm({ key, contentType }) {
      const fields = {
        key,
        'Content-Type': contentType,
        expires: new Date(Date.now() + uploadSeconds * 1000).toISOString(),
      };
      return Promise.resolve({
        url: uploadPath,
        fields: { ...fields, signature: sign(fields, deriveKey(purpose)) },
      });
    },

    async receive(form, accountId) {
      const [key, contentType, expires, signature] = ['key', 'Content-Type', 'expires', 'signature'].map(
        (name) => String(form.get(name)),
      );
      const bytes = form.get('file');
      const fields = { key: key!, 'Content-Type': contentType!, expires: expires! };
      if (
        !deriveKeys(purpose).some((signer) => isSameSecret(signature!, sign(fields, signer))) ||
        // A form leads into its own account's folder, even if a member of another account has got it.
        !key!.startsWith(getAccountFolder(accountId)) ||
        !(bytes instanceof Blob)
      )
        return 'not_allowed';
      if (Date.parse(expires!) < Date.now()) return 'expired';
      if (bytes.size === 0) return 'empty';
      if (bytes.size > maximumBytes) return 'too_large';
      await writeFileAtomically(file(key!), Buffer.from(await bytes.arrayBuffer()));
      return 'received';
    },

    has: (key) => access(file(key)).then(() => true, returnIfMissing(false)),

    async read(key, limit) {
      const size = await stat(file(key)).then(({ size }) => size, returnIfMissing(null));
      if (size === null) return null;
      return size > limit ? 'too_large' : readFile(file(key)).catch(returnIfMissing(null));
    },

    write: (key, bytes) => writeFileAtomically(file(key), bytes),
    writeOnce: (key, bytes) => writeFileAtomically(file(key), bytes),
    hasObjectLock: () => Promise.resolve(false),
    list: (path) => readdir(file(path)).catch(returnIfMissing([])),
    delete: (key) => rm(file(key), { force: true }),
  };
}

/** Keys come from the database and signed forms. Even a bug can't produce a path outside the folder. */
function requireSafeKey(key: string): string {
  if (!/^(documents|audit-anchors)(\/[a-z0-9_-]+)*$/.test(key)) throw new Error('no key of a document');
  return key;
}

/** Writes a file atomically and durably. */
async function writeFileAtomically(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporaryPath = `${path}.${randomBytes(8).toString('hex')}`;
  const file = await open(temporaryPath, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
    await rename(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

function sign(fields: { key: string; 'Content-Type': string; expires: string }, signer: Buffer): string {
  return hmacDigest(signer, JSON.stringify([fields.key, fields['Content-Type'], fields.expires]));
}

function returnIfMissing<T>(fallback: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return fallback;
    throw error;
  };
}

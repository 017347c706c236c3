import { randomUUID } from 'node:crypto';
import { documentStore } from './document-store';

/** Below the folder that the bucket's key is for; one of each process that looks at the same time. */
const folder = 'documents/probe';

/** Writes, reads and deletes a file where documents lie. @throws what the storage throws, or an error when the file is another one */
export async function probeStorage(): Promise<void> {
  const key = `${folder}/${randomUUID()}`;
  const bytes = Buffer.from(randomUUID());
  await documentStore.write(key, bytes, 'text/plain');
  try {
    const found = await documentStore.read(key, bytes.length);
    if (!Buffer.isBuffer(found) || !found.equals(bytes))
      throw new StorageMismatchError('the storage gave back something else');
  } finally {
    await documentStore.delete(key);
  }
}

class StorageMismatchError extends Error {
  override name = 'StorageDiffers';
}

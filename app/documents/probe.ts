import { randomUUID } from 'node:crypto';
import { documentStore } from './document-store';

/** Inside the folder that the bucket's key covers. A separate file for each concurrent process. */
const folder = 'documents/probe';

/**
 * Writes, reads, and deletes a test file in the document storage.
 * @throws the storage's error, or an error when the content differs
 */
export async function probeStorage(): Promise<void> {
  const key = `${folder}/${randomUUID()}`;
  const bytes = Buffer.from(randomUUID());
  await documentStore.write(key, bytes, 'text/plain');
  try {
    const found = await documentStore.read(key, bytes.length);
    if (!Buffer.isBuffer(found) || !found.equals(bytes))
      throw new StorageMismatchError('the storage returned different content');
  } finally {
    await documentStore.delete(key);
  }
}

class StorageMismatchError extends Error {
  override name = 'StorageDiffers';
}

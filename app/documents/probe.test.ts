import { expect, test, vi } from 'vitest';
import { documentStore } from './document-store';
import { probeStorage } from './probe';

test('a working storage passes, and is left unchanged', async () => {
  const deleted = vi.spyOn(documentStore, 'delete');
  await probeStorage();
  const [key] = deleted.mock.calls[0]!;
  deleted.mockRestore();
  expect(await documentStore.has(key)).toBe(false);
});

test('a storage that returns something else fails', async () => {
  const read = vi.spyOn(documentStore, 'read').mockResolvedValue(Buffer.from('other'));
  await expect(probeStorage())
    .rejects.toThrow('the storage returned different content')
    .finally(() => read.mockRestore());
});

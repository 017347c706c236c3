import { databaseNow, prisma } from '~/platform/database/db.server';
import { documentStore } from './document-store';
import type { MerchantDocument } from './documents';

/** How long a replaced document can still be needed. */
const retentionDays = 7;

const batchSize = 100;

/** The IDs that must be kept among given documents. */
export type NeededDocuments = (
  documents: Pick<MerchantDocument, 'id' | 'accountId'>[],
) => Promise<ReadonlySet<string>>;

/**
 * Deletes documents that were replaced or withdrawn long ago and that are no longer needed: first the file, then the
 * row, so that no file is left without a row. Pending uploads have their own job.
 * @throws when the storage doesn't respond. The next run continues
 */
export async function deleteReplacedDocuments(
  findNeededDocuments: NeededDocuments,
  stopping: AbortSignal,
  storage = documentStore,
): Promise<void> {
  const before = new Date((await databaseNow(prisma)).getTime() - retentionDays * 86_400_000);
  let last = '';
  while (!stopping.aborted) {
    const where = { id: { gt: last }, status: { in: ['ready', 'rejected'] }, replacedAt: { lt: before } };
    const batch = await prisma.document.findMany({
      where,
      orderBy: { id: 'asc' },
      take: batchSize,
      select: { id: true, accountId: true, storageKey: true },
    });
    if (!batch.length) return;
    const neededIds = await findNeededDocuments(batch);
    for (const { id, storageKey } of batch.filter(({ id }) => !neededIds.has(id))) {
      if (stopping.aborted) return;
      await storage.delete(storageKey);
      await prisma.document.delete({ where: { id } });
    }
    last = batch.at(-1)!.id;
  }
}

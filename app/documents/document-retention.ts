import { databaseNow, prisma } from '~/platform/database/db.server';
import { documentStore } from './document-store';
import type { MerchantDocument } from './documents';

/** So long somebody may still ask after a document that gave way to another. */
const retentionDays = 7;

const batchSize = 100;

/** Of some documents, the ids of those that must stay. */
export type NeededDocuments = (
  documents: Pick<MerchantDocument, 'id' | 'accountId'>[],
) => Promise<ReadonlySet<string>>;

/**
 * Deletes what was replaced or taken back long ago and nobody needs: the bytes, then the row, so that no bytes are left that
 * no row knows. What is still being sent or checked is cleared away by its own job.
 * @throws when the storage does not answer, which leaves the rest for the next run
 */
export async function deleteReplacedDocuments(
  findNeededDocuments: NeededDocuments,
  stopping: AbortSignal,
  storage = documentStore,
): Promise<void> {
  const before = new Date((await databaseNow(prisma)).getTime() - retentionDays * 86_400_000);
  let last = '';
  while (!stopping.aborted) {
    const where = { id: { gt: last }, status: { in: ['ready', 'refused'] }, replacedAt: { lt: before } };
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

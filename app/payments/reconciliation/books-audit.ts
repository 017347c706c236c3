import { databaseNow, prisma } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import { hasLedger, listConnections } from '~/payments/connections/connections';
import { importStatements } from './acquirer-statements';
import {
  claimBooksAudit,
  endBooksAudit,
  findBooksAudit,
  recordProgress,
  type BooksAudit,
  type Finding,
  type RowCounts,
} from './books-audit-records';
import { booksChecks, type LedgerCopies } from './books-checks';
import { copyLedger } from './ledger-copy';

const heartbeatMs = 60_000;

type Progress = { rows: Partial<RowCounts>; findings: Finding[] };
type Report = (progress: Progress) => Promise<void>;

/**
 * Runs a requested books audit: compares all transactions, operations, idempotency keys, and daily totals with
 * each other and with the acquirers' ledgers, which it reads again from the start. The continuous reconciliation
 * uses the imported entries and relies on the constraints of the database.
 * @param onProgress receives the rows and findings of each slice
 * @returns the finished audit. Null when none was requested, or when the process stops
 */
export async function runRequestedAudit(
  stopping?: AbortSignal,
  onProgress?: (progress: Progress) => void,
): Promise<BooksAudit | null> {
  const id = await claimBooksAudit();
  if (!id) return null;
  const report: Report = async (progress) => {
    stopping?.throwIfAborted();
    if (!(await recordProgress(id, progress))) throw new Error('The audit was interrupted.');
    onProgress?.(progress);
  };
  // After a restore, the import can take longer than other processes wait for progress.
  const heartbeat = setInterval(
    () => void recordProgress(id, { rows: {}, findings: [] }).catch(() => {}),
    heartbeatMs,
  );
  try {
    const copies = await copyLedgers(id, report, stopping);
    // Applies events in the copies that haven't been imported yet, such as chargebacks.
    await importStatements(stopping);
    for (const { start, readSlice } of booksChecks)
      for (let after: string[] | null = start; after;) {
        const { last, ...slice } = await readSlice(after, copies);
        await report(slice);
        after = last;
      }
    await endBooksAudit(id, { state: 'completed', ledgers: copies.connections.map(({ name }) => name) });
  } catch (error) {
    if (stopping?.aborted) {
      await endBooksAudit(id, { state: 'requested' });
      return null;
    }
    log.error('auditing the books', error);
    await endBooksAudit(id, {
      state: 'failed',
      error: error instanceof Error ? error.message : String(error),
    });
  } finally {
    clearInterval(heartbeat);
  }
  const audit = (await findBooksAudit(id))!;
  if (audit.findingCount)
    log.error('the books audit found discrepancies', new Error('needs manual review'), {
      count: audit.findingCount,
    });
  return audit;
}

async function copyLedgers(auditId: string, report: Report, stopping?: AbortSignal): Promise<LedgerCopies> {
  const since = await databaseNow(prisma);
  const connections = await listConnections();
  const unread = await prisma.transaction.findFirst({
    where: { connectionId: { notIn: connections.map(({ id }) => id) } },
    select: { connection: { select: { name: true, environment: true } } },
  });
  if (unread)
    throw new Error(
      `The ledger of ${unread.connection.name} (${unread.connection.environment}) can’t be read: its connection can’t be used`,
    );
  const onPage = (count: number) => report({ rows: { entries: count }, findings: [] });
  const withLedger = connections.filter(hasLedger);
  for (const connection of withLedger) await copyLedger({ auditId, connection, stopping, onPage });
  return { auditId, since, connections: withLedger };
}

import { databaseNow, prisma } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import { importStatements } from './acquirer-statements';
import {
  closeResolvedDiscrepancies,
  compareSlice,
  findForeignEntries,
  storeDiscrepancies,
  type Discrepancy,
} from './discrepancies';
import { closeResolvedPayoutDiscrepancies, findPayoutDiscrepancies, payoutKinds } from './payout-checks';

const sliceSize = 2_000;
/**
 * The time limit of a run. The next run continues where it stopped, so that comparing millions of
 * transactions doesn't slow down payments.
 */
const runMs = 60_000;
const place = { key: 'reconciled_up_to' };

/**
 * Compares the counters and status of every transaction with its operations and the acquirers' ledgers. A
 * discrepancy stays open until a later run no longer finds it.
 * @returns how many discrepancies are open
 */
export async function reconcile(stopping?: AbortSignal): Promise<number> {
  const started = performance.now();
  const since = await databaseNow(prisma);
  // If an acquirer can't be read, our own records are still compared.
  await importStatements(stopping).catch((error: unknown) =>
    log.error('reading the acquirers’ statements', error),
  );
  await report(await findForeignEntries(await databaseNow(prisma)));
  await report(await findPayoutDiscrepancies());
  await closeResolvedPayoutDiscrepancies();
  const from = (await prisma.setting.findUnique({ where: place }))?.value ?? '';
  let last: string | null = from;
  while (last !== null && performance.now() - started < runMs && !stopping?.aborted)
    last = await reconcileSlice(last, since);
  await closeResolvedDiscrepancies({ after: from, last, since, otherKinds: payoutKinds });
  await prisma.setting.upsert({
    where: place,
    create: { ...place, value: last ?? '' },
    update: { value: last ?? '' },
  });
  return prisma.discrepancy.count({ where: { resolvedAt: null } });
}

async function reconcileSlice(after: string, since: Date): Promise<string | null> {
  const { last, discrepancies } = await compareSlice({ after, limit: sliceSize, since });
  await report(discrepancies);
  return last;
}

/** One log line per kind, with the first as an example. After the loss of a ledger there may be millions. */
async function report(discrepancies: Discrepancy[]): Promise<void> {
  const opened = await storeDiscrepancies(discrepancies);
  for (const code of new Set(opened.map(({ kind }) => kind))) {
    const ofKind = opened.filter(({ kind }) => kind === code);
    const { transaction_id, subject } = ofKind[0]!;
    log.error('discrepancy found', new Error('needs manual review'), {
      code,
      count: ofKind.length,
      transactionId: transaction_id ?? undefined,
      cause: subject,
    });
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { compareBooks, operationQuery, type BooksComparison, type OperationRow } from './comparison';
import type { Installation } from './installation';
import type { ProofMerchant } from './merchant';

/** What a part of the proof did and found. */
export type PartReport = BooksComparison & {
  name: string;
  counts: string[];
  /** Server errors and missing replies that no outage explains. */
  unannounced: { count: number; samples: string[] };
  /** Anything else that is wrong. */
  problems: string[];
};

const settleMs = 120_000;

const deliveryQuery = 'select event_id, status from webhook_deliveries where created_at >= $1';
const pendingDeliveryQuery = `${deliveryQuery} and status = 'pending' limit 1`;

/** Waits until nothing is pending, and compares the books with the replies that the merchant got. */
export async function compareWithBooks(
  name: string,
  installation: Installation,
  merchant: ProofMerchant,
  { counts = [], problems = [] }: Partial<Pick<PartReport, 'counts' | 'problems'>> = {},
): Promise<PartReport> {
  const { postgres, query, simulator, receivedEvents } = installation;
  const externalIds = merchant.journal.map(({ externalId }) => externalId);
  const readOperations = () => query<OperationRow>(operationQuery, [externalIds]);
  if (!postgres) await installation.stopProcesses();
  else
    await waitFor(async () => {
      const isPending = (await readOperations()).some(({ status }) => status === 'PENDING');
      return !isPending && !(await query(pendingDeliveryQuery, [merchant.startedAt])).length;
    });
  const comparison = compareBooks(merchant.journal, await readOperations(), simulator.readLedger());
  const events = postgres
    ? await query<{ event_id: string; status: string }>(deliveryQuery, [merchant.startedAt])
    : [];
  const missing = events.filter(
    ({ event_id: id, status }) => status !== 'delivered' || !receivedEvents.has(id),
  );
  const { isIntact, lines } = await installation.auditBooks();
  return {
    name,
    counts: [
      ...counts,
      ...(events.length ? [`${format(events.length)} webhooks`] : []),
      `${format(merchant.journal.length)} operations in ${format(merchant.requests)} requests`,
      ...(merchant.serverErrors ? [`${format(merchant.serverErrors)} announced errors`] : []),
      ...(merchant.lostConnections ? [`${format(merchant.lostConnections)} requests without a reply`] : []),
    ],
    ...comparison,
    guessed: [...comparison.guessed, ...merchant.changedReplies],
    unannounced: { count: merchant.unannouncedCount, samples: merchant.unannounced },
    problems: [
      ...problems,
      ...(isIntact ? [] : lines.slice(-20)),
      ...missing.map(
        ({ event_id, status }) => `webhook ${event_id} is ${status}, and the merchant does not have it`,
      ),
    ],
  };
}

async function waitFor(isDone: () => Promise<boolean>): Promise<void> {
  for (const start = performance.now(); !(await isDone()) && performance.now() - start < settleMs;)
    await sleep(1_000);
}

export const format = (count: number) => count.toLocaleString('en-US');

/** A Markdown table with a row for each part. */
export function renderTable(reports: readonly PartReport[]): string {
  const cells = (values: (string | number)[]) => `| ${values.join(' | ')} |`;
  return [
    cells(['Part', 'Done', 'Lost', 'Doubled', 'Guessed', 'Unannounced errors', 'Other problems']),
    cells(['---', '---', '--:', '--:', '--:', '--:', '--:']),
    ...reports.map(({ name, counts, lost, doubled, guessed, unannounced, problems }) =>
      cells([
        name,
        counts.join('; '),
        ...[lost, doubled, guessed].map(({ length }) => length),
        unannounced.count,
        problems.length,
      ]),
    ),
  ].join('\n');
}

/** Everything that is wrong, for finding the cause. */
export function listFindings(reports: readonly PartReport[]): string[] {
  return reports.flatMap(({ name, lost, doubled, guessed, unannounced, problems }) =>
    [
      ...lost.map((what) => `lost: ${what}`),
      ...doubled.map((what) => `doubled: ${what}`),
      ...guessed.map((what) => `guessed: ${what}`),
      ...unannounced.samples.map((what) => `unannounced: ${what}`),
      ...problems,
    ].map((finding) => `${name}: ${finding}`),
  );
}

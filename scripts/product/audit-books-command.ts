import { setTimeout as sleep } from 'node:timers/promises';
import { runRequestedAudit } from '../../app/payments/reconciliation/books-audit';
import {
  findBooksAudit,
  requestBooksAudit,
  type BooksAudit,
  type Finding,
} from '../../app/payments/reconciliation/books-audit-records';
import { closeDatabase } from '../../app/platform/database/db.server';
import { pluralize } from '../../app/platform/text/pluralize';
import { prepareDatabase } from '../../app/startup';
import { getDiscrepancyLabel } from '../../app/ui/labels/discrepancy-labels';
import { describeRowCounts, sumRowCounts, listLedgers } from '../../app/ui/labels/row-counts';

const pollMs = 1_000;

type Result = { lines: string[]; isIntact: boolean };

/**
 * Audits the books.
 * @param showProgress receives the number of compared records
 * @returns the output, and whether everything agrees: the exit code for scheduled runs
 */
export async function runAuditBooksCommand(showProgress?: (rows: number) => void): Promise<Result> {
  await prepareDatabase();
  try {
    return await auditBooks(showProgress);
  } finally {
    await closeDatabase();
  }
}

/**
 * Runs an audit. If a server is already running one, waits for it, and takes over if the server stops. Only the
 * first findings of a server's audit are stored.
 */
export async function auditBooks(showProgress: (rows: number) => void = () => {}): Promise<Result> {
  const findings: Finding[] = [];
  let compared = 0;
  const id = await requestBooksAudit('system:audit-books');
  for (;;) {
    const ownAudit = await runRequestedAudit(undefined, (slice) => {
      findings.push(...slice.findings);
      showProgress((compared += sumRowCounts(slice.rows)));
    });
    const audit = ownAudit ?? (await findBooksAudit(id))!;
    const listed = ownAudit ? findings : audit.findings;
    if (audit.completedAt)
      return {
        lines: [
          ...listed.map(describeFinding),
          ...(listed.length < audit.findingCount
            ? [`Only the first ${listed.length} are listed. Run the command again to list all.`]
            : []),
          describeAudit(audit),
        ],
        isIntact: audit.state === 'completed' && audit.findingCount === 0,
      };
    showProgress(sumRowCounts(audit.counts));
    await sleep(pollMs);
  }
}

function describeFinding({
  environment,
  kind,
  subject,
  transaction_id: id,
  expected,
  found,
}: Finding): string {
  const place = [environment, id, subject].filter(Boolean).join(' ');
  return `${getDiscrepancyLabel(kind)}: ${place}: expected ${expected}, found ${found}`;
}

function describeAudit({ state, error, counts, ledgers, findingCount }: BooksAudit): string {
  if (state === 'failed') return `The audit failed: ${error}`;
  const result = findingCount ? pluralize(findingCount, 'discrepancy', 'discrepancies') : 'No discrepancies';
  return `Compared ${describeRowCounts(counts)}${ledgers.length ? ` of ${listLedgers(ledgers)}` : ''}. ${result}.`;
}

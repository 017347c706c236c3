import type { LedgerEntry } from '~/acquirers/simulator/ledger-entry';
import type { JournalEntry } from './merchant';

export type BooksComparison = { lost: string[]; doubled: string[]; guessed: string[] };

/** An operation as stored by the product. */
export type OperationRow = {
  id: string;
  external_id: string;
  status: 'PENDING' | 'SUCCEEDED' | 'FAILED';
  amount: number;
};

/**
 * The operations of these `external_id`s, on the hosted page those of the payment intent. A refund is recorded
 * on the payment as well, which is left out here.
 */
export const operationQuery = `
  select o.id, coalesce(o.external_id, t.external_id) as external_id, o.status, o.amount::float8 as amount
  from operations o join transactions t on t.id = o.transaction_id
  where (o.external_id = any($1) or o.type in ('authorize', 'authcap') and t.external_id = any($1))
    and not (o.type = 'refund' and t.type = 'PAYMENT')`;

/**
 * Compares the replies that the merchant got with the operations and with the acquirer's ledger.
 * @returns `lost`: an approved operation that one of them doesn't have, or one that never got an answer.
 *   `doubled`: more than one effect of one request. `guessed`: a reply or a record that contradicts the ledger
 */
export function compareBooks(
  journal: readonly JournalEntry[],
  operations: readonly OperationRow[],
  ledger: readonly LedgerEntry[],
): BooksComparison {
  const comparison: BooksComparison = { lost: [], doubled: [], guessed: [] };
  const byExternalId = groupBy(operations, ({ external_id }) => external_id);
  const byReference = groupBy(ledger, ({ reference }) => reference);
  const reversed = new Set(
    ledger
      .filter(({ kind, outcome }) => kind === 'void' && outcome === 'approved')
      .map((entry) => entry.authorization),
  );

  for (const { externalId, outcome, amount } of journal) {
    const own = byExternalId.get(externalId) ?? [];
    const entries = own.flatMap(({ id }) => byReference.get(id) ?? []);
    const approved = entries.filter((entry) => entry.outcome === 'approved');
    // An authorization without an answer is reversed by a void.
    const effective = approved.filter(({ reference }) => !reversed.has(reference) || outcome === 'approved');
    const succeeded = own.filter(({ status }) => status === 'SUCCEEDED');
    const report = (kind: keyof BooksComparison, what: string) =>
      comparison[kind].push(`${externalId}: ${what}`);

    if (approved.length > 1 || succeeded.length > 1)
      report('doubled', `${succeeded.length} operations, ${approved.length} ledger entries`);
    if (outcome === 'unanswered') report('lost', 'no final reply');
    if (own.some(({ status }) => status === 'PENDING')) report('lost', 'still pending');
    if (outcome === 'approved') {
      if (!succeeded.length || !approved.length)
        report('lost', `approved, but ${succeeded.length} operations, ${approved.length} ledger entries`);
    } else if (succeeded.length || (effective.length && outcome !== 'unanswered'))
      report('guessed', `${outcome}, but ${succeeded.length} operations, ${effective.length} ledger entries`);
    const expected = amount ?? succeeded[0]?.amount;
    for (const found of [
      ...succeeded.map((row) => row.amount),
      ...effective.map((entry) => entry.amountMinor),
    ])
      if (found !== expected) report('guessed', `amount ${found} instead of ${expected}`);
  }
  return comparison;
}

function groupBy<T>(values: readonly T[], readKey: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const group = groups.get(readKey(value));
    if (group) group.push(value);
    else groups.set(readKey(value), [value]);
  }
  return groups;
}

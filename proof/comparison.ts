import type { LedgerEntry } from '~/acquirers/simulator/ledger-entry';
import type { JournalEntry } from './merchant';

export type BooksComparison = { lost: string[]; doubled: string[]; guessed: string[] };

/** An operation as stored by the product. */
export type OperationRow = {
  id: string;
  external_id: string;
  status: 'PENDING' | 'SUCCEEDED' | 'FAILED';
  amount: number;
  has_event: boolean;
};

/**
 * The operations of these `external_id`s, on the hosted page those of the payment intent. A refund is recorded
 * on the payment as well, which is left out here.
 */
export const operationQuery = `
  with wanted as materialized (
    select distinct external_id from unnest($1::text[]) as external_id
  ), events as materialized (
    select transaction_id, max(created_at) as last_at from webhook_events group by transaction_id
  )
  select o.id, wanted.external_id, o.status, o.amount::float8 as amount,
    coalesce(events.last_at >= o.created_at, false) as has_event
  from operations o join transactions t on t.id = o.transaction_id
  join wanted on wanted.external_id = coalesce(o.external_id, t.external_id)
  left join events on events.transaction_id = t.id
  where (o.external_id is not null or o.type in ('authorize', 'authcap'))
    and not (o.type = 'refund' and t.type = 'PAYMENT')`;

/**
 * Compares the replies that the merchant got with the operations and with the acquirer's ledger.
 * @returns `lost`: an operation that one of them doesn't have, has no event, or never got a final reply.
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

  for (const { externalId, outcome, amount } of journal) {
    const own = byExternalId.get(externalId) ?? [];
    const entries = own.flatMap(({ id }) => byReference.get(id) ?? []);
    const approved = entries.filter((entry) => entry.outcome === 'approved');
    const succeeded = own.filter(({ status }) => status === 'SUCCEEDED');
    const found = `${succeeded.length} operations, ${approved.length} ledger entries`;
    const report = (kind: keyof BooksComparison, what: string) =>
      comparison[kind].push(`${externalId}: ${what}`);

    if (approved.length > 1 || succeeded.length > 1) report('doubled', found);
    if (outcome === 'unanswered') report('lost', 'no final reply');
    if (own.some(({ status }) => status === 'PENDING')) report('lost', 'still pending');
    if (succeeded.some(({ has_event }) => !has_event)) report('lost', 'no event');
    if (outcome === 'approved') {
      if (!succeeded.length || !approved.length) report('lost', `approved, but ${found}`);
    } else if (succeeded.length || approved.length) report('guessed', `${outcome}, but ${found}`);
    if (outcome === 'declined') {
      if (!own.some(({ status }) => status === 'FAILED')) report('lost', 'declined, but not stored');
      if (entries.length === approved.length) report('guessed', 'declined, but not by the acquirer');
    }
    const expected = amount ?? succeeded[0]?.amount;
    for (const stored of [
      ...succeeded.map((row) => row.amount),
      ...approved.map((entry) => entry.amountMinor),
    ])
      if (stored !== expected) report('guessed', `amount ${stored} instead of ${expected}`);
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

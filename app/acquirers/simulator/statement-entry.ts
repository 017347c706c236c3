import type { StatementEntry } from '../acquirer';
import type { LedgerEntry, ReportedEntry } from './ledger-entry';

const daysToAnswer = 7;

/** A line of the simulator's ledger in the interface's format. */
export function toStatementEntry(entry: ReportedEntry): StatementEntry {
  const { reference, kind, authorization = reference, amountMinor, currency, outcome } = entry;
  const common = { reference, authorization, amountMinor, currency };
  const approved = outcome === 'approved';
  switch (kind) {
    case 'authorize':
      return { ...common, kind: entry.captured ? 'authcap' : 'authorize', approved };
    case 'refund_failed':
      return { ...common, kind, code: outcome === 'approved' ? 'do_not_honor' : outcome };
    case 'chargeback_opened':
      return { ...common, kind, reason: 'fraudulent', dueBy: answerableUntil(entry).toISOString() };
    case 'chargeback_won':
    case 'chargeback_lost':
      return { ...common, kind };
    default:
      return { ...common, kind, approved };
  }
}

/** The response deadline of an open chargeback. */
export function answerableUntil({ at }: LedgerEntry): Date {
  return new Date(Date.parse(at!) + daysToAnswer * 24 * 60 * 60 * 1000);
}

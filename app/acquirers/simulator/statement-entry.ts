import type { StatementEntry } from '../acquirer';
import type { LedgerEntry } from './ledger';

const daysToAnswer = 7;

/** A line of the simulator's book as the port tells it. */
export function toStatementEntry(entry: LedgerEntry): StatementEntry {
  const { reference, kind, authorization = reference, amountMinor, currency, outcome } = entry;
  const common = { reference, authorization, amountMinor, currency };
  const approved = outcome === 'approved';
  switch (kind) {
    case 'authorize':
      return { ...common, kind: entry.captured ? 'authcap' : 'authorize', approved };
    case 'refund_failed':
      return { ...common, kind, code: outcome === 'approved' ? 'do_not_honor' : outcome };
    case 'chargeback_opened':
      return { ...common, kind, reason: 'fraudulent', dueBy: new Date(Date.parse(entry.at!) + daysToAnswer * 24 * 60 * 60 * 1000).toISOString() };
    case 'chargeback_won':
    case 'chargeback_lost':
      return { ...common, kind };
    default:
      return { ...common, kind, approved };
  }
}

import { randomUUID } from 'node:crypto';
import type { SimulatedIncident } from '../acquirer';
import { getAvailableAmount } from './balance';
import type { Ledger } from './ledger';
import type { LedgerEntry } from './ledger-entry';

/** The ledger entry of a simulated event. Null when it can't happen. */
export function toIncidentEntry(
  incident: Exclude<SimulatedIncident, { kind: 'delay' }>,
  origin: LedgerEntry,
  ledger: Ledger,
): Omit<LedgerEntry, 'currency'> | null {
  if (incident.kind === 'chargeback_opened') {
    const { kind, amountMinor } = incident;
    const left = getAvailableAmount('refund', origin, ledger.followUps(origin.reference));
    return amountMinor <= left
      ? { kind, reference: `cb_${randomUUID()}`, amountMinor, outcome: 'approved' }
      : null;
  }
  const { kind, reference } = incident;
  if (kind === 'refund_failed') {
    const refund = ledger.find(reference);
    const may =
      refund?.kind === 'refund' &&
      refund.authorization === origin.reference &&
      refund.outcome === 'approved' &&
      !ledger.findEvent(kind, reference);
    return may ? { kind, reference, amountMinor: refund.amountMinor, outcome: 'do_not_honor' } : null;
  }
  const opened = ledger.findEvent('chargeback_opened', reference);
  const ended =
    ledger.findEvent('chargeback_won', reference) ?? ledger.findEvent('chargeback_lost', reference);
  return opened?.authorization === origin.reference && !ended
    ? { kind, reference, amountMinor: opened.amountMinor, outcome: 'approved' }
    : null;
}

import { createHash } from 'node:crypto';
import type { Acquirer, DisputeReceipt } from '../acquirer';
import type { Ledger } from './ledger';
import { answerableUntil } from './statement-entry';

/**
 * Records a dispute response once, with the names and hashes of its files. It doesn't change the outcome: the
 * card or a simulated event decides.
 */
export function recordEvidence(
  ledger: Ledger,
  { reference, dispute, text, files }: Parameters<Acquirer['submitEvidence']>[0],
): DisputeReceipt {
  const opened = ledger.findEvent('chargeback_opened', dispute);
  const answered = ledger.findEvent('chargeback_answered', dispute);
  if (answered) return { kind: answered.answer?.reference === reference ? 'acknowledged' : 'refused' };
  if (!opened || isOver(ledger, dispute) || answerableUntil(opened) < new Date()) return { kind: 'refused' };
  const { authorization, amountMinor, currency } = opened;
  const kept = files.map(({ name, bytes }) => ({
    name,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
  ledger.append({
    reference: dispute,
    kind: 'chargeback_answered',
    authorization,
    amountMinor,
    currency,
    outcome: 'approved',
    at: new Date().toISOString(),
    answer: { reference, text, files: kept },
  });
  return { kind: 'acknowledged' };
}

/** Accepts a chargeback. Accepting it again after it's lost gets the same answer. */
export function recordAcceptance(
  ledger: Ledger,
  { dispute }: Parameters<Acquirer['acceptDispute']>[0],
): DisputeReceipt {
  const opened = ledger.findEvent('chargeback_opened', dispute);
  if (ledger.findEvent('chargeback_lost', dispute)) return { kind: 'acknowledged' };
  if (!opened || isOver(ledger, dispute)) return { kind: 'refused' };
  const { authorization, amountMinor, currency } = opened;
  ledger.append({
    reference: dispute,
    kind: 'chargeback_lost',
    authorization,
    amountMinor,
    currency,
    outcome: 'approved',
    at: new Date().toISOString(),
  });
  return { kind: 'acknowledged' };
}

function isOver(ledger: Ledger, dispute: string): boolean {
  return Boolean(ledger.findEvent('chargeback_won', dispute) ?? ledger.findEvent('chargeback_lost', dispute));
}

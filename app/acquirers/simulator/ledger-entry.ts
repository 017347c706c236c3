import type { CardChecks } from '../card-checks';
import type { DeclineCode } from '../decline-codes';
import type { AuthenticationResult } from '../authentication';
import type { FollowUpBehavior } from '../test-cards';

/** An event that the acquirer records on its own as a consequence of an entry. */
export type ScheduledEventKind = 'refund_failed' | 'chargeback_opened' | 'chargeback_won' | 'chargeback_lost';

/** A line of an acquirer's ledger. It never contains a card. */
export type LedgerEntry = {
  reference: string;
  kind: 'authorize' | 'capture' | 'void' | 'refund' | ScheduledEventKind | (typeof unreportedKinds)[number];
  /** The authorization's reference that a follow-up belongs to. */
  authorization?: string;
  amountMinor: number;
  currency: string;
  captured?: boolean;
  outcome: 'approved' | DeclineCode;
  /** An authorization that hadn't arrived when it was reversed. */
  isUnseen?: true;
  /** ISO 8601 time. Lines of earlier versions don't have it. */
  at?: string;
  behavior?: FollowUpBehavior;
  authentication?: AuthenticationResult;
  networkTransactionId?: string;
  checks?: CardChecks;
  newExpiry?: { month: number; year: number };
  /**
   * For a challenge: where the payer returns, what the bank decides afterwards, and whether the card is only verified.
   */
  returnUrl?: string;
  afterwards?: 'approved' | DeclineCode;
  verifies?: true;
  /** For a chargeback with a response: the response's reference and type. */
  answer?: { reference: string; text: string; files: { name: string; sha256: string }[] };
};

/** What the ledger stores without reporting it to anyone. */
export const unreportedKinds = ['chargeback_answered', 'challenge', 'verification'] as const;

export type ReportedEntry = LedgerEntry & {
  kind: Exclude<LedgerEntry['kind'], (typeof unreportedKinds)[number]>;
};

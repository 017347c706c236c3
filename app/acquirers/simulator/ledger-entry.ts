import type { DeclineCode } from '../decline-codes';
import type { FollowUpBehavior } from '../test-cards';

/** What the acquirer books of its own accord, after an entry and because of it. */
export type SequelKind = 'refund_failed' | 'chargeback_opened' | 'chargeback_won' | 'chargeback_lost';

/** One line of an acquirer's book. It never holds a card. */
export type LedgerEntry = {
  reference: string;
  kind: 'authorize' | 'capture' | 'void' | 'refund' | SequelKind | 'chargeback_answered';
  /** The reference of the authorization a follow-up belongs to. */
  authorization?: string;
  amountMinor: number;
  currency: string;
  captured?: boolean;
  outcome: 'approved' | DeclineCode;
  /** When, ISO 8601; lines of earlier versions do not say. */
  at?: string;
  behavior?: FollowUpBehavior;
  /** Of an answered chargeback: under which reference it was answered, and by what. */
  answer?: { reference: string; text: string; files: { name: string; sha256: string }[] };
};

/** What the merchant said stands in the book, and is reported to nobody. */
export type ReportedEntry = LedgerEntry & { kind: Exclude<LedgerEntry['kind'], 'chargeback_answered'> };

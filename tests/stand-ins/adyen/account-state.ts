import type { CardBehavior } from './cards';
import type { StandInClock } from '../clock';
import type { LedgerEntry, PayoutBatch } from './settlement';
import type { StandInSettings } from './options';
import type { StoredDispute } from './disputes';
import type { Refusal } from './refusals';
import type { WebhookLog } from './webhooks';

type Money = { currency: string; value: number };

/** A payment. The card's number isn't stored: its behavior is known by then. */
export type StoredPayment = {
  pspReference: string;
  merchantAccount: string;
  reference: string;
  amount: Money;
  status: 'challenged' | 'pending' | 'authorized' | 'refused' | 'canceled' | 'expired';
  refusal: Refusal | null;
  card: { last4: string; brand: string; expiry: string };
  checks: { avsResult: string; cvcResult: string };
  behavior: CardBehavior;
  authCode: string;
  isAuthenticated: boolean;
  /** Null when only a request captures it. */
  captureDelaySeconds: number | null;
  challenge: {
    id: string;
    returnUrl: string;
    redirectResult: string | null;
    outcome: 'completed' | 'failed' | 'canceled' | null;
    isSubmitted: boolean;
  } | null;
  /** What can still be captured. */
  held: number;
  captured: number;
  refunded: number;
  /** What chargebacks took. */
  chargedBack: number;
};

export type ModificationKind = 'capture' | 'cancel' | 'refund' | 'reversal' | 'technical_cancel';

/** A change of a payment that Adyen received, and what became of it. */
export type StoredModification = {
  pspReference: string;
  kind: ModificationKind;
  merchantAccount: string;
  /** Null until a technical cancel has found its payment. */
  paymentPspReference: string | null;
  /** The merchant's reference of the payment, for a technical cancel. */
  paymentReference: string | null;
  reference: string | null;
  amount: Money | null;
  isAutomatic: boolean;
  status: 'received' | 'succeeded' | 'refused' | 'failed' | 'reversed';
  reason: string | null;
};

/** A decision about the next modification of a kind, instead of what its amounts allow. */
export type ModificationDecision = {
  operation: ModificationKind;
  outcome: 'refused' | 'failed' | 'reversed';
  reason?: string;
};

/** Everything that happened at the company account. The maps are in the order of creation. */
export type AccountState = {
  readonly payments: Map<string, StoredPayment>;
  readonly modifications: Map<string, StoredModification>;
  readonly disputes: Map<string, StoredDispute>;
  readonly ledger: LedgerEntry[];
  readonly batches: PayoutBatch[];
  readonly decisions: ModificationDecision[];
};

/** What a request, or a later event, works with. */
export type Context = {
  readonly account: AccountState;
  readonly settings: StandInSettings;
  readonly clock: StandInClock;
  readonly webhooks: WebhookLog;
  readonly origin: string;
};

export const createAccountState = (): AccountState => ({
  payments: new Map(),
  modifications: new Map(),
  disputes: new Map(),
  ledger: [],
  batches: [],
  decisions: [],
});

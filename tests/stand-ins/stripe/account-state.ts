import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import type { CardBehavior } from './cards';
import type { StandInClock } from '../clock';
import type { EventLog } from './events';
import type { StandInSettings } from './options';

/** Objects as Stripe answers them, with the IDs of others instead of these. */
export type StoredIntent = Stripe.PaymentIntent & {
  latest_charge: string | null;
  payment_method: string | null;
};
export type StoredSetupIntent = Stripe.SetupIntent & { payment_method: string | null };
export type StoredCharge = Stripe.Charge & {
  payment_intent: string;
  payment_method: string;
  balance_transaction: string | null;
  payment_method_details: { card: Stripe.Charge.PaymentMethodDetails.Card };
};
export type StoredRefund = Stripe.Refund & { charge: string; payment_intent: string };
export type StoredDispute = Stripe.Dispute & { charge: string; payment_intent: string };
/** The card's number isn't stored: its behavior is known by then. */
export type StoredMethod = {
  object: Stripe.PaymentMethod & { card: Stripe.PaymentMethod.Card };
  behavior: CardBehavior;
  wasUsed: boolean;
};

/** An account and all that happened in it. The maps are in the order of creation. */
export type AccountState = {
  readonly id: string;
  readonly isConnected: boolean;
  readonly methods: Map<string, StoredMethod>;
  readonly intents: Map<string, StoredIntent>;
  readonly setupIntents: Map<string, StoredSetupIntent>;
  /** Where the payer returns after a challenge, by intent. */
  readonly returnUrls: Map<string, string>;
  readonly charges: Map<string, StoredCharge>;
  readonly refunds: Map<string, StoredRefund>;
  readonly disputes: Map<string, StoredDispute>;
  readonly files: Map<string, Stripe.File>;
  readonly pagesOfFiles: Map<string, number>;
  readonly transactions: Map<string, Stripe.BalanceTransaction>;
  readonly payouts: Map<string, Stripe.Payout>;
  /** The payout of a balance transaction. */
  readonly payoutOf: Map<string, string>;
  readonly events: Map<string, Stripe.Event>;
};

/** What a request to an account, or a later event in it, works with. */
export type Context = {
  readonly account: AccountState;
  readonly settings: StandInSettings;
  readonly clock: StandInClock;
  readonly events: EventLog;
  readonly origin: string;
  readonly request: { id: string; idempotency_key: string | null } | null;
};

export function createAccountState(id: string, isConnected: boolean): AccountState {
  return {
    id,
    isConnected,
    methods: new Map(),
    intents: new Map(),
    setupIntents: new Map(),
    returnUrls: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    files: new Map(),
    pagesOfFiles: new Map(),
    transactions: new Map(),
    payouts: new Map(),
    payoutOf: new Map(),
    events: new Map(),
  };
}

export const newStripeId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

export const isLive = ({ settings }: Context) => settings.secretKey.startsWith('sk_live_');

/** Does something later, outside of the request. */
export function scheduleLater(context: Context, seconds: number, run: (context: Context) => void): void {
  context.clock.schedule(seconds, () => run({ ...context, request: null }));
}

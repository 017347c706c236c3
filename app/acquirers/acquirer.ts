import type { Secret } from '~/platform/secrets/secret';
import type { AuthenticationRequest, AuthenticationResult, SimulatedAuthentication } from './authentication';
import type { BillingDetails } from './billing-details';
import type { CardChecks } from './card-checks';
import type { DeclineCode } from './decline-codes';
import type { EvidenceFault } from './evidence-fault';
import type { MerchantReason, SavedCardUse } from './saved-card';
import type { LedgerEntry } from './simulator/ledger-entry';

/**
 * The card as the payer entered it. The number and code exist only in memory, until the acquirer has
 * answered.
 */
export type Card = {
  pan: Secret;
  expiry: { month: number; year: number };
  code?: Secret;
  name?: string;
};

/**
 * The acquirer's answer to a request. `pending`: the acquirer has accepted it and reports the result later, maybe after
 * days. `unknown`: it may or may not have happened, and only a lookup can tell. `settled`: the captured amount is already
 * paid out. `amount`: what it approved, if it says so. `captureBefore`: when the acquirer releases an authorization.
 * `released`: with this capture, the acquirer released the remaining hold. `acquirerCode`: the acquirer's own reason of a
 * decline. `beforeBank`: the acquirer refused the request itself, so no bank has seen the card. `action_required`: the
 * payer's bank wants to authenticate the payer at `url` first. `networkTransactionId`: the card network's ID of a payment
 * or verification, for later payments with the same card. `newExpiry`: the new expiration date, if the bank replaced the
 * card. `checks`: what the bank found about the payer's data.
 */
export type Outcome =
  | {
      kind: 'approved';
      acquirerReference: string;
      settled?: true;
      amount?: ApprovedAmount;
      captureBefore?: Date;
      released?: true;
      authentication?: AuthenticationResult;
      networkTransactionId?: string;
      newExpiry?: Card['expiry'];
      checks?: CardChecks;
    }
  | {
      kind: 'declined';
      code: DeclineCode;
      acquirerCode?: string;
      beforeBank?: true;
      authentication?: AuthenticationResult;
      checks?: CardChecks;
    }
  | { kind: 'action_required'; acquirerReference: string; url: string }
  | { kind: 'pending'; acquirerReference: string }
  | { kind: 'unknown' };

/** What an acquirer can do with a hold, besides capturing or voiding all of it. */
export type Capabilities = { partialCapture: boolean; multipleCaptures: boolean; partialVoid: boolean };

/**
 * In minor units of ISO 4217. Some processors use other decimals, for example for HUF, ISK, UGX, or TWD. Their adapter
 * converts the amounts of requests and of statements.
 */
type Money = { amountMinor: number; currency: string };
/** Null: an amount that our minor units can't represent. */
export type ApprovedAmount = { amountMinor: number | null; currency: string };
/**
 * Every request carries our reference. Repeating it with the same reference has one effect and returns the
 * same outcome.
 */
type Request = Money & { reference: string };
/**
 * `authorization`: our reference under which the payment was authorized. `payment`: the acquirer's own reference of it.
 * Null when we don't know it, because the answer was lost.
 */
type Payment = { authorization: string; payment: string | null };
type FollowUp = Request & Payment;
/**
 * A request whose outcome is unknown or pending. `operation`: what was requested. `acquirerReference`: the acquirer's own
 * reference of the request. Null when we don't know it. `requestedAt`: when we first sent it. `actionUrl`: where the payer
 * authenticates, if the acquirer's last answer asked for it. `held` and `reversal`: what {@link Acquirer.void} and
 * {@link Acquirer.refund} get.
 */
export type Inquiry = FollowUp & {
  operation: 'authorize' | 'capture' | 'void' | 'refund';
  acquirerReference: string | null;
  requestedAt: Date;
  actionUrl?: string;
  held?: number;
  reversal?: true;
};

/**
 * A ledger entry: what the acquirer did for one of our references, or an event of its own: a returned refund,
 * or a chargeback, which has the acquirer's reference and ends won or lost.
 */
export type StatementEntry = Money & { reference: string; authorization: string } & (
    | { kind: 'authorize' | 'authcap' | 'capture' | 'void' | 'refund'; approved: boolean }
    | { kind: 'refund_failed'; code: DeclineCode }
    | { kind: 'chargeback_opened'; reason: string; dueBy: string | null }
    | { kind: 'chargeback_won' | 'chargeback_lost' }
  );

/**
 * A page of the ledger, oldest entry first. `next` is the next position. Fewer entries than requested mean
 * the current end.
 */
export type Statement = { entries: StatementEntry[]; next: string };

/**
 * Something that an acquirer announced: the result of a request, or an event of its own. Acquirers announce events more
 * than once, late, and in any order. `id`: the acquirer's own, the same each time. `subject`: the acquirer's reference of
 * what it is about. `reference`: our reference of the request, if the announcement contains it. `details`: what the
 * acquirer can't be queried for later.
 */
export type AcquirerEvent = {
  id: string;
  type: string;
  about: 'authorization' | 'capture' | 'void' | 'refund' | 'dispute' | 'payout' | 'other';
  subject: string;
  reference: string | null;
  occurredAt: Date;
  details?: Record<string, string | number | boolean>;
};

/** A webhook as it arrived. Its signature is that of the bytes. */
export type Webhook = { body: Buffer; header: (name: string) => string | undefined };

/**
 * What an event means for our records. A `result` is the outcome of one of our requests. `operation`: what the event is
 * about, because an acquirer may also report its own operations, such as an automatic capture, with our reference.
 * `canceledBy`: the acquirer's reference of the cancel with which it released the hold of a declined authorization.
 */
export type EventEffect =
  | {
      kind: 'result';
      reference: string;
      operation?: Inquiry['operation'];
      canceledBy?: string;
      outcome: Exclude<Outcome, { kind: 'unknown' | 'action_required' }>;
    }
  | Extract<StatementEntry, { kind: 'chargeback_opened' | 'chargeback_won' | 'chargeback_lost' }>
  | { kind: 'payout'; payout: AcquirerPayout };

/**
 * A transfer from the acquirer to a bank account. A negative amount is a debit. `entries`: whether the acquirer lists what
 * the payout contains: not yet, `complete` from then on, or never, for example because a person requested the payout.
 * `failureReason`: the acquirer's own sentence.
 */
export type AcquirerPayout = Money & {
  id: string;
  status: 'pending' | 'paid' | 'failed';
  createdAt: Date;
  arrivesOn: Date;
  entries: 'pending' | 'complete' | 'never';
  failureReason: string | null;
};

/**
 * One movement of money in a payout. `id`: the acquirer's own, the same each time. `reference`: our reference of the
 * operation, the acquirer's of a chargeback, or the ID of the failed payout whose amount comes back. `authorization`: our
 * reference of the payment. A capture has only this one when its acquirer doesn't say which capture it was. `gross`:
 * in the currency of the payment, negative when it takes money back, null when the acquirer doesn't report it. `feeMinor`
 * and `netMinor`: in the currency of the payout. `exchangeRate`: from the payment's currency, as a decimal number.
 */
export type PayoutEntry = {
  id: string;
  kind: 'capture' | 'refund' | 'refund_failed' | 'chargeback' | 'chargeback_reversed' | 'fee' | 'other';
  reference: string | null;
  authorization: string | null;
  gross: Money | null;
  feeMinor: number;
  netMinor: number;
  exchangeRate: string | null;
  description: string | null;
  occurredAt: Date;
};

/** An evidence file of a dispute response. There is at most one of each kind. */
export type EvidenceFile = {
  kind: 'receipt' | 'delivery' | 'correspondence' | 'other';
  name: string;
  contentType: string;
  bytes: Buffer;
};

/**
 * `dispute`: the acquirer's reference of a chargeback. As with money, our reference can be repeated and has
 * one effect.
 */
export type DisputeRequest = { reference: string; dispute: string };
/**
 * `refused`: the dispute is over, or its deadline has passed. `returned`: the acquirer takes no response with these files,
 * so nothing was submitted, and a changed response can follow.
 */
export type DisputeReceipt =
  | { kind: 'acknowledged' }
  | { kind: 'refused' }
  | { kind: 'returned'; fault: EvidenceFault }
  | { kind: 'unknown' };

/**
 * The interface of every acquirer, each implemented in its own folder. Adapters import only this room and
 * platform/. An aborted `signal` means that the caller no longer waits for the answer. The request may still
 * take effect.
 */
export interface Acquirer {
  readonly capabilities: Capabilities;
  /**
   * Creates a payment at the acquirer before money can move, for an acquirer that finds payments only by its own
   * reference. That reference is stored before the authorization is requested with it.
   */
  prepare?(
    request: Request & { capture: boolean },
    signal: AbortSignal,
  ): Promise<{ kind: 'prepared'; payment: string } | Outcome>;
  /** @param request `payment`: the reference of the prepared payment */
  authorize(
    request: Request & {
      card: Card;
      capture: boolean;
      payment?: string;
      authentication?: AuthenticationRequest;
      savedCard?: SavedCardUse;
      billing?: BillingDetails;
    },
    signal: AbortSignal,
  ): Promise<Outcome>;
  /**
   * Reverses an authorization that the acquirer hasn't seen, because the request may still arrive. From then on
   * it is declined. An authorization that arrived in the meantime stays, and its outcome is returned. `unknown`:
   * the acquirer hasn't confirmed either.
   * @param request `abandoned`: the payer had to authenticate and didn't come back. `returned`: the payer came back, and
   * the acquirer may have got the result. `requestedAt`: when we first sent it
   */
  reverse(
    request: Request & {
      capture: boolean;
      payment?: string;
      abandoned?: true;
      returned?: true;
      requestedAt?: Date;
    },
    signal: AbortSignal,
  ): Promise<Outcome>;
  /**
   * An acquirer that can't be queried never says that it hasn't seen an authorization. After this time without a result, we
   * reverse it. If the payer came back from their bank, this time starts when their 15 minutes are over.
   */
  readonly reverseUnreportedAfterMs?: number;
  /**
   * Completes an authentication with the query of the payer's return URL. The acquirer checks it. Repeating the call has no
   * further effect and returns the same outcome.
   */
  completeAuthentication?(
    inquiry: Inquiry & { result: Record<string, string> },
    signal: AbortSignal,
  ): Promise<Outcome>;
  /**
   * Verifies a card with its security code and without an amount. No statement contains it.
   * @param request `merchantReason`: why the merchant will charge the card without the payer
   */
  verify(
    request: {
      reference: string;
      card: Card;
      merchantReason?: MerchantReason;
      authentication?: AuthenticationRequest;
    },
    signal: AbortSignal,
  ): Promise<Outcome>;
  /**
   * The outcome of a verification whose payer had to authenticate. Repeating the call has no further effect.
   * @param verification `result`: the query of the payer's return URL, empty before that
   */
  completeVerification(
    verification: {
      reference: string;
      acquirerReference: string;
      url: string;
      result: Record<string, string>;
    },
    signal: AbortSignal,
  ): Promise<Outcome>;
  capture(request: FollowUp, signal: AbortSignal): Promise<Outcome>;
  /** @param request `held`: the whole hold, including pending captures, for an acquirer that can't release a part */
  void(request: FollowUp & { held?: number }, signal: AbortSignal): Promise<Outcome>;
  /** @param request `reversal`: returns the whole payment, which an acquirer may not have captured yet */
  refund(request: FollowUp & { reversal?: true }, signal: AbortSignal): Promise<Outcome>;
  /**
   * The outcome of a request. `not_found`: the acquirer has never seen it, so nothing happened. An acquirer that can't
   * tell never says so.
   */
  lookup(inquiry: Inquiry, signal: AbortSignal): Promise<Outcome | { kind: 'not_found' }>;
  /**
   * Submits a complete dispute response. The ledger later contains the decision.
   * @param request `isRepeated`: an earlier attempt may have submitted it, because its answer was lost
   */
  submitEvidence(
    request: DisputeRequest & { text: string; files: EvidenceFile[]; isRepeated?: true },
    signal: AbortSignal,
  ): Promise<DisputeReceipt>;
  /** Whether images of evidence must be JPEGs. */
  readonly requiresJpegEvidence?: true;
  /** Accepts a chargeback, which is then lost. */
  acceptDispute(request: DisputeRequest, signal: AbortSignal): Promise<DisputeReceipt>;
  /** The ledger after a position, or from the start for null, if the acquirer has one that lists every request. */
  readStatement?(after: string | null, limit: number, signal: AbortSignal): Promise<Statement>;
  /** Whether the connection works, by a request without an effect. Some acquirers have none. */
  testConnection?(signal: AbortSignal): Promise<ConnectionTestResult>;
  /**
   * The events of a webhook. Null when none of the secrets has signed it.
   * @param secrets the webhook secrets by name, also the previous ones shortly after a rotation
   */
  readWebhook?(webhook: Webhook, secrets: Record<string, Secret>[]): AcquirerEvent[] | null;
  /** The events since a time, oldest first, also those whose webhooks were lost. */
  listEvents?(since: Date, signal: AbortSignal): Promise<AcquirerEvent[]>;
  /** What an event means now. Nothing: it changes nothing, or not yet. */
  readEvent?(event: AcquirerEvent, signal: AbortSignal): Promise<EventEffect[]>;
  /**
   * The payouts that were created since a time, in any order, as they are now. An acquirer without a list announces its
   * payouts only in events. Implies {@link listPayoutEntries}.
   */
  listPayouts?(since: Date, signal: AbortSignal): Promise<AcquirerPayout[]>;
  /**
   * The entries of a payout whose `entries` are complete, in pages of any size, each entry once. With this method, payments
   * settle when their payout arrives. Without it, they settle daily.
   */
  listPayoutEntries?(payout: string, signal: AbortSignal): AsyncIterable<PayoutEntry[]>;
  /**
   * Only a simulator lets others decide what happens.
   * @returns false when the event can't happen to this authorization now
   */
  simulateIncident?(authorization: string, event: SimulatedIncident, signal: AbortSignal): Promise<boolean>;
  /**
   * Only a simulator lets a page play the payer's bank.
   * @returns false when this payment waits for no authentication
   */
  simulateAuthentication?(
    reference: string,
    result: SimulatedAuthentication,
    signal: AbortSignal,
  ): Promise<boolean>;
  /**
   * Appends past entries with their times to the ledger, as if each had been requested then. Only a simulator has a
   * past that others decide, for demo data.
   * @param entries oldest first, with new references
   * @returns the position after them, for readStatement
   */
  simulateHistory?(entries: readonly PastEntry[], signal: AbortSignal): Promise<string>;
}

/** `description` and `reason` are sentences for staff. They contain no secrets. */
export type ConnectionTestResult =
  { kind: 'connected'; description: string } | { kind: 'refused'; reason: string } | { kind: 'unreachable' };

/** A past entry of a simulator's ledger. */
export type PastEntry = LedgerEntry & { at: string };

/**
 * A bank's own events, on command. Chargebacks and refunds are identified by their reference. `delay`: delays
 * the next answer about the authorization.
 */
export type SimulatedIncident =
  | { kind: 'chargeback_opened'; amountMinor: number }
  | { kind: 'chargeback_won' | 'chargeback_lost' | 'refund_failed'; reference: string }
  | { kind: 'delay'; ms: number };

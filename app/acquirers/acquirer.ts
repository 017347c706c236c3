import type { Secret } from '~/platform/secrets/secret';
import type { DeclineCode } from './decline-codes';

/** A card as the payer gave it. The number and the code exist in memory only, until the acquirer has answered. */
export type Card = {
  pan: Secret;
  expiry: { month: number; year: number };
  code?: Secret;
  name?: string;
};

/**
 * What an acquirer says of one request. `unknown`: it may or may not have happened; only a lookup can tell. `settled`: what
 * was captured is paid out already.
 */
export type Outcome =
  | { kind: 'approved'; acquirerReference: string; settled?: true }
  | { kind: 'declined'; code: DeclineCode }
  | { kind: 'unknown' };

type Money = { amountMinor: number; currency: string };
/** Every request carries our reference. Asking again with the same one has one effect and gets the same outcome. */
type Request = Money & { reference: string };
/** `authorization` is the reference under which the payment was authorized. */
type FollowUp = Request & { authorization: string };

/**
 * One entry of an acquirer's book: what it did for one of our references, or what it tells of its own accord. Those are a
 * refund that the payer's bank sent back, and a chargeback, which has a reference of the acquirer's and ends won or lost.
 */
export type StatementEntry = Money & { reference: string; authorization: string } & (
    | { kind: 'authorize' | 'authcap' | 'capture' | 'void' | 'refund'; approved: boolean }
    | { kind: 'refund_failed'; code: DeclineCode }
    | { kind: 'chargeback_opened'; reason: string; dueBy: string }
    | { kind: 'chargeback_won' | 'chargeback_lost' }
  );

/** A part of the book, oldest entry first. `next` is where to read on; fewer entries than asked for are the end so far. */
export type Statement = { entries: StatementEntry[]; next: string };

/** A file that goes with an answer to a chargeback. */
export type EvidenceFile = { name: string; contentType: string; bytes: Buffer };

/** `dispute` is the acquirer's reference of a chargeback. As with money, our own reference may be sent again and has one effect. */
type DisputeRequest = { reference: string; dispute: string };
/** `refused`: the dispute is over, or its time to answer is. */
export type DisputeReceipt = { kind: 'acknowledged' } | { kind: 'refused' } | { kind: 'unknown' };

/**
 * The port every acquirer is connected through, each from a folder of its own. Adapters see this room and platform/ only.
 * A `signal` that aborts means that no one waits for the answer any more; what was asked for may happen all the same.
 */
export interface Acquirer {
  name: string;
  /** An authorization can be captured for so long at most. */
  maximumHoldDays: number;
  authorize(request: Request & { card: Card; capture: boolean }, signal: AbortSignal): Promise<Outcome>;
  /** Asks whether the card is good, with its security code and for no money: the book has nothing of it, and no lookup knows it. */
  verify(request: { reference: string; card: Card }, signal: AbortSignal): Promise<Outcome>;
  capture(request: FollowUp, signal: AbortSignal): Promise<Outcome>;
  void(request: FollowUp, signal: AbortSignal): Promise<Outcome>;
  refund(request: FollowUp, signal: AbortSignal): Promise<Outcome>;
  /** What became of a reference. `not_found`: the acquirer has never seen it, so nothing happened. */
  lookup(reference: string, signal: AbortSignal): Promise<Outcome | { kind: 'not_found' }>;
  /** Hands in what a merchant says to a chargeback, all of it at once. How it ends stands in the book later. */
  submitEvidence(
    request: DisputeRequest & { text: string; files: EvidenceFile[] },
    signal: AbortSignal,
  ): Promise<DisputeReceipt>;
  /** Gives a chargeback up: it is lost. */
  acceptDispute(request: DisputeRequest, signal: AbortSignal): Promise<DisputeReceipt>;
  /** What the book says after a place in it, from the beginning for null. */
  readStatement(after: string | null, limit: number, signal: AbortSignal): Promise<Statement>;
  /** Only a simulator lets others decide what happens. @returns false when that cannot happen to this authorization now */
  simulateIncident?(authorization: string, event: SimulatedIncident, signal: AbortSignal): Promise<boolean>;
}

/**
 * What banks do of their own accord, on command. A chargeback and a refund are named by their reference. `delay`: the next
 * request about the authorization is answered that much later.
 */
export type SimulatedIncident =
  | { kind: 'chargeback_opened'; amountMinor: number }
  | { kind: 'chargeback_won' | 'chargeback_lost' | 'refund_failed'; reference: string }
  | { kind: 'delay'; ms: number };

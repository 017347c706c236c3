import type { Secret } from '~/platform/secret';
import type { DeclineCode } from './decline-codes';

/** A card as the payer gave it. The number and the code exist in memory only, until the acquirer has answered. */
export type Card = {
  pan: Secret;
  expiry: { month: number; year: number };
  code?: Secret;
  name?: string;
};

/** What an acquirer says of one request. `unknown`: it may or may not have happened; only a lookup can tell. */
export type Outcome = { kind: 'approved'; acquirerReference: string } | { kind: 'declined'; code: DeclineCode } | { kind: 'unknown' };

type Money = { amountMinor: number; currency: string };
/** Every request carries our reference. Asking again with the same one has one effect and gets the same outcome. */
type Request = Money & { reference: string };
/** `authorization` is the reference under which the payment was authorized. */
type FollowUp = Request & { authorization: string };

/** The port every acquirer is connected through. Adapters see this folder and platform/ only. */
export interface Acquirer {
  name: string;
  authorize(request: Request & { card: Card; capture: boolean }): Promise<Outcome>;
  capture(request: FollowUp): Promise<Outcome>;
  void(request: FollowUp): Promise<Outcome>;
  refund(request: FollowUp): Promise<Outcome>;
  /** What became of a reference. `not_found`: the acquirer has never seen it, so nothing happened. */
  lookup(reference: string): Promise<Outcome | { kind: 'not_found' }>;
}

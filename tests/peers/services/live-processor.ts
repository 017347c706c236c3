/** What the processor holds, has captured, and has refunded. */
export type ProcessorBalance = { held: number; captured: number; refunded: number };

/** A processor's stand-in, as the test of live payments needs it. Amounts in minor units, and all in one currency. */
export type LiveProcessor = {
  name: 'Stripe' | 'Adyen';
  /** Of the server. */
  settings: Record<string, string>;
  /** The form of its connection, by label. */
  form: Record<string, string>;
  /** What a successful connection test says. */
  connected: string;
  sendWebhooksTo(url: string): Promise<void>;
  /** The HTTP status of each webhook. Null for those without an answer. */
  listWebhookStatuses(): Promise<(number | null)[]>;
  /** Something that takes a while at the processor is done. */
  wait(): Promise<void>;
  /** Of each payment with this amount. */
  readBalances(amount: number): Promise<ProcessorBalance[]>;
  countPayments(): Promise<number>;
  /** Disputes a part of the payment with this amount. */
  openDispute(amount: number, disputed: number): Promise<void>;
  /** As the portal shows it. */
  disputeReason: string;
  /** How the merchant responded to the only dispute. */
  readResponse(): Promise<'none' | 'evidence'>;
  decideForMerchant(): Promise<void>;
  /** Pays out everything, and returns the amount. */
  makePayout(): Promise<number>;
  /** What it charges for a captured amount. */
  feeOf(captured: number): number;
  disputeFee: number;
  /** What it charges with a payout. */
  payoutFee(captures: number): number;
  stop(): Promise<void>;
};

/** Cards with unpublished numbers, which both stand-ins know. */
export const payerCards = { approved: '4539578763621486', challenged: '5204247719033557' };

/** How long the stand-ins take for what takes a while. */
export const laterSeconds = 1_800;

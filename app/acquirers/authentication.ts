/**
 * The result of 3-D Secure. `attempted`: the bank doesn't take part, or didn't answer, and may still be liable.
 * `liabilityShift`: whether the bank is liable for fraud. `eci`: the electronic commerce indicator of the card network.
 */
export type AuthenticationResult = {
  status: 'authenticated' | 'attempted' | 'failed' | 'unavailable';
  flow: 'frictionless' | 'challenge' | null;
  version: string | null;
  eci: string | null;
  liabilityShift: boolean;
};

/**
 * The details of the payer's browser that 3-D Secure sends to the bank. `screen`: only a script can read it.
 * `timeZoneOffset`: minutes from local time to UTC, positive west of UTC, as in JavaScript.
 */
export type Browser = {
  acceptHeader: string;
  userAgent: string;
  language?: string;
  ipAddress?: string;
  screen?: { colorDepth: number; width: number; height: number; timeZoneOffset: number };
};

/**
 * How a payment is authenticated with 3-D Secure. `returnUrl`: where the payer's browser comes back. Without it, a payment
 * that needs the payer is declined with `authentication_required`. `requested`: which cards to authenticate: every
 * card that can be, only those for which the acquirer finds it necessary, or none.
 */
export type AuthenticationRequest = {
  returnUrl?: string;
  requested: 'always' | 'automatic' | 'never';
  browser?: Browser;
};

/** What the payer does at a simulated bank. */
export type SimulatedAuthentication = 'authenticated' | 'failed' | 'unavailable';

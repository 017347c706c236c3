import type { RefusalName } from './refusals';

/** What the issuer and the scheme do with a card. */
export type CardBehavior = {
  refusal?: RefusalName;
  /** The issuer's own reason of the refusal, such as `41 : Lost card`. */
  raw?: string;
  /** The number of the AVS result for a whole address, and of the result for the security code. */
  checks?: { avs?: number; code?: number };
  /** 3-D Secure is required. The refusal, if any, comes after it. */
  challenge?: true;
  /** The issuer answers later. */
  pending?: 'authorized' | 'refused' | 'never';
  /** `refused`: CAPTURE without success. `failed`: CAPTURE with success, then CAPTURE_FAILED. */
  capture?: 'refused' | 'failed';
  /** `refused`: REFUND without success. `failed`: REFUND_FAILED later. `reversed`: REFUNDED_REVERSED later. */
  refund?: 'refused' | 'failed' | 'reversed';
};

// docs.adyen.com/development-resources/testing/test-card-numbers
const testCards: Record<string, CardBehavior> = {
  '4111111111111111': {},
  '4111111145551142': {},
  '4444333322221111': {},
  '4988438843884305': {},
  '4166676667666746': {},
  '4646464646464644': {},
  '4000620000000007': {},
  '4000060000000006': {},
  '4293189100000008': {},
  '5100290029002909': {},
  '5577000055770004': {},
  '5136333333333335': {},
  '5585558555855583': {},
  '5555444433331111': {},
  '2222410740360010': {},
  '5555555555554444': {},
  '2222400010000008': {},
  '2223000048410010': {},
  '2223520443560010': {},
  '370000000000002': {},
  '36006666333344': {},
  '6011601160116611': {},
  '6445644564456445': {},
  '3569990010095841': {},
  '4917610000000000': { challenge: true },
  '5454545454545454': { challenge: true },
  '371449635398431': { challenge: true },
};

/** Undefined for a number that isn't a test card. */
export function findCardBehavior(
  number: string,
  own: Record<string, CardBehavior>,
): CardBehavior | undefined {
  return own[number] ?? testCards[number];
}

/** Adyen's name of the scheme. */
export function brandOf(number: string): string | undefined {
  if (number.startsWith('4')) return 'visa';
  if (/^3[47]/.test(number)) return 'amex';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mc';
  if (/^(6011|64|65)/.test(number)) return 'discover';
  if (/^(30|36|38)/.test(number)) return 'diners';
  if (/^35/.test(number)) return 'jcb';
  return number.startsWith('62') ? 'cup' : undefined;
}

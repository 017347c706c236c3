import type { CardBrand } from '~/platform/cards/card-brands';
import type { Environment } from '~/platform/environment';

// Pure: words for enumerated values: card brands, payment statuses, environments.

export type StatusName =
  | 'declined'
  | 'refunded'
  | 'refund_failed'
  | 'fully_refunded'
  | 'partially_refunded'
  | 'disputed'
  | 'pending'
  | 'authorized'
  | 'paid'
  | 'settled'
  | 'voided'
  | 'expired';

export const brandPatterns: readonly [RegExp, CardBrand][] = [
  [wordPattern('visa'), 'visa'],
  [wordPattern('master ?card|mc'), 'mastercard'],
  [wordPattern('amex|american[ -]express'), 'american-express'],
  [wordPattern('diners(?:[ -]club)?'), 'diners-club'],
  [wordPattern('discover'), 'discover'],
  [wordPattern('jcb'), 'jcb'],
  [wordPattern('maestro'), 'maestro'],
  [wordPattern('union ?pay'), 'unionpay'],
];

export const statusPatterns: readonly [RegExp, StatusName][] = [
  [wordPattern('charge ?backs?|charged back|disputed?|disputes'), 'disputed'],
  [
    wordPattern(
      '(?:failed|returned|bounced|rejected) refunds?|refunds? (?:(?:that|which|has|have|was|were|is) )*(?:failed|returned|bounced|rejected|came back)',
    ),
    'refund_failed',
  ],
  [wordPattern('declined?|declines|refused|rejected|failed|failing|bounced'), 'declined'],
  [
    wordPattern(
      '(?:partially|partly|in part) refunded|refunded (?:partially|partly|in part)|partial refunds?',
    ),
    'partially_refunded',
  ],
  [
    wordPattern(
      '(?:fully|completely|entirely) refunded|refunded (?:fully|completely|entirely|in full)|full refunds?',
    ),
    'fully_refunded',
  ],
  [wordPattern('refunded|refunds?|money back'), 'refunded'],
  [wordPattern('pending|unknown|stuck|hanging|processing|in limbo'), 'pending'],
  [wordPattern('authori[sz]ed|authori[sz]ation|on hold|held|reserved'), 'authorized'],
  [wordPattern('settled|paid out'), 'settled'],
  [wordPattern('voided|cancell?ed'), 'voided'],
  [wordPattern('expired'), 'expired'],
  [wordPattern('captured|paid|approved|successful|succeeded|accepted|went through'), 'paid'],
];

export const environmentPatterns: readonly [RegExp, Environment][] = [
  [environmentPattern('test'), 'test'],
  [environmentPattern('live'), 'live'],
];

/** What isn't about a payment, but about the transfer that contains it. */
export const payoutPattern = wordPattern('payouts?|pay-outs?');

function wordPattern(alternatives: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${alternatives})(?![\\p{L}\\p{N}_-])`, 'iu');
}

/** Lowercase, or next to a noun: "Test Shop" is a name. */
function environmentPattern(name: string): RegExp {
  return new RegExp(
    `(?<![\\p{L}\\p{N}_-])(?:in )?(?:(?:${name}|${name[0]!.toUpperCase()}${name.slice(1)})(?: mode| environment|(?= payments?| transactions?))|${name})(?![\\p{L}\\p{N}_-])`,
    'u',
  );
}

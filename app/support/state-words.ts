import type { CardBrand } from '~/platform/card-brands';
import type { Environment } from '~/platform/environment';

// Pure: words for what is one of a few: a card's brand, a payment's state, an environment.

export type StatusName =
  'declined' | 'refunded' | 'disputed' | 'pending' | 'authorised' | 'paid' | 'settled' | 'voided' | 'expired';

export const brandWords: readonly [RegExp, CardBrand][] = [
  [word('visa'), 'visa'],
  [word('master ?card|mc'), 'mastercard'],
  [word('amex|american[ -]express'), 'american-express'],
  [word('diners(?:[ -]club)?'), 'diners-club'],
  [word('discover'), 'discover'],
  [word('jcb'), 'jcb'],
  [word('maestro'), 'maestro'],
  [word('union ?pay'), 'unionpay'],
];

export const statusWords: readonly [RegExp, StatusName][] = [
  [word('charge ?backs?|charged back|disputed?|disputes'), 'disputed'],
  [word('declined?|declines|refused|rejected|failed|failing|bounced'), 'declined'],
  [word('refunded|refunds?|money back'), 'refunded'],
  [word('pending|unknown|stuck|hanging|processing|in limbo'), 'pending'],
  [word('authori[sz]ed|authori[sz]ation|on hold|held|reserved'), 'authorised'],
  [word('settled|paid out'), 'settled'],
  [word('voided|cancell?ed'), 'voided'],
  [word('expired'), 'expired'],
  [word('captured|paid|approved|successful|succeeded|accepted|went through'), 'paid'],
];

export const environmentWords: readonly [RegExp, Environment][] = [
  [mode('test'), 'test'],
  [mode('live'), 'live'],
];

function word(alternatives: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${alternatives})(?![\\p{L}\\p{N}_-])`, 'iu');
}

/** In small letters, or with what it is of: "Test Shop" is a name. */
function mode(name: string): RegExp {
  return new RegExp(
    `(?<![\\p{L}\\p{N}_-])(?:in )?(?:(?:${name}|${name[0]!.toUpperCase()}${name.slice(1)})(?: mode| environment|(?= payments?| transactions?))|${name})(?![\\p{L}\\p{N}_-])`,
    'u',
  );
}

import { testCards } from '~/acquirers/test-cards';
import type { DeclineCode } from '~/acquirers/decline-codes';
import type { Random } from './random';

/** A published test card, which the simulator treats as that card. */
export type PayerCard = { pan: string; expiry: { month: number; year: number } };

const expiryYears = 4;

/** By currency, with the share of each card. */
const shares = {
  EUR: [
    ['4242424242424242', 20],
    ['4111111111111111', 13],
    ['4000056655665556', 9],
    ['5555555555554444', 21],
    ['5200828282828210', 13],
    ['2223003122003222', 9],
    ['378282246310005', 8],
    ['371449635398431', 4],
    ['3566002020360505', 2],
    ['38520000023237', 1],
  ],
  USD: [
    ['4242424242424242', 26],
    ['4111111111111111', 18],
    ['5555555555554444', 20],
    ['5200828282828210', 8],
    ['378282246310005', 9],
    ['371449635398431', 5],
    ['6011111111111117', 11],
    ['3566002020360505', 3],
  ],
} as const satisfies Record<string, readonly (readonly [pan: string, share: number])[]>;

export function pickCard(currency: keyof typeof shares, random: Random): PayerCard {
  return withExpiry(random.pickWeighted<string>(shares[currency]), random);
}

/** Why banks decline, by how often they do. */
const declineShares: readonly (readonly [DeclineCode, number])[] = [
  ['insufficient_funds', 40],
  ['do_not_honor', 27],
  ['incorrect_cvc', 14],
  ['expired_card', 9],
  ['suspected_fraud', 6],
  ['lost_card', 2],
  ['stolen_card', 2],
];

/** The test card that the bank declines for this reason, or for one as often as banks do. */
export function pickDeclinedCard(random: Random, code = random.pickWeighted(declineShares)): PayerCard {
  return withExpiry(testCards.find(({ outcome, silent }) => outcome === code && !silent)!.pan, random);
}

/** A card with a special behavior of the simulator. */
export function withExpiry(pan: string, random: Random): PayerCard {
  return {
    pan,
    expiry: {
      month: random.between(1, 12),
      year: new Date().getUTCFullYear() + random.between(2, expiryYears),
    },
  };
}

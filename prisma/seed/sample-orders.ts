// A year of a tea merchant: the same at every start, except for its first day.

const dayMs = 24 * 3600 * 1000;
const days = 365;

type Card = { pan: string; brand: string };

/** An order. `captured` and `refunded` are its later amounts, if the card pays. Amounts in minor units. */
export type SampleOrder = {
  at: number;
  orderId: string;
  amount: number;
  currency: string;
  card: Card;
  captured: number;
  refunded: number;
};

const cards: Card[] = [
  { pan: '4242424242424242', brand: 'visa' },
  { pan: '4111111111111111', brand: 'visa' },
  { pan: '5555555555554444', brand: 'mastercard' },
  { pan: '5200828282828210', brand: 'mastercard' },
  { pan: '378282246310005', brand: 'american-express' },
];
const declinedCards: Card[] = [
  { pan: '4000000000009995', brand: 'visa' },
  { pan: '4000000000000002', brand: 'visa' },
  { pan: '4000000000000069', brand: 'visa' },
  { pan: '4000000000000127', brand: 'visa' },
];

/** In chronological order, the last one about an hour ago. */
export function generateSampleOrders(now: number): SampleOrder[] {
  return [...generateOrders(now), buildSearchableOrder(now)].sort((one, other) => one.at - other.at);
}

/** A payment for the support search: last four 4242, about 40 dollars, yesterday afternoon. */
function buildSearchableOrder(now: number): SampleOrder {
  const at = Math.floor(now / dayMs - 1) * dayMs + 14.6 * 3_600_000;
  return {
    at,
    orderId: 'order-2000',
    amount: 4_150,
    currency: 'USD',
    card: cards[0]!,
    captured: 4_150,
    refunded: 0,
  };
}

function* generateOrders(now: number): Generator<SampleOrder> {
  const random = createRandom(20_260_101);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  for (let daysAgo = days, order = 2001; daysAgo >= 0; daysAgo--) {
    const start = Math.floor(now / dayMs - daysAgo) * dayMs;
    for (let remaining = countOrdersOn(start, random); remaining > 0; remaining--, order++) {
      // Between 7 and 22 o'clock, in order.
      const at = Math.floor(
        start + 7 * 3_600_000 + ((15 * 3_600_000) / (remaining + 1)) * (1 + random() * 0.8),
      );
      if (at > now - 3_600_000) continue;
      const amount = 900 + Math.floor(random() ** 2 * 14_000);
      const common = { at, orderId: `order-${order}`, amount, currency: random() < 0.85 ? 'EUR' : 'USD' };
      const outcomeShare = random();
      if (outcomeShare < 0.06) yield { ...common, card: pick(declinedCards), captured: amount, refunded: 0 };
      else if (outcomeShare < 0.09) yield { ...common, card: pick(cards), captured: 0, refunded: 0 };
      else if (outcomeShare < 0.13)
        yield { ...common, card: pick(cards), captured: Math.floor(amount * 0.6), refunded: 0 };
      else if (outcomeShare < 0.17)
        yield { ...common, card: pick(cards), captured: amount, refunded: Math.floor(amount / 3) };
      else if (outcomeShare < 0.19)
        yield { ...common, card: pick(cards), captured: amount, refunded: amount };
      else yield { ...common, card: pick(cards), captured: amount, refunded: 0 };
    }
  }
}

/** Tea sells better in winter and on weekends, and the shop grows through the year. */
function countOrdersOn(start: number, random: () => number): number {
  const date = new Date(start);
  const winter = 1 + 0.4 * Math.cos((2 * Math.PI * date.getUTCMonth()) / 12);
  const weekend = date.getUTCDay() % 6 === 0 ? 1.5 : 1;
  return Math.floor(3 * winter * weekend * (0.5 + random()));
}

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

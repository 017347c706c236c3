import type { DisputeStage } from '~/payments/transactions/transaction-object';
import { pickBuyer, type Buyer } from './buyers';
import { fillBasket, sumItems, type OrderItem } from './catalog';
import { pickDeclinedCard, withExpiry, type PayerCard } from './payer-cards';
import type { Random } from './random';
import { getWorkingTime, type TradingDay } from './trading-days';

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];

/** A later action of the merchant. Amounts in minor units. `by`: who performs it; the API unless given. */
export type Step = {
  kind: 'capture' | 'void' | 'refund';
  at: number;
  amount: number;
  reason: string | null;
  by?: 'owner' | 'finance';
};

/** A chargeback of a payment, up to its stage. Times in days before the start. */
export type PlannedDispute = {
  stage: Extract<DisputeStage, 'needs_response' | 'under_review' | 'won' | 'lost'>;
  openedDaysAgo: number;
  answer?: { daysAgo: number; text: string };
  decidedDaysAgo?: number;
};

/** A customer's visit to the hosted page that ended without a payment. */
export type AbandonedVisit = 'not_opened' | 'left' | 'canceled';

/** A mistake of the shop's server: it repeats a payment with another amount, or captures what it has voided. */
export type Mistake = 'changed_amount' | 'late_capture';

/**
 * An order as it will happen: how the customer pays, and what the shop does then. Holds expire and payments settle on
 * their own. `declinedCards`: those that the customer tries first, on the hosted page.
 */
export type PlannedOrder = {
  at: number;
  buyer: Buyer;
  items: OrderItem[];
  amount: number;
  currency: 'EUR' | 'USD';
  channel: 'api' | 'checkout';
  operation: 'authorize' | 'authcap';
  card: PayerCard | null;
  declinedCards: PayerCard[];
  abandoned?: AbandonedVisit;
  mistake?: Mistake;
  steps: Step[];
  dispute?: PlannedDispute;
};

/** `seesManualOperations`: team members also refund in the portal. Live requires a second factor, which nobody has. */
export type OrderContext = { buyers: readonly Buyer[]; seesManualOperations: boolean };

const checkoutShare = 0.58;
const abandonedShare = 0.055;
const declinedShare = 0.075;

/** An ordinary order at the given time. */
export function planOrder(
  at: number,
  { buyers, seesManualOperations }: OrderContext,
  random: Random,
): PlannedOrder {
  const order = planPurchase(at, pickBuyer(buyers, random), random);
  const { channel, amount } = order;
  if (channel === 'checkout' && random.chance(abandonedShare))
    return { ...order, card: null, abandoned: random.pick(['not_opened', 'left', 'left', 'canceled']) };
  if (random.chance(declinedShare)) return declineOrder(order, random);
  const steps = order.operation === 'authorize' ? planShipping(order, random) : [];
  const captured = order.operation === 'authcap' ? amount : sumSteps(steps, 'capture');
  const refunds = captured ? planRefunds(order, captured, steps, random) : [];
  if (!seesManualOperations) return { ...order, steps: [...steps, ...refunds] };
  const [by] = [
    random.pickWeighted([
      [undefined, 60],
      ['finance', 30],
      ['owner', 10],
    ] as const),
  ];
  return { ...order, steps: [...steps, ...refunds.map((step) => (by ? { ...step, by } : step))] };
}

/** A purchase that is paid and captured at once. */
export function planPurchase(at: number, buyer: Buyer, random: Random): PlannedOrder {
  const { currency } = buyer;
  const items = fillBasket(currency, random);
  const channel = random.chance(checkoutShare) ? 'checkout' : 'api';
  return {
    at,
    buyer,
    items,
    amount: sumItems(items),
    currency,
    channel,
    operation: random.chance(0.36) ? 'authorize' : 'authcap',
    card: buyer.card,
    declinedCards: [],
    steps: [],
  };
}

/** On the hosted page, most customers then pay with another card. */
function declineOrder(order: PlannedOrder, random: Random): PlannedOrder {
  if (order.channel === 'api') return { ...order, card: pickDeclinedCard(random), steps: [] };
  const declinedCards = Array.from(
    {
      length: random.pickWeighted([
        [1, 5],
        [2, 1],
      ] as const),
    },
    () => pickDeclinedCard(random),
  );
  const recovers = random.chance(0.55);
  return { ...order, operation: 'authcap', card: recovers ? order.card : null, declinedCards };
}

/** Of a hold, the parcels are captured when they leave. */
function planShipping({ at, amount, items }: PlannedOrder, random: Random): Step[] {
  const shippedAt = getWorkingTime(at, 1, random);
  const capture = (part: number, time: number, reason: string | null = null): Step => ({
    kind: 'capture',
    at: time,
    amount: part,
    reason,
  });
  const cancel = (time: number, part: number, reason: string): Step => ({
    kind: 'void',
    at: time,
    amount: part,
    reason,
  });
  const first = Math.max(100, items[0]!.quantity * items[0]!.unit_price);
  const rest = amount - first;
  const outcome = random.chance(0.06) ? 'canceled' : random.chance(0.03) ? 'forgotten' : 'shipped';
  if (outcome === 'forgotten') return [];
  if (outcome === 'canceled')
    return [
      cancel(
        at + random.between(20 * minuteMs, 10 * hourMs),
        amount,
        random.pick(['Customer canceled', 'Ordered twice', 'Address can’t be served']),
      ),
    ];
  if (rest < 500 || random.chance(0.7)) return [capture(amount, shippedAt)];
  const secondAt = getWorkingTime(shippedAt, random.between(1, 2), random);
  const begin = capture(first, shippedAt, 'First parcel');
  const end = random.pickWeighted([
    ['captured', 55],
    ['voided', 35],
    ['expired', 10],
  ] as const);
  if (end === 'captured') return [begin, capture(rest, secondAt, 'Second parcel')];
  return end === 'voided' ? [begin, cancel(secondAt, rest, 'Out of stock')] : [begin];
}

const refundReasons = [
  'Goods returned',
  'Goods returned',
  'Arrived damaged',
  'Wrong item sent',
  'Arrived late',
  'Goodwill',
];

function planRefunds(
  { at, items }: PlannedOrder,
  captured: number,
  steps: readonly Step[],
  random: Random,
): Step[] {
  const kind = random.pickWeighted([
    ['none', 93],
    ['part', 4],
    ['all', 2.3],
    ['two_parts', 0.7],
  ] as const);
  if (kind === 'none') return [];
  const from = Math.max(at, ...steps.map((step) => step.at));
  const first = getWorkingTime(from, random.between(2, 9), random);
  const refund = (amount: number, time: number): Step => ({
    kind: 'refund',
    at: time,
    amount,
    reason: random.pick(refundReasons),
  });
  if (kind === 'all') return [refund(captured, first)];
  const part = Math.min(Math.max(200, items[0]!.unit_price), Math.floor(captured / 2));
  return kind === 'part'
    ? [refund(part, first)]
    : [refund(part, first), refund(captured - part, first + random.between(1, 4) * dayMs)];
}

function sumSteps(steps: readonly Step[], kind: Step['kind']): number {
  return steps.reduce((sum, step) => (step.kind === kind ? sum + step.amount : sum), 0);
}

/** How many orders a day gets. */
export function countOrders({ share }: TradingDay, perYear: number, random: Random): number {
  return Math.floor(share * perYear + random.fraction());
}

/** A card with a special behavior in the simulator. */
export const specialCards = {
  declinedWithoutAnswer: (random: Random) => withExpiry('4000000000000119', random),
  approvedWithoutAnswer: (random: Random) => withExpiry('4000000000005043', random),
  refundFails: (random: Random) => withExpiry('4000000000005126', random),
};

import type { Environment } from '~/platform/environment';
import { addDays, getDayInZone } from '~/platform/time/days';
import type { Buyer } from './buyers';
import { sumItems } from './catalog';
import { planPurchase, specialCards, type PlannedDispute, type PlannedOrder } from './orders';
import { pickDeclinedCard, withExpiry } from './payer-cards';
import { createRandom } from './random';
import { getTime, shopZone } from './trading-days';

const dayMs = 86_400_000;
const latestMs = 300_000;

/** Chargebacks in every stage, each about three weeks after the order. */
const disputes: readonly PlannedDispute[] = [
  { stage: 'lost', openedDaysAgo: 163, decidedDaysAgo: 152 },
  {
    stage: 'won',
    openedDaysAgo: 88,
    answer: {
      daysAgo: 85,
      text: 'The carrier delivered the parcel to the billing address on the third day, and the cardholder signed for it. The tracking number is in the order, and the carrier keeps the signature.',
    },
    decidedDaysAgo: 66,
  },
  {
    stage: 'under_review',
    openedDaysAgo: 10,
    answer: {
      daysAgo: 6,
      text: 'The customer confirmed the order by email and has ordered from us with the same card four times before. The tea was delivered a week before the dispute.',
    },
  },
  { stage: 'needs_response', openedDaysAgo: 2 },
];

/**
 * Orders that chance might leave out: the shop's first one, one for each reason to decline, each card brand, each special
 * behavior of the acquirer, open and expired holds, the disputes, and some of today.
 */
export function planNotableOrders(
  now: number,
  { buyers, environment }: { buyers: readonly Buyer[]; environment: Environment },
): PlannedOrder[] {
  const today = getDayInZone(new Date(now), shopZone);
  const at = (daysAgo: number, hour: number, minute: number) =>
    getTime(addDays(today, -daysAgo), hour, minute);
  const midnight = at(0, 0, 0);
  const plan = (name: string, time: number, change: Partial<PlannedOrder>): PlannedOrder => {
    const random = createRandom(`notable ${environment} ${name}`);
    return {
      ...planPurchase(time, random.pick(buyers), random),
      operation: 'authcap',
      channel: 'api',
      ...change,
    };
  };
  const random = createRandom(`notable ${environment}`);
  const declined = (
    [
      'insufficient_funds',
      'do_not_honor',
      'incorrect_cvc',
      'expired_card',
      'suspected_fraud',
      'lost_card',
      'stolen_card',
    ] as const
  ).map((code, index) =>
    plan(code, at(1 + index * 3, 11, 5 + index), { card: pickDeclinedCard(random, code) }),
  );
  const brands = ['6011111111111117', '3566002020360505', '38520000023237', '378282246310005'].map(
    (pan, index) =>
      plan(pan, at(1 + index * 2, 12, 40 + index), { card: withExpiry(pan, random), channel: 'checkout' }),
  );
  const disputed = disputes.map((dispute) =>
    plan(dispute.stage, at(dispute.openedDaysAgo + 21, 19, 12), { dispute, channel: 'checkout' }),
  );
  const refundedTime = at(13, 10, 31);
  const refunded = plan('refund fails', refundedTime, { card: specialCards.refundFails(random) });
  return [
    plan('first', at(364, 10, 12), {}),
    buildSearchableOrder(at(1, 14, 36), buyers),
    ...declined,
    ...brands,
    ...disputed,
    plan('declined without answer', at(9, 17, 20), { card: specialCards.declinedWithoutAnswer(random) }),
    plan('approved without answer', at(17, 9, 48), { card: specialCards.approvedWithoutAnswer(random) }),
    {
      ...refunded,
      steps: [
        { kind: 'refund', at: refundedTime + 4 * dayMs, amount: refunded.amount, reason: 'Goods returned' },
      ],
    },
    plan('conflict', at(6, 10, 26), { mistake: 'changed_amount' }),
    buildCanceledOrder(plan('late capture', at(8, 9, 37), { operation: 'authorize' })),
    // Early in the day, today has orders, too. They are captured today, or not settled yet.
    ...[0.4, 0.55, 0.7, 0.8, 0.9].map((share) =>
      plan(`morning ${share}`, Math.floor(midnight + share * (now - midnight)), {}),
    ),
    plan('latest', now - latestMs, {}),
    // Holds that wait for their parcels: two of them not much longer.
    plan('new hold', at(1, 20, 15), { operation: 'authorize' }),
    plan('hold', at(3, 13, 22), { operation: 'authorize' }),
    plan('expiring hold', now - 6 * dayMs - 5_400_000, { operation: 'authorize' }),
    withFirstParcel(plan('expiring rest', now - 5.5 * dayMs, { operation: 'authorize' })),
    plan('expired hold', at(20, 16, 3), { operation: 'authorize' }),
    withFirstParcel(plan('expired rest', at(26, 18, 44), { operation: 'authorize' })),
  ];
}

/** A payment that a caller might describe: last four 4242, about 40 dollars, yesterday afternoon. */
function buildSearchableOrder(time: number, buyers: readonly Buyer[]): PlannedOrder {
  const random = createRandom('searchable');
  const items = [
    { sku: 'matcha-30', name: 'Ceremonial matcha, 30 g', quantity: 1, unit_price: 2_900 },
    { name: 'Welcome discount, 10%', quantity: 1, unit_price: -290 },
    { name: 'Shipping', quantity: 1, unit_price: 1_490 },
  ];
  const buyer = buyers.find(({ currency }) => currency === 'USD')!;
  return {
    ...planPurchase(time, buyer, random),
    items,
    amount: sumItems(items),
    operation: 'authcap',
    channel: 'api',
    card: withExpiry('4242424242424242', random),
  };
}

function withFirstParcel(order: PlannedOrder): PlannedOrder {
  const { at, amount } = order;
  const step = {
    kind: 'capture',
    at: at + dayMs,
    amount: Math.floor(amount * 0.6),
    reason: 'First parcel',
  } as const;
  return { ...order, steps: [step] };
}

/** The shop's warehouse doesn't know that the order was canceled. */
function buildCanceledOrder(order: PlannedOrder): PlannedOrder {
  const { at, amount } = order;
  const step = { kind: 'void', at: at + dayMs / 8, amount, reason: 'Customer canceled' } as const;
  return { ...order, steps: [step], mistake: 'late_capture' };
}

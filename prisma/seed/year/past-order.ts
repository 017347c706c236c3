import type { Order } from '~/payments/transactions/order-lines';
import type { PlannedOrder, Step } from './orders';
import { addChargeback } from './past-chargeback';
import { PastPayment } from './past-payment';
import type { PastContext } from './past-transaction';
import { addMistake } from './past-mistakes';
import { PastVisit } from './past-visit';
import { createRandom, type Random } from './random';

const suffixes = { capture: 'S', void: 'V', refund: 'R' } as const;

/** Writes what an order has left behind until now. */
export function addOrder(context: PastContext, planned: PlannedOrder, orderId: string): void {
  const random = createRandom(`order ${orderId}`);
  const { items, amount, currency, buyer } = planned;
  const order: Order = {
    order_id: orderId,
    order_amount: amount,
    order_currency: currency,
    order_items: items,
    card_holder: buyer.cardHolder,
  };
  const payment = pay(context, planned, { externalId: orderId, order }, random);
  if (!payment || payment.row.status === 'DECLINED') return;
  const numbers = { capture: 0, void: 0, refund: 0 };
  for (const step of planned.steps) {
    if (step.at > context.now) break;
    payment.follow(step, getExternalId(step, orderId, ++numbers[step.kind], random));
  }
  payment.passTime(context.now);
  if (planned.mistake) addMistake(payment, planned.mistake);
  if (planned.dispute) addChargeback(payment.transaction, planned.dispute, random);
}

function pay(
  context: PastContext,
  planned: PlannedOrder,
  payment: { externalId: string; order: Order },
  random: Random,
): PastPayment | null {
  const { at, operation, card, channel, buyer } = planned;
  if (channel === 'checkout') return new PastVisit(context, planned, payment, random).complete();
  const { first_name, last_name } = buyer.cardHolder;
  const paid = new PastPayment(
    context,
    { ...payment, at, operation, card: card!, name: `${first_name} ${last_name}`, intentId: null },
    random,
  );
  paid.authorize();
  return paid;
}

/** The shop numbers its requests. A form of the portal has a random ID. */
function getExternalId({ kind, by }: Step, orderId: string, number: number, random: Random): string {
  return by ? random.uuid() : `${orderId}-${suffixes[kind]}${number}`;
}

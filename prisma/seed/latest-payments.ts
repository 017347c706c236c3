import { createCardIntent, findCardIntent } from '~/payments/checkout/card-intents';
import { verifyAndSaveCard } from '~/payments/checkout/card-saving/card-saving';
import { payIntent } from '~/payments/checkout/checkout-payments';
import { recordOpened, recordRedirect } from '~/payments/checkout/checkout-visits';
import { createPaymentIntent, findCheckoutIntent } from '~/payments/checkout/payment-intents';
import { captureOrVoid } from '~/payments/operations/capture-void';
import { createRefund } from '~/payments/operations/refunds';
import type { Actor, IntentReply, Reply } from '~/payments/replies';
import type { Order } from '~/payments/transactions/order-lines';
import { createTransaction, type NewPayment } from '~/payments/transactions/transactions';
import { Secret } from '~/platform/secrets/secret';

/**
 * An acquirer without an answer doesn't prevent startup. The acquirer is queried about it later, as for any
 * payment.
 */
export class OutcomeUnknownError extends Error {
  constructor(readonly orderId: string) {
    super(orderId);
  }
}

/** The customer who has saved two cards, and comes back to the demo shop. */
export const returningCustomerId = 'customer-0740';

/** The merchant's latest test payments, and the cards that it saved. */
export async function seedLatestPayments({
  accountId,
  secretId,
}: {
  accountId: string;
  secretId: string;
}): Promise<void> {
  const actor: Actor = { accountId, environment: 'test', operator: `api:${secretId}` };

  await pay(actor, 'order-1001', 'authcap', 4_250, '4242424242424242');
  const shippedId = await pay(actor, 'order-1002', 'authorize', 12_900, '5555555555554444');
  await captureOrVoid(actor, {
    operation: 'capture',
    transactionId: shippedId,
    externalId: 'order-1002-parcel-1',
    amount: 7_900,
    reason: 'First parcel shipped',
  });
  await captureOrVoid(actor, {
    operation: 'void',
    transactionId: shippedId,
    externalId: 'order-1002-rest',
    reason: 'The teapot is out of stock',
  });
  const returnedId = await pay(actor, 'order-1003', 'authcap', 6_400, '378282246310005');
  await createRefund(actor, {
    transactionId: returnedId,
    externalId: 'order-1003-return',
    amount: 2_400,
    reason: 'One tin came back',
  });
  await pay(actor, 'order-1004', 'authcap', 3_150, '4000000000009995');
  const canceledId = await pay(actor, 'order-1005', 'authorize', 8_800, '4111111111111111');
  await captureOrVoid(actor, {
    operation: 'void',
    transactionId: canceledId,
    externalId: 'order-1005-canceled',
    reason: 'The customer canceled',
  });
  await payOnCheckout(actor, 'order-1006', 5_700);
  await pay(actor, 'order-1007', 'authorize', 15_000, '6011111111111117');
  await saveCard(actor, 'customer-0311', '371449635398431');
  await saveCard(actor, 'customer-0582', '5200828282828210');
  await saveCard(actor, returningCustomerId, '5555555555554444');
  const token = await saveCard(actor, returningCustomerId, '4111111111111111');
  await pay(actor, 'tea-of-the-month-0740', 'authcap', 3_390, { token });
}

/** @returns the token of a card that a customer saved */
async function saveCard(actor: Actor, customerId: string, pan: string): Promise<string> {
  const externalId = `${customerId}-card-${pan.slice(-4)}`;
  const intentId = readIntentId(await createCardIntent(actor, { externalId, customerId }));
  await verifyAndSaveCard((await findCardIntent({ ...actor, intentId }))!, {
    card: buildCard(pan),
    formId: externalId,
  });
  const { card } = (await findCardIntent({ ...actor, intentId }))!;
  if (!card) throw new OutcomeUnknownError(externalId);
  return card.id;
}

async function pay(
  actor: Actor,
  orderId: string,
  operation: 'authorize' | 'authcap',
  amount: number,
  card: string | { token: string },
): Promise<string> {
  const payment: NewPayment = {
    operation,
    externalId: orderId,
    order: buildOrder(orderId, amount),
    card: typeof card === 'string' ? buildCard(card) : card,
  };
  const reply = await createTransaction(actor, payment);
  if (reply.kind === 'outcome_unknown') throw new OutcomeUnknownError(orderId);
  return (JSON.parse(requireReplyBody(reply)) as { id: string }).id;
}

async function payOnCheckout(actor: Actor, orderId: string, amount: number): Promise<void> {
  const thanksUrl = 'https://harbour-tea.example/thanks';
  const reply = await createPaymentIntent(actor, {
    externalId: orderId,
    order: buildOrder(orderId, amount),
    redirectUrls: { success: thanksUrl, failure: thanksUrl },
  });
  const intent = (await findCheckoutIntent({ ...actor, intentId: readIntentId(reply) }))!;
  await recordOpened(intent);
  await payIntent(intent, { card: buildCard('4000056655665556'), formId: orderId });
  await recordRedirect(intent);
}

function buildOrder(orderId: string, amount: number): Order {
  const tea = { name: 'First-flush Darjeeling, 100 g', quantity: 2, unit_price: 1_450 };
  const delivery = { name: 'Delivery', quantity: 1, unit_price: 490 };
  const rest = amount - tea.quantity * tea.unit_price - delivery.unit_price;
  const order_items = [
    tea,
    ...(rest ? [{ name: rest < 0 ? 'Voucher' : 'Teapot', quantity: 1, unit_price: rest }] : []),
    delivery,
  ];
  return { order_id: orderId, order_amount: amount, order_currency: 'EUR', order_items };
}

function buildCard(pan: string) {
  return {
    pan: new Secret(pan),
    code: new Secret('123'),
    expiry: { month: 12, year: new Date().getUTCFullYear() + 4 },
    name: 'Ada Example',
  };
}

function readIntentId(intent: IntentReply): string {
  return (JSON.parse(requireReplyBody(intent)) as { intent_id: string }).intent_id;
}

function requireReplyBody(reply: Reply | IntentReply): string {
  if (reply.kind !== 'done') throw new Error(reply.kind);
  return reply.body;
}

import { createAccount } from '~/merchants/accounts/accounts';
import { createUser } from '~/identity/users/users';
import { hashPassword } from '~/identity/passwords/passwords';
import { createCardIntent, findCardIntent } from '~/payments/checkout/card-intents';
import { verifyAndSaveCard } from '~/payments/checkout/card-saving';
import { payIntent } from '~/payments/checkout/checkout-payments';
import { captureOrVoid } from '~/payments/operations/capture-void';
import { createPaymentIntent, findCheckoutIntent } from '~/payments/checkout/payment-intents';
import { createRefund } from '~/payments/operations/refunds';
import type { Actor, IntentReply, Reply } from '~/payments/replies';
import type { Order } from '~/payments/transactions/order-lines';
import { createTransaction, type NewPayment } from '~/payments/transactions/transactions';
import { recordOpened, recordRedirect } from '~/payments/checkout/checkout-visits';
import { requireCheckoutSecret } from '~/merchants/credentials/credentials';
import { prisma } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import { Secret } from '~/platform/secrets/secret';
import { deriveKey, digest } from '~/platform/secrets/secrets.server';
import { changesRequested, colleagues, inReview, live, registered } from './seed/applicants';
import { seedDesign } from './seed/checkout-design';
import { seedHistory } from './seed/payment-history';
import { seedSupportSession } from './seed/support-sessions';
import { seedDeliveries, seedEndpoints, shopWebhookSecret } from './seed/webhooks';
import { seedApplicants, seedLive, seedStaff } from './seed/demo-accounts';

/** The demo's credentials. They derive from this installation's key, so that every start can print them. */
export function demoLogin(): { email: string; password: string } {
  return { email: live.owner.email, password: `tea-${deriveDemoValue('password').slice(0, 12)}` };
}

/** Other logins with that password: a developer and a finance member of the same merchant. */
export const demoColleagues = colleagues.map(({ email }) => email);

/** And merchants that aren't live yet, with the same one. */
export const demoApplicants = [inReview, changesRequested, registered].map(({ owner }) => owner.email);

/** The demo merchant's test credentials, as its server would store them. Null before the demo data exists. */
export async function demoCredentials(): Promise<{
  clientId: string;
  clientSecret: string;
  signingSecret: string;
  webhookSecret: string | null;
} | null> {
  const account = await prisma.account.findFirst({
    where: { members: { some: { user: { email: live.owner.email } } } },
  });
  if (!account) return null;
  const signingSecret = await requireCheckoutSecret({ accountId: account.id, environment: 'test' });
  return {
    clientId: account.id,
    clientSecret: demoSecret(),
    signingSecret,
    webhookSecret: await shopWebhookSecret(account.id),
  };
}

/**
 * Creates the demo data in an empty installation: the staff, a live merchant with a year of payments, test
 * payments in every state, and saved cards, and merchants that wait for a response, have to change something,
 * or just registered.
 */
export async function seedDemo(): Promise<void> {
  const passwordHash = await hashPassword(demoLogin().password);
  const demoAccount = await prisma.$transaction(async (db) => {
    const { count } = await db.setting.createMany({
      data: { key: 'demo_world', value: 'made' },
      skipDuplicates: true,
    });
    if (!count) return null;
    const userId = await createUser(db, { ...live.owner, passwordHash });
    const { secretId, clientId: accountId } = await createAccount(db, { name: live.name, ownerId: userId });
    for (const { role, ...person } of colleagues)
      await db.member.create({
        data: { accountId, role, userId: await createUser(db, { ...person, passwordHash }) },
      });
    const clientSecret = demoSecret();
    await db.apiSecret.update({
      where: { id: secretId },
      data: { hash: digest(clientSecret), hint: clientSecret.slice(-4) },
    });
    return { accountId, userId, secretId };
  });
  if (!demoAccount) return;
  await seedStaff();
  await seedDesign(demoAccount);
  await seedEndpoints(demoAccount);
  await seedPayments(demoAccount.secretId).catch((error: unknown) => {
    if (!(error instanceof OutcomeUnknownError)) throw error;
    log.warn('the demo has fewer payments than usual: the acquirer did not answer in time', {
      cause: error.orderId,
    });
  });
  await seedMerchants(demoAccount, passwordHash).catch((error: unknown) =>
    log.warn('the demo has fewer merchants than usual', { cause: String(error) }),
  );
  await seedDeliveries();
}

/** Needs the document storage, which may be unavailable. */
async function seedMerchants(
  demoAccount: { accountId: string; userId: string },
  passwordHash: string,
): Promise<void> {
  const now = Date.now();
  await seedHistory({ accountId: demoAccount.accountId, secretId: await seedLive(demoAccount, now) }, now);
  await seedApplicants(passwordHash);
  await seedSupportSession(demoAccount);
}

/**
 * An acquirer without an answer doesn't prevent startup. The acquirer is queried about it later, as for any
 * payment.
 */
class OutcomeUnknownError extends Error {
  constructor(readonly orderId: string) {
    super(orderId);
  }
}

function demoSecret(): string {
  return `sk_test_${deriveDemoValue('client-secret')}`;
}

function deriveDemoValue(purpose: string): string {
  return deriveKey(`demo/${purpose}`).toString('base64url').replace(/[-_]/g, 'x');
}

async function seedPayments(secretId: string): Promise<void> {
  const { clientId: accountId } = (await demoCredentials())!;
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
  const token = await saveCard(actor, 'customer-0740', '4111111111111111');
  await pay(actor, 'tea-of-the-month-0740', 'authcap', 3_390, { token });
}

/** @returns the token of a card that a customer saved */
async function saveCard(actor: Actor, externalId: string, pan: string): Promise<string> {
  const intentId = readIntentId(await createCardIntent(actor, { externalId }));
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

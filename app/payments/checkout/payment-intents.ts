import type { BillingDetailsMode } from '~/merchants/accounts/settings';
import type { CheckoutDesign } from '~/merchants/checkout-design/checkout-design';
import { isRedirectHostListed } from '~/merchants/redirect-hosts/redirect-hosts';
import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { createId, isId } from '~/platform/ids';
import { toJson } from '~/platform/json';
import { defineBatchedStatement } from '~/platform/database/batched-statement.server';
import { defineStatement } from '~/platform/database/statement.server';
import { listDifferences, createFingerprint } from '~/payments/idempotency/request-fingerprint';
import type { Actor, IntentReply } from '~/payments/replies';
import {
  findReservation,
  maximumReservationsWaiting,
  type IdempotencyKey,
} from '~/payments/idempotency/reservations';
import { isAuthenticating, type Authentication } from '~/payments/transactions/transaction-object';
import type { Order } from '~/payments/transactions/order-lines';

/** Lifetime of a payment or card intent in seconds: 16 h 40 min (decisions: Intents and the hosted page). */
export const intentLifeSeconds = 60_000;
/** An intent accepts no more payments after this many declines. */
export const maximumDeclines = 5;

export type RedirectUrls = { success: string; failure: string };

type NewPaymentIntent = {
  externalId: string;
  redirectUrls: RedirectUrls;
  order: Order;
  /** The merchant's own ID of the customer, whose saved cards the checkout offers. */
  customerId?: string;
  /** Absent: the account's capture mode. */
  operation?: 'authorize' | 'authcap';
  /** Absent: the account's settings. */
  billingDetails?: BillingDetailsMode;
  billingRequired?: boolean;
  /** Whether the payer has to enter an email address, unless the order has one. */
  emailRequired?: boolean;
  /** The payment link that it belongs to, which checks its own redirect URL. */
  paymentLinkId?: string;
};

export type IntentKeyInput = IdempotencyKey & { intentId: string; fingerprint: string; lifeSeconds: number };
export type CreatedIntent = { intent_id: string; expires_at: Date };

export const intentKeyColumns = {
  accountId: 'text',
  environment: 'text',
  family: 'text',
  externalId: 'text',
  fingerprint: 'text',
  intentId: 'text',
  lifeSeconds: 'integer',
} as const satisfies Record<keyof IntentKeyInput, string>;

/** The start of every statement that creates intents: it reserves the external_ids. */
export const reserveIntentKeys = `
  keys as (
    insert into idempotency_keys (account_id, environment, family, external_id, fingerprint, resource_id)
    select account_id, environment, family, external_id, fingerprint, intent_id from input
    order by account_id, environment, external_id
    on conflict do nothing
    returning resource_id
  ), claimed as (
    select input.*, now() + life_seconds * interval '1 second' as ends_at from keys join input on intent_id = resource_id
  )`;

/**
 * Creates an intent and reserves its external_id. Without an operation, the account's setting applies.
 * Undefined: the external_id is taken.
 */
const reservePaymentIntent = defineBatchedStatement<
  IntentKeyInput & {
    operation: string | null;
    amount: number;
    currency: string;
    order: string;
    customerId: string | null;
    successUrl: string;
    failureUrl: string;
    billingDetails: string | null;
    billingRequired: boolean | null;
    emailRequired: boolean;
    paymentLinkId: string | null;
  },
  CreatedIntent
>({
  name: 'reserve-payment-intent',
  key: 'intentId',
  columns: {
    ...intentKeyColumns,
    operation: 'text',
    amount: 'bigint',
    currency: 'text',
    order: 'text',
    customerId: 'text',
    successUrl: 'text',
    failureUrl: 'text',
    billingDetails: 'text',
    billingRequired: 'boolean',
    emailRequired: 'boolean',
    paymentLinkId: 'text',
  },
  maximumWaiting: maximumReservationsWaiting,
  text: `${reserveIntentKeys}
  insert into payment_intents (id, account_id, environment, external_id, operation, amount, currency, "order", customer_id, success_url, failure_url, billing_details, billing_required, email_required, payment_link_id, receipt, expires_at)
  select intent_id, account_id, environment, external_id, coalesce(operation, capture_mode), amount, currency, "order"::jsonb,
    customer_id, success_url, failure_url, coalesce(claimed.billing_details, a.billing_details), coalesce(claimed.billing_required, a.billing_required), email_required, payment_link_id, case when "order"::jsonb #>> '{card_holder,email}' <> '' then 'REQUESTED' end, ends_at
  from claimed join accounts a on a.id = account_id
  returning payment_intents.id as intent_id, expires_at`,
});

/**
 * Creates a payment on the hosted page (spec 4.5). The reply can be rebuilt from the intent, so it isn't
 * stored.
 */
export async function createPaymentIntent(
  { accountId, environment }: Omit<Actor, 'operator'>,
  intent: NewPaymentIntent,
): Promise<IntentReply> {
  const { externalId, redirectUrls, order, customerId, operation, billingDetails, billingRequired } = intent;
  const { emailRequired = false, paymentLinkId } = intent;
  const key = { accountId, environment, family: 'payment_intent' as const, externalId };
  const rejected = paymentLinkId ? null : await rejectUnlistedHosts(key, redirectUrls);
  if (rejected) return rejected;
  const content = createFingerprint(environment, toIntentFingerprintContent(intent));
  const created = await reservePaymentIntent({
    ...key,
    intentId: createId('int'),
    fingerprint: content,
    operation: operation ?? null,
    amount: order.order_amount,
    currency: order.order_currency,
    order: JSON.stringify(order),
    customerId: customerId ?? null,
    successUrl: redirectUrls.success,
    failureUrl: redirectUrls.failure,
    billingDetails: billingDetails ?? null,
    billingRequired: billingRequired ?? null,
    emailRequired,
    paymentLinkId: paymentLinkId ?? null,
    lifeSeconds: intentLifeSeconds,
  });
  return replyToIntent({ ...key, content, created }, (id) =>
    prisma.paymentIntent.findUniqueOrThrow({ where: { id, accountId, environment } }),
  );
}

export function toIntentFingerprintContent({
  order,
  customerId,
  redirectUrls,
  operation,
  billingDetails,
  billingRequired,
  emailRequired,
}: Omit<NewPaymentIntent, 'externalId'>): Record<string, unknown> {
  const members = Object.fromEntries(Object.entries(order).map(([name, value]) => [`order.${name}`, value]));
  return {
    ...members,
    'redirect_urls.success': redirectUrls.success,
    'redirect_urls.failure': redirectUrls.failure,
    operation,
    customer_id: customerId,
    billing_details: billingDetails,
    billing_details_required: billingRequired,
    email_required: emailRequired,
  };
}

/**
 * Rejects redirect URLs whose host isn't listed in live. A replay gets its original reply, even if a host was
 * removed since.
 */
export async function rejectUnlistedHosts(
  key: IdempotencyKey,
  redirectUrls: RedirectUrls,
): Promise<IntentReply | null> {
  const unlisted = key.environment === 'live' ? await findUnlistedUrls(key.accountId, redirectUrls) : [];
  return unlisted.length && !(await findReservation(key)).length
    ? { kind: 'host_not_listed', addresses: unlisted }
    : null;
}

/** The redirect URLs whose host the merchant hasn't listed (threat T10). */
async function findUnlistedUrls(accountId: string, redirectUrls: RedirectUrls) {
  const names = ['success', 'failure'] as const;
  const listed = await Promise.all(
    names.map((name) => isRedirectHostListed({ accountId, address: new URL(redirectUrls[name]) })),
  );
  return names.filter((_, index) => !listed[index]);
}

type IntentReservation = IdempotencyKey & {
  content: string;
  created: CreatedIntent | undefined;
};

/**
 * The reply to an intent request: the intent just created, or the one that the external_id created earlier.
 */
export async function replyToIntent(
  { content, created, ...key }: IntentReservation,
  find: (id: string) => Promise<{ expiresAt: Date }>,
): Promise<IntentReply> {
  if (created)
    return {
      kind: 'done',
      body: toIntentBody(created.intent_id, key.externalId, created.expires_at),
      replayed: false,
    };
  const [reservation] = await findReservation(key);
  if (!reservation) throw new Error('an external_id was taken and is free again');
  const differing = listDifferences(reservation.fingerprint, content);
  if (differing.length)
    return { kind: 'external_id_conflict', resourceId: reservation.resource_id, differing };
  const { expiresAt } = await find(reservation.resource_id);
  return {
    kind: 'done',
    body: toIntentBody(reservation.resource_id, key.externalId, expiresAt),
    replayed: true,
  };
}

function toIntentBody(intentId: string, externalId: string, expiresAt: Date) {
  return toJson({
    intent_id: intentId,
    reference_id: externalId,
    valid_for: intentLifeSeconds,
    expires_at: expiresAt.toISOString(),
  });
}

/** What the hosted page needs to know about an intent. */
export type CheckoutIntent = NonNullable<Awaited<ReturnType<typeof findCheckoutIntent>>>;

/**
 * The intent named by a payer's browser, with its merchant's name. Null for an unknown intent, another
 * merchant's, or one of the other environment. `phase` is what the page has to show.
 */
export async function findCheckoutIntent(address: {
  accountId: string;
  environment: Environment;
  intentId: string;
}) {
  const { accountId, environment, intentId } = address;
  if (!isId('acc', accountId) || !isId('int', intentId)) return null;
  const [intent] = await findIntent({ accountId, environment, intentId });
  if (!intent) return null;
  const { databaseNow, ...row } = intent;
  const { authentication, ...rest } = row;
  return {
    ...rest,
    phase: phaseOf(row, databaseNow),
    isAuthenticating: isAuthenticating({ status: 'PENDING', authentication }, databaseNow),
  };
}

type IntentRow = {
  id: string;
  accountId: string;
  environment: Environment;
  externalId: string;
  operation: string;
  amount: number;
  currency: string;
  order: Order;
  customerId: string | null;
  successUrl: string;
  failureUrl: string;
  billingDetails: BillingDetailsMode;
  billingRequired: boolean;
  emailRequired: boolean;
  paymentLinkId: string | null;
  /** How many payments the link accepts. */
  linkMaximum: number | null;
  linkName: string | null;
  /** Whether the link is switched on and hasn't expired. Its limit of payments is checked when the payer opens it. */
  isLinkActive: boolean;
  /** Whether the link lets payers choose an amount or quantity. */
  hasLinkChoice: boolean;
  /** The verb of the link's pay button. */
  payWord: CheckoutDesign['payWord'] | null;
  state: string;
  attempts: number;
  formIds: string[];
  transactionId: string | null;
  expiresAt: Date;
  language: string | null;
  openedAt: Date | null;
  redirectedAt: Date | null;
  merchantName: string;
  /** Of the payment that is in progress. */
  authentication: Authentication | null;
  databaseNow: Date;
};

/** Payers wait for this query, so it's prepared and reads everything at once. */
const findIntent = defineStatement<
  { accountId: string; environment: Environment; intentId: string },
  IntentRow
>(
  'find-checkout-intent',
  `select i.id, i.account_id as "accountId", i.environment, i.external_id as "externalId", i.operation, i.amount, i.currency, i."order", i.customer_id as "customerId", i.success_url as "successUrl",
    i.failure_url as "failureUrl", i.billing_details as "billingDetails", i.billing_required as "billingRequired", i.email_required as "emailRequired", i.payment_link_id as "paymentLinkId",
    l.maximum_payments as "linkMaximum", l.name as "linkName",
    l.id is not null and l.inactive_at is null and (l.expires_at is null or l.expires_at > now()) as "isLinkActive",
    coalesce(l.chosen_amount is not null or jsonb_path_exists(l.items, '$[*].adjustableQuantity'), false) as "hasLinkChoice", l.pay_word as "payWord", i.state, i.attempts, i.form_ids as "formIds", i.transaction_id as "transactionId", i.expires_at as "expiresAt", i.language, i.opened_at as "openedAt",
    i.redirected_at as "redirectedAt",
    (select t.authentication from transactions t where i.state = 'PAYING' and t.id = i.transaction_id and t.status = 'PENDING') as authentication, a.name as "merchantName", now() as "databaseNow"
  from payment_intents i join accounts a on a.id = i.account_id left join payment_links l on l.id = i.payment_link_id
  where i.id = :intentId and i.account_id is not distinct from :accountId and i.environment is not distinct from :environment`,
);

type CheckoutPhase = 'open' | 'paying' | 'paid' | 'blocked' | 'cancelled' | 'expired';

/** The statuses of a payment intent in the API. `failed`: too many declined attempts. */
export const paymentIntentStatuses = ['open', 'paying', 'paid', 'failed', 'cancelled', 'expired'] as const;
export type PaymentIntentStatus = (typeof paymentIntentStatuses)[number];

/**
 * The API's payment intent object. `order_amount` is in minor units. `transaction_id` is that of the last attempt, which may
 * have been declined.
 */
export function toPaymentIntentObject(intent: CheckoutIntent) {
  const { id, externalId, customerId, phase, expiresAt, operation, order, amount, currency, transactionId } =
    intent;
  const status = toPaymentIntentStatus(phase);
  return {
    intent_id: id,
    reference_id: externalId,
    customer_id: customerId ?? undefined,
    status,
    expires_at: expiresAt.toISOString(),
    operation: operation === 'authorize' ? ('authorize' as const) : ('authcap' as const),
    order_id: order.order_id,
    order_amount: amount,
    order_currency: currency,
    payment_link_id: intent.paymentLinkId ?? undefined,
    transaction_id: transactionId ?? undefined,
  };
}

const toPaymentIntentStatus = (phase: CheckoutPhase): PaymentIntentStatus =>
  phase === 'blocked' ? 'failed' : phase;

export const getPaymentIntentStatus = (
  intent: { state: string; expiresAt: Date },
  now: Date,
): PaymentIntentStatus => toPaymentIntentStatus(phaseOf(intent, now));

function phaseOf({ state, expiresAt }: { state: string; expiresAt: Date }, now: Date): CheckoutPhase {
  if (state === 'PAID') return 'paid';
  if (state === 'PAYING') return 'paying';
  if (state === 'BLOCKED') return 'blocked';
  if (state === 'CANCELLED') return 'cancelled';
  return state === 'EXPIRED' || expiresAt <= now ? 'expired' : 'open';
}

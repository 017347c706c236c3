import { isRedirectHostListed } from '~/merchants/redirect-hosts/redirect-hosts';
import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { createId, isId } from '~/platform/ids';
import { toJson } from '~/platform/json';
import { defineStatement } from '~/platform/database/statement.server';
import { listDifferences, createFingerprint } from '~/payments/idempotency/request-fingerprint';
import type { Actor, IntentReply } from '~/payments/replies';
import { findReservation, type IdempotencyKey } from '~/payments/idempotency/reservations';
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
  /** Absent: the account's capture mode. */
  operation?: 'authorize' | 'authcap';
};

/** The start of every statement that creates an intent: it reserves the external_id. */
export const reserveIntentKey = `
  claimed as (
    insert into idempotency_keys (account_id, environment, family, external_id, fingerprint, resource_id)
    values (:accountId, :environment, :family, :externalId, :fingerprint, :intentId)
    on conflict do nothing
    returning *
  )`;

/**
 * Creates an intent and reserves its external_id. Without an operation, the account's setting applies. No
 * row: the external_id is taken.
 */
const reservePaymentIntent = defineStatement<
  IdempotencyKey & {
    intentId: string;
    fingerprint: string;
    operation: string | null;
    amount: number;
    currency: string;
    order: string;
    successUrl: string;
    failureUrl: string;
    lifeSeconds: number;
  },
  { id: string; expires_at: Date }
>(
  'reserve-payment-intent',
  `with ${reserveIntentKey}
  insert into payment_intents (id, account_id, environment, external_id, operation, amount, currency, "order", success_url, failure_url, receipt, expires_at)
  select resource_id, account_id, claimed.environment, external_id, coalesce(:operation, a.capture_mode), :amount, :currency, :order::jsonb,
    :successUrl, :failureUrl, case when :order::jsonb #>> '{card_holder,email}' <> '' then 'REQUESTED' end, now() + :lifeSeconds::int * interval '1 second'
  from claimed join accounts a on a.id = claimed.account_id
  returning id, expires_at`,
);

/**
 * Creates a payment on the hosted page (spec 4.5). The reply can be rebuilt from the intent, so it isn't
 * stored.
 */
export async function createPaymentIntent(actor: Actor, intent: NewPaymentIntent): Promise<IntentReply> {
  const { accountId, environment } = actor;
  const { externalId, redirectUrls, order, operation } = intent;
  const key = { accountId, environment, family: 'payment_intent' as const, externalId };
  const rejected = await rejectUnlistedHosts(key, redirectUrls);
  if (rejected) return rejected;
  const content = createFingerprint(environment, toIntentFingerprintContent(intent));
  const [created] = await reservePaymentIntent({
    ...key,
    intentId: createId('int'),
    fingerprint: content,
    operation: operation ?? null,
    amount: order.order_amount,
    currency: order.order_currency,
    order: JSON.stringify(order),
    successUrl: redirectUrls.success,
    failureUrl: redirectUrls.failure,
    lifeSeconds: intentLifeSeconds,
  });
  return replyToIntent({ ...key, content, created }, (id) =>
    prisma.paymentIntent.findUniqueOrThrow({ where: { id, accountId, environment } }),
  );
}

export function toIntentFingerprintContent({
  order,
  redirectUrls,
  operation,
}: Omit<NewPaymentIntent, 'externalId'>): Record<string, unknown> {
  const members = Object.fromEntries(Object.entries(order).map(([name, value]) => [`order.${name}`, value]));
  return {
    ...members,
    'redirect_urls.success': redirectUrls.success,
    'redirect_urls.failure': redirectUrls.failure,
    operation,
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
  created: { id: string; expires_at: Date } | undefined;
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
      body: toIntentBody(created.id, key.externalId, created.expires_at),
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
  return { ...row, phase: phaseOf(row, databaseNow) };
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
  successUrl: string;
  failureUrl: string;
  state: string;
  attempts: number;
  formIds: string[];
  transactionId: string | null;
  expiresAt: Date;
  language: string | null;
  openedAt: Date | null;
  redirectedAt: Date | null;
  merchantName: string;
  databaseNow: Date;
};

/** Payers wait for this query, so it's prepared and reads everything at once. */
const findIntent = defineStatement<
  { accountId: string; environment: Environment; intentId: string },
  IntentRow
>(
  'find-checkout-intent',
  `select i.id, i.account_id as "accountId", i.environment, i.external_id as "externalId", i.operation, i.amount, i.currency, i."order", i.success_url as "successUrl",
    i.failure_url as "failureUrl", i.state, i.attempts, i.form_ids as "formIds", i.transaction_id as "transactionId", i.expires_at as "expiresAt", i.language, i.opened_at as "openedAt",
    i.redirected_at as "redirectedAt", a.name as "merchantName", now() as "databaseNow"
  from payment_intents i join accounts a on a.id = i.account_id
  where i.id = :intentId and i.account_id is not distinct from :accountId and i.environment is not distinct from :environment`,
);

type CheckoutPhase = 'open' | 'paying' | 'paid' | 'blocked' | 'cancelled' | 'expired';

function phaseOf({ state, expiresAt }: { state: string; expiresAt: Date }, now: Date): CheckoutPhase {
  if (state === 'PAID') return 'paid';
  if (state === 'PAYING') return 'paying';
  if (state === 'BLOCKED') return 'blocked';
  if (state === 'CANCELLED') return 'cancelled';
  return state === 'EXPIRED' || expiresAt <= now ? 'expired' : 'open';
}

import type { MerchantReason } from '~/acquirers/saved-card';
import type { ThreeDSecureMode } from '~/merchants/accounts/settings';
import { databaseNow, prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { createId, isId } from '~/platform/ids';
import { defineBatchedStatement } from '~/platform/database/batched-statement.server';
import { createFingerprint } from '~/payments/idempotency/request-fingerprint';
import {
  replyToIntent,
  intentKeyColumns,
  reserveIntentKeys,
  intentLifeSeconds,
  rejectUnlistedHosts,
  type CreatedIntent,
  type IntentKeyInput,
  type RedirectUrls,
} from './payment-intents';
import type { Actor, IntentReply } from '~/payments/replies';
import { maximumReservationsWaiting } from '~/payments/idempotency/reservations';

/**
 * `customerId`: the merchant's own ID of the customer, to whom the checkout then offers the card. `merchantReason`: why the
 * merchant will charge the card without the payer, who has to agree.
 */
type NewCardIntent = {
  externalId: string;
  customerId?: string;
  redirectUrls?: RedirectUrls;
  merchantReason?: MerchantReason;
};

/** Creates a card intent and reserves its external_id. Undefined: the external_id is taken. */
const reserveCardIntent = defineBatchedStatement<
  IntentKeyInput & {
    customerId: string | null;
    successUrl: string | null;
    failureUrl: string | null;
    merchantReason: string | null;
  },
  CreatedIntent
>({
  name: 'reserve-card-intent',
  key: 'intentId',
  columns: {
    ...intentKeyColumns,
    customerId: 'text',
    successUrl: 'text',
    failureUrl: 'text',
    merchantReason: 'text',
  },
  maximumWaiting: maximumReservationsWaiting,
  text: `${reserveIntentKeys}
  insert into card_intents (id, account_id, environment, external_id, customer_id, success_url, failure_url, merchant_reason, expires_at)
  select intent_id, account_id, environment, external_id, customer_id, success_url, failure_url, merchant_reason, ends_at from claimed
  returning id as intent_id, expires_at`,
});

/**
 * Creates a hosted page that saves a card for later payments (spec 4.6). Without redirect URLs, the payer
 * stays on that page.
 */
export async function createCardIntent(
  { accountId, environment }: Actor,
  { externalId, customerId, redirectUrls, merchantReason }: NewCardIntent,
): Promise<IntentReply> {
  const key = { accountId, environment, family: 'card_intent' as const, externalId };
  const rejected = redirectUrls && (await rejectUnlistedHosts(key, redirectUrls));
  if (rejected) return rejected;
  const content = createFingerprint(environment, {
    customer_id: customerId,
    'redirect_urls.success': redirectUrls?.success,
    'redirect_urls.failure': redirectUrls?.failure,
    reason: merchantReason,
  });
  const created = await reserveCardIntent({
    ...key,
    intentId: createId('int'),
    fingerprint: content,
    customerId: customerId ?? null,
    successUrl: redirectUrls?.success ?? null,
    failureUrl: redirectUrls?.failure ?? null,
    merchantReason: merchantReason ?? null,
    lifeSeconds: intentLifeSeconds,
  });
  return replyToIntent({ ...key, content, created }, (id) =>
    prisma.cardIntent.findUniqueOrThrow({ where: { id, accountId, environment } }),
  );
}

/**
 * A card intent for the API and the hosted page. `isAuthenticating`: the payer is at their bank or, with `hasReturned`, came
 * back from it before the acquirer knew the result. `acceptsCards`: false after the intent's time, even if it's still
 * open because the payer is at their bank.
 */
export type CardIntent = NonNullable<Awaited<ReturnType<typeof findCardIntent>>>;

export const cardIntentPhases = ['open', 'completed', 'cancelled', 'expired', 'failed'] as const;
/** `failed`: too many declined cards. */
type CardIntentPhase = (typeof cardIntentPhases)[number];

/**
 * A merchant's card intent with its saved card. Null for an unknown intent, another merchant's, or one of the
 * other environment (threat T1).
 */
export async function findCardIntent({
  accountId,
  environment,
  intentId,
}: {
  accountId: string;
  environment: Environment;
  intentId: string;
}) {
  if (!isId('acc', accountId) || !isId('int', intentId)) return null;
  const found = await prisma.cardIntent.findUnique({
    where: { id: intentId, accountId, environment },
    include: {
      account: { select: { name: true, threeDSecure: true } },
      cardToken: { select: { id: true, brand: true, lastFour: true, expiry: true } },
      verification: { select: { returnedAt: true } },
    },
  });
  if (!found) return null;
  const { account, cardToken, verification, ...row } = found;
  const now = await databaseNow(prisma);
  const isAuthenticating = verification !== null;
  const phase = phaseOf({ ...row, isAuthenticating }, now);
  return {
    ...row,
    environment,
    merchantReason: row.merchantReason as MerchantReason | null,
    merchantName: account.name,
    threeDSecure: account.threeDSecure as ThreeDSecureMode,
    card: cardToken,
    isAuthenticating,
    hasReturned: verification?.returnedAt != null,
    acceptsCards: phase === 'open' && row.expiresAt > now,
    phase,
  };
}

/** An intent doesn't expire while the payer is at their bank. */
function phaseOf(
  { state, expiresAt, isAuthenticating }: { state: string; expiresAt: Date; isAuthenticating: boolean },
  now: Date,
): CardIntentPhase {
  if (state === 'COMPLETED') return 'completed';
  if (state === 'CANCELLED') return 'cancelled';
  if (state === 'BLOCKED') return 'failed';
  return state === 'EXPIRED' || (expiresAt <= now && !isAuthenticating) ? 'expired' : 'open';
}

/** The API's card intent object. It no longer contains the card after its token was deleted. */
export function toCardIntentObject({
  id,
  externalId,
  customerId,
  phase,
  expiresAt,
  card,
  merchantReason: reason,
}: CardIntent) {
  return {
    intent_id: id,
    reference_id: externalId,
    customer_id: customerId ?? undefined,
    status: phase,
    expires_at: expiresAt.toISOString(),
    card: card?.expiry
      ? {
          token: card.id,
          brand: card.brand,
          last_four: card.lastFour,
          expiry: card.expiry,
          reason: reason ?? undefined,
        }
      : undefined,
  };
}

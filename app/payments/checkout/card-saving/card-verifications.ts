// Cards whose payers are at their bank.
import type { Card, Outcome } from '~/acquirers/acquirer';
import { requestOutcome } from '~/acquirers/outcome-request';
import { getConnection } from '~/payments/connections/connections';
import { authenticationInquirySeconds, authenticationMinutes } from '~/payments/transactions/later-results';
import { prisma } from '~/platform/database/db.server';
import { merchantCondition, defineStatement } from '~/platform/database/statement.server';
import type { Environment } from '~/platform/environment';
import { buildWaitingPageUrl } from '~/platform/http/surfaces.server';
import { isId } from '~/platform/ids';
import { log } from '~/platform/observability/log';
import { openSealedCard, sealCard } from '~/vault/card-tokens';
import { serializeReturn } from '../authentications';
import { findCardIntent, type CardIntent } from '../card-intents';
import { inquireOnce } from '../payer-inquiries';
import { uncountChallenge } from '~/payments/card-testing/protection';
import { finishAttempt } from './card-attempts';

type Address = { environment: Environment; intentId: string };
type Verification = NonNullable<Awaited<ReturnType<typeof findVerification>>>;

type NewVerification = {
  intentId: string;
  accountId: string;
  environment: Environment;
  attempt: number;
  reference: string;
  connectionId: string;
  acquirerReference: string;
  url: string;
  sealed: string;
  wrappedKey: string;
  keyId: string;
  minutes: number;
  inquirySeconds: number;
};

/** No row: the intent has ended in the meantime, or another attempt has begun. */
const insertVerification = defineStatement<NewVerification, { id: string }>(
  'insert-card-verification',
  `with attempted as (
    update card_intents set leased_until = null
    where id = :intentId and ${merchantCondition} and state = 'OPEN' and attempts = :attempt
    returning id
  )
  insert into card_verifications (intent_id, attempt, reference, connection_id, acquirer_reference, url, sealed, wrapped_key, key_id, expires_at, inquire_at)
  select id, :attempt, :reference, :connectionId, :acquirerReference, :url, :sealed, :wrappedKey, :keyId, now() + :minutes::int * interval '1 minute', now() + :inquirySeconds::int * interval '1 second' from attempted
  returning intent_id as id`,
);

/**
 * Stores a card whose bank wants to authenticate its payer first. It's encrypted, can't be charged, and is erased as soon as
 * the bank has decided, or the payer's time is over.
 * @returns false when the attempt doesn't count anymore
 */
export async function startVerification(
  { id: intentId, accountId, environment }: CardIntent,
  {
    attempt,
    reference,
    connectionId,
    card: { pan, expiry, name },
  }: { attempt: number; reference: string; connectionId: string; card: Card },
  { acquirerReference, url }: Extract<Outcome, { kind: 'action_required' }>,
): Promise<boolean> {
  const place = { accountId, environment, tokenId: reference };
  const inserted = await insertVerification({
    ...{ intentId, accountId, environment, attempt, reference, connectionId, acquirerReference, url },
    ...sealCard(place, { pan, expiry, name }),
    minutes: authenticationMinutes,
    inquirySeconds: authenticationInquirySeconds,
  });
  return inserted.length === 1;
}

/**
 * Where a payer goes who opens the link of a card's authentication: to their bank or, once that is over, back to the card
 * page. Null for an ID without a card intent.
 */
export async function findVerificationTarget(address: Address): Promise<string | null> {
  return (await findVerification(address))?.url ?? findCardPage(address);
}

/**
 * Completes the authentication of a payer who returns from their bank. Without the acquirer's answer, the card page and a
 * timer inquire again.
 * @param result the query of the return URL, which some acquirers need
 * @returns where the payer goes now
 */
export async function completeVerification(
  address: Address,
  result: Record<string, string>,
): Promise<string | null> {
  const verification = await findVerification(address);
  if (verification) {
    await storeReturn(verification, result);
    await inquireOnce(verification.reference, 'return', () => resolveVerification(address));
  }
  return findCardPage(address);
}

/**
 * Queries the acquirer about a card whose payer waits on the card page.
 * @returns whether the outcome is known now
 */
export async function inquireForCardPayer({ id: intentId, environment }: CardIntent): Promise<boolean> {
  const verification = await findVerification({ environment, intentId });
  if (!verification) return true;
  return inquireOnce(verification.reference, 'waiting', () => resolveVerification({ environment, intentId }));
}

/** A bank simulated by a page, for a card with the simulator. Null for a card without an authentication. */
export async function findSimulatedVerification(environment: Environment, reference: string) {
  if (!isId('req', reference)) return null;
  const found = await prisma.cardVerification.findFirst({
    where: { reference, intent: { environment } },
    include: { intent: { include: { account: { select: { name: true } } } } },
  });
  if (!found) return null;
  const { intentId: id, connectionId, intent } = found;
  const { name: merchantName } = intent.account;
  return { ...{ id, connectionId, merchantName }, isWaiting: true, amount: null, cardLastFour: null };
}

/**
 * The payer of a card who is at their bank uses another card. One that its bank has approved by then is saved, any other
 * counts as declined (threat T27). A payer who has returned from the bank isn't overtaken.
 */
export async function abandonVerification({ id: intentId, environment }: CardIntent): Promise<void> {
  const verification = await findVerification({ environment, intentId });
  if (!verification || verification.returnedAt) return;
  const { reference } = verification;
  await resolveVerification({ environment, intentId }, { reference, isLast: true, isAbandoned: true });
}

const batch = 50;

/**
 * Inquires about the cards whose payers are at their bank. When a payer's time is over, a card that its bank has approved is
 * saved, and any other is erased. Called by a timer.
 */
export async function resolveVerifications(stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted) {
    // Leasing them postpones their next inquiry, so that one that fails doesn't block the others.
    const due = await prisma.$queryRaw<(Address & { reference: string; isLast: boolean })[]>`
      update card_verifications set inquire_at = now() + ${authenticationInquirySeconds} * interval '1 second' from card_intents
      where intent_id in (
        select intent_id from card_verifications where inquire_at <= now() order by inquire_at limit ${batch} for update skip locked) and id = intent_id
      returning intent_id as "intentId", environment, reference, card_verifications.expires_at <= now() as "isLast"`;
    await Promise.all(
      due.map(({ reference, isLast, ...address }) =>
        resolveVerification(address, { reference, isLast }).catch((error: unknown) =>
          log.error('inquiring about a card', error, { intentId: address.intentId }),
        ),
      ),
    );
    if (due.length < batch) return;
  }
}

/**
 * @param options `isLast`: the verification with this reference ends, whatever the acquirer answers. `isAbandoned`: for
 * another card
 * @returns whether the outcome is known now
 */
async function resolveVerification(
  address: Address,
  options: { reference?: string; isLast?: boolean; isAbandoned?: boolean } = {},
): Promise<boolean> {
  const verification = await findVerification(address);
  if (!verification) return true;
  const { reference, attempt, intent } = verification;
  const isLast = options.isLast === true && options.reference === reference;
  const outcome = await requestResult(verification);
  const isKnown = outcome.kind === 'approved' || outcome.kind === 'declined';
  if (!isKnown && !isLast) {
    if (outcome.kind === 'action_required') await expectReturn(verification);
    return false;
  }
  const merchant = { accountId: intent.accountId, environment: address.environment };
  const card = readCard({ ...merchant, tokenId: reference }, verification);
  const cardIntent = (await findCardIntent({ ...merchant, intentId: address.intentId }))!;
  const isUnanswered = outcome.kind === 'action_required';
  const isAbandoned = isUnanswered && isLast && options.isAbandoned === true;
  const { kind } = await finishAttempt(
    cardIntent,
    { attempt, card, hasVerification: true, isAbandoned },
    isUnanswered ? unconfirmed : outcome,
  );
  if (kind === 'kept') await uncountChallenge(address.intentId);
  return true;
}

const unconfirmed = { kind: 'declined', code: 'authentication_failed' } as const;

/** Null if the key was removed in the meantime, so the card can't be saved anymore. */
function readCard(place: Parameters<typeof openSealedCard>[0], verification: Verification) {
  try {
    return openSealedCard(place, verification);
  } catch (error) {
    log.error('card decryption failed', error, { operationId: place.tokenId });
    return null;
  }
}

async function requestResult(verification: Verification): Promise<Outcome> {
  const { reference, acquirerReference, url, connectionId } = verification;
  const result = (verification.result ?? {}) as Record<string, string>;
  const connection = await getConnection(connectionId);
  if (!connection) return { kind: 'unknown' };
  return requestOutcome(reference, (signal) =>
    connection.acquirer.completeVerification({ reference, acquirerReference, url, result }, signal),
  );
}

/**
 * Stores that the payer came back. An acquirer that needs the query gets it from here, so that an inquiry can repeat the
 * request after a lost answer. Another return doesn't replace the query that the acquirer is getting.
 */
async function storeReturn(
  { reference, connectionId }: Verification,
  result: Record<string, string>,
): Promise<void> {
  const connection = await getConnection(connectionId);
  const text = connection?.acquirer.completeAuthentication ? serializeReturn(result) : null;
  await prisma.$executeRaw`
    update card_verifications set returned_at = now(), result = coalesce(result, ${text}::jsonb) where reference = ${reference}`;
}

/** The payer came back without having answered, or with a query that isn't the bank's. */
async function expectReturn({ reference, result }: Verification): Promise<void> {
  const text = result === null ? null : JSON.stringify(result);
  await prisma.$executeRaw`
    update card_verifications set returned_at = null, result = null
    where reference = ${reference} and result is not distinct from ${text}::jsonb`;
}

function findVerification({ environment, intentId }: Address) {
  return isId('int', intentId)
    ? prisma.cardVerification.findFirst({
        where: { intentId, intent: { environment } },
        include: { intent: { select: { accountId: true } } },
      })
    : Promise.resolve(null);
}

/** The card page, which then shows the result, or redirects to the merchant's URL. */
async function findCardPage({ environment, intentId }: Address): Promise<string | null> {
  if (!isId('int', intentId)) return null;
  const intent = await prisma.cardIntent.findFirst({ where: { id: intentId, environment } });
  return intent && buildWaitingPageUrl({ ...intent, environment });
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Acquirer, Card } from '~/acquirers/acquirer';
import { requestOutcome } from '~/acquirers/outcome-request';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { merchantCondition, defineStatement } from '~/platform/database/statement.server';
import { storeCard } from '~/vault/card-tokens';
import { publishEvent } from '~/webhooks/events/events';
import { findCardIntent, toCardIntentObject, type CardIntent } from './card-intents';
import { describeCard } from './cards';
import { maximumDeclines } from './payment-intents';
import { findConnection } from '~/payments/connections/connections';
import { leaseMs } from '~/payments/transactions/outcome-recording';
import { rejectMismatchedCard } from '~/payments/transactions/transactions';

/** How long a form waits for an earlier submission of the same form, and how often it polls. */
const otherAttemptTimeoutMs = 10_000;
const otherAttemptPollMs = 250;

/**
 * The result of an attempt to save a card. `unknown`: the acquirer didn't say whether the card is valid, so
 * nothing was saved, and no money can have moved. `sent_before`: the same form was submitted before, and its
 * card has been tried. `moved_on`: this card wasn't tried, because the form was outdated or the intent ended
 * in the meantime. The intent's current state decides what to show.
 */
type CardSavingResult =
  | UnsavedCard
  | { kind: 'kept' | 'sent_before' | 'moved_on' }
  | { kind: 'test_card_required' | 'test_card_refused' | 'acquirer_not_configured' };

type UnsavedCard = { kind: 'unknown' } | { kind: 'declined'; code: string; attemptsLeft: number };

type IntentKey = { id: string; accountId: string; environment: string };

/**
 * Allows one card at a time. No row: the intent isn't open, another card is being tried, or the form was
 * submitted before.
 */
const reserveAttempt = defineStatement<IntentKey & { formId: string; leaseMs: number }, { attempts: number }>(
  'reserve-card-attempt',
  `update card_intents set attempts = attempts + 1, form_ids = (array_prepend(:formId::text, form_ids))[1:10], last_result = null, leased_until = now() + :leaseMs::int * interval '1 millisecond'
  where id = :id and ${merchantCondition}
    and state = 'OPEN' and not (:formId::text = any(form_ids)) and expires_at > now() and (leased_until is null or leased_until <= now())
  returning attempts`,
);

/** No row: the intent has ended in the meantime, or the attempt took so long that another one has begun. */
const finishAttempt = defineStatement<
  IntentKey & { attempts: number; result: string; declined: number; maximumDeclines: number },
  { declines: number }
>(
  'end-card-attempt',
  `update card_intents set declines = declines + :declined::int, last_result = :result, leased_until = null,
    state = case when declines + :declined::int >= :maximumDeclines::int then 'BLOCKED' else state end
  where id = :id and ${merchantCondition}
    and state = 'OPEN' and attempts = :attempts
  returning declines`,
);

/**
 * Saves the card of an open intent after the acquirer has verified it. `formId`: a form that is submitted
 * twice is tried once, and the second submission waits for the result of the first. Another form is a
 * separate attempt.
 */
export async function verifyAndSaveCard(
  intent: CardIntent,
  { card, formId }: { card: Card; formId: string },
): Promise<CardSavingResult> {
  const connection = await findConnection(intent);
  if (!connection) return { kind: 'acquirer_not_configured' };
  const rejected = rejectMismatchedCard(intent.environment, card);
  if (rejected) return rejected;

  const { id, accountId, environment } = intent;
  for (
    const start = performance.now();
    performance.now() - start < otherAttemptTimeoutMs;
    await sleep(otherAttemptPollMs)
  ) {
    const [reservation] = await reserveAttempt({ id, accountId, environment, formId, leaseMs });
    if (reservation) return verify(connection.acquirer, intent, card, reservation.attempts);
    const now = await findCardIntent({ accountId, environment, intentId: id });
    const ended = now?.phase !== 'open';
    if (now?.formIds[0] === formId && (ended || now.lastResult)) return { kind: 'sent_before' };
    if (ended || now.formIds.indexOf(formId) > 0) return { kind: 'moved_on' };
  }
  return { kind: 'moved_on' };
}

async function verify(
  acquirer: Acquirer,
  intent: CardIntent,
  card: Card,
  attempts: number,
): Promise<CardSavingResult> {
  const { id, accountId, environment } = intent;
  const reference = createId('req');
  const { merchantReason } = intent;
  const verified = await requestOutcome(reference, (signal) =>
    acquirer.verify({ reference, card, ...(merchantReason && { merchantReason }) }, signal),
  );
  if (verified.kind === 'approved')
    return (await completeIntent(intent, card, verified.networkTransactionId))
      ? { kind: 'kept' }
      : { kind: 'moved_on' };
  const declined = verified.kind === 'declined' ? 1 : 0;
  const result = verified.kind === 'declined' ? verified.code : 'unknown';
  const [ended] = await finishAttempt({
    id,
    accountId,
    environment,
    attempts,
    result,
    declined,
    maximumDeclines,
  });
  if (!ended) return { kind: 'moved_on' };
  return declined
    ? { kind: 'declined', code: result, attemptsLeft: maximumDeclines - ended.declines }
    : { kind: 'unknown' };
}

/** An intent saves one card: a second attempt finds the intent closed. */
function completeIntent(
  intent: CardIntent,
  card: Card,
  networkTransactionId: string | undefined,
): Promise<boolean> {
  const { id, accountId, environment, externalId, merchantReason } = intent;
  const { brand, lastFour, expiry } = describeCard(card.pan.reveal(), card.expiry);
  return prisma.$transaction(async (db) => {
    const [open] = await db.$queryRaw<[{ id: string }?]>`
      select id from card_intents where id = ${id} and account_id = ${accountId} and environment = ${environment} and state = 'OPEN' for update`;
    if (!open) return false;
    const { pan, name } = card;
    const cardTokenId = await storeCard(db, {
      accountId,
      environment,
      externalId,
      card: { pan, expiry: card.expiry, name },
      merchantReason,
      networkTransactionId: networkTransactionId ?? null,
      brand,
      lastFour,
      expiry,
    });
    await db.cardIntent.update({
      where: { id, accountId, environment },
      data: { state: 'COMPLETED', cardTokenId, leasedUntil: null },
    });
    const payload = toCardIntentObject({
      ...intent,
      phase: 'completed',
      card: { id: cardTokenId, brand, lastFour, expiry },
    });
    await publishEvent(db, { accountId, environment, type: 'card.tokenized', payload });
    return true;
  });
}

/**
 * The result of the last attempt while attempts are left. Null when there was none, or it's still in
 * progress.
 */
export function getLastAttempt({ phase, lastResult, declines }: CardIntent): UnsavedCard | null {
  if (phase !== 'open' || !lastResult) return null;
  return lastResult === 'unknown'
    ? { kind: 'unknown' }
    : { kind: 'declined', code: lastResult, attemptsLeft: maximumDeclines - declines };
}

/** The payer cancels. A completed or failed intent stays as it is. */
export async function cancelCardIntent({ id, accountId, environment }: CardIntent): Promise<void> {
  await prisma.$executeRaw`
    update card_intents set state = 'CANCELLED'
    where id = ${id} and account_id = ${accountId} and environment = ${environment} and state = 'OPEN' and expires_at > now()`;
}

import type { Card, Outcome } from '~/acquirers/acquirer';
import { prisma, type Database } from '~/platform/database/db.server';
import { merchantCondition, defineStatement } from '~/platform/database/statement.server';
import type { Language } from '~/platform/text/languages';
import { storeCard } from '~/vault/card-tokens';
import { publishEvent } from '~/webhooks/events/events';
import { toCardIntentObject, type CardIntent } from '../card-intents';
import { describeCard } from '../cards';
import { maximumDeclines } from '../payment-intents';

/**
 * The result of an attempt to save a card. `unknown`: the acquirer didn't say whether the card is valid, so nothing was
 * saved, and no money can have moved. `moved_on`: the attempt doesn't count, because the form was outdated, the payer used
 * another card, or the intent ended in the meantime. The intent's current state decides what to show.
 */
export type CardAttemptResult = UnsavedCard | { kind: 'kept' | 'moved_on' };

/** `isAbandoned`: the payer came back from their bank to use another card. */
type UnsavedCard =
  { kind: 'unknown' } | { kind: 'declined'; code: string; attemptsLeft: number; isAbandoned?: true };

/** In place of the decline code of a card that the payer didn't confirm because of another one. */
const abandonedResult = 'abandoned';

type NewAttempt = {
  id: string;
  accountId: string;
  environment: string;
  formId: string;
  language: Language;
  leaseMs: number;
};

/**
 * Allows one card at a time. No row: the intent isn't open, another card is being tried, or the form was
 * submitted before.
 */
const startAttempt = defineStatement<NewAttempt, { attempts: number; declines: number }>(
  'start-card-attempt',
  `update card_intents set attempts = attempts + 1, form_ids = (array_prepend(:formId::text, form_ids))[1:10], last_result = null, language = :language, leased_until = now() + :leaseMs::int * interval '1 millisecond'
  where id = :id and ${merchantCondition}
    and state = 'OPEN' and not (:formId::text = any(form_ids)) and expires_at > now() and (leased_until is null or leased_until <= now())
  returning attempts, declines`,
);

/**
 * Reserves an attempt. It replaces a card whose payer is at their bank, which then counts as declined (threat T27).
 * @returns its number. Null when no card can be tried with this form now.
 */
export function reserveAttempt(attempt: NewAttempt): Promise<number | null> {
  const { id, accountId, environment } = attempt;
  return prisma.$transaction(async (db) => {
    const [started] = await startAttempt(attempt, db);
    if (!started) return null;
    // A separate statement, which sees what was stored before the intent was locked.
    const { count: replaced } = await db.cardVerification.deleteMany({ where: { intentId: id } });
    if (!replaced) return started.attempts;
    const declines = started.declines + replaced;
    const isBlocked = declines >= maximumDeclines;
    await db.cardIntent.update({
      where: { id, accountId, environment },
      data: { declines, ...(isBlocked && { state: 'BLOCKED', leasedUntil: null }) },
    });
    return isBlocked ? null : started.attempts;
  });
}

type CardToSave = Omit<Card, 'code'>;
/**
 * `card`: null if it can't be saved whatever the bank says. `hasVerification`: the payer had to go to their bank, so the
 * attempt counts only as long as its verification exists. `isAbandoned`: if it's declined, because the payer uses another
 * card.
 */
type CardAttempt = {
  attempt: number;
  card: CardToSave | null;
  hasVerification: boolean;
  isAbandoned?: boolean;
};

/** Records what the acquirer said about a card: it's saved, or the attempt failed. An intent saves one card. */
export function finishAttempt(
  intent: CardIntent,
  { attempt, card, hasVerification, isAbandoned }: CardAttempt,
  outcome: Outcome,
): Promise<CardAttemptResult> {
  const { id, accountId, environment } = intent;
  return prisma.$transaction(async (db) => {
    const [locked] = await db.$queryRaw<[{ state: string; attempts: number; declines: number }?]>`
      select state, attempts, declines from card_intents where id = ${id} and account_id = ${accountId} and environment = ${environment} for update`;
    const { count } = await db.cardVerification.deleteMany({ where: { intentId: id, attempt } });
    const isCurrent = locked?.state === 'OPEN' && locked.attempts === attempt;
    if (!isCurrent || (hasVerification && !count)) return { kind: 'moved_on' };
    if (outcome.kind === 'approved' && card) {
      await completeIntent(db, intent, card, outcome.networkTransactionId);
      return { kind: 'kept' };
    }
    const isDeclined = outcome.kind === 'declined';
    const lastResult = !isDeclined ? 'unknown' : isAbandoned ? abandonedResult : outcome.code;
    const declines = locked.declines + (isDeclined ? 1 : 0);
    await db.cardIntent.update({
      where: { id, accountId, environment },
      data: {
        ...{ declines, lastResult, leasedUntil: null },
        ...(declines >= maximumDeclines && { state: 'BLOCKED' }),
      },
    });
    return toUnsavedCard({ lastResult, declines });
  });
}

async function completeIntent(
  db: Database,
  intent: CardIntent,
  { pan, expiry: date, name }: CardToSave,
  networkTransactionId: string | undefined,
): Promise<void> {
  const { id, accountId, environment, externalId, customerId, merchantReason } = intent;
  const { brand, lastFour, expiry } = describeCard(pan.reveal(), date);
  const cardTokenId = await storeCard(db, {
    ...{ accountId, environment, externalId, customerId, merchantReason },
    card: { pan, expiry: date, name },
    networkTransactionId: networkTransactionId ?? null,
    ...{ brand, lastFour, expiry },
  });
  await db.cardIntent.update({
    where: { id, accountId, environment },
    data: { state: 'COMPLETED', cardTokenId, leasedUntil: null },
  });
  const card = { id: cardTokenId, brand, lastFour, expiry };
  const payload = toCardIntentObject({ ...intent, phase: 'completed', card });
  await publishEvent(db, { accountId, environment, type: 'card.tokenized', payload });
}

/** The payer cancels. A completed or failed intent stays as it is. */
export async function cancelCardIntent({ id, accountId, environment }: CardIntent): Promise<void> {
  await prisma.$transaction(async (db) => {
    await db.$executeRaw`
      update card_intents set state = 'CANCELLED'
      where id = ${id} and account_id = ${accountId} and environment = ${environment} and state = 'OPEN'
        and (expires_at > now() or exists (select from card_verifications where intent_id = ${id}))`;
    // A separate statement, which sees what was stored before the intent was locked.
    await db.$executeRaw`
      delete from card_verifications using card_intents
      where intent_id = ${id} and card_intents.id = intent_id and state = 'CANCELLED'`;
  });
}

/**
 * The result of the last attempt while attempts are left. Null when there was none, or it's still in
 * progress.
 */
export function getLastAttempt({ phase, lastResult, declines }: CardIntent): UnsavedCard | null {
  return phase === 'open' && lastResult ? toUnsavedCard({ lastResult, declines }) : null;
}

function toUnsavedCard({ lastResult, declines }: { lastResult: string; declines: number }): UnsavedCard {
  if (lastResult === 'unknown') return { kind: 'unknown' };
  const attemptsLeft = maximumDeclines - declines;
  return lastResult === abandonedResult
    ? { kind: 'declined', code: 'authentication_failed', attemptsLeft, isAbandoned: true }
    : { kind: 'declined', code: lastResult, attemptsLeft };
}

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

type UnsavedCard = { kind: 'unknown' } | { kind: 'declined'; code: string; attemptsLeft: number };

type IntentKey = { id: string; accountId: string; environment: string };

/**
 * Allows one card at a time. A new one replaces a card whose payer is at their bank. No row: the intent isn't open,
 * another card is being tried, or the form was submitted before.
 */
export const reserveAttempt = defineStatement<
  IntentKey & { formId: string; language: Language; leaseMs: number },
  { attempts: number }
>(
  'reserve-card-attempt',
  `with reserved as (
    update card_intents set attempts = attempts + 1, form_ids = (array_prepend(:formId::text, form_ids))[1:10], last_result = null, language = :language, leased_until = now() + :leaseMs::int * interval '1 millisecond'
    where id = :id and ${merchantCondition}
      and state = 'OPEN' and not (:formId::text = any(form_ids)) and expires_at > now() and (leased_until is null or leased_until <= now())
    returning id, attempts
  ), replaced as (delete from card_verifications where intent_id in (select id from reserved))
  select attempts from reserved`,
);

type VerifiedCard = Omit<Card, 'code'>;
/**
 * `card`: null if it can't be saved whatever the bank says. `isAuthenticated`: the payer had to go to their bank, so the
 * attempt exists only as long as its verification.
 */
type CardAttempt = { attempt: number; card: VerifiedCard | null; isAuthenticated: boolean };

/** Records what the acquirer said about a card: it's saved, or the attempt failed. An intent saves one card. */
export function finishAttempt(
  intent: CardIntent,
  { attempt, card, isAuthenticated }: CardAttempt,
  outcome: Outcome,
): Promise<CardAttemptResult> {
  const { id, accountId, environment } = intent;
  return prisma.$transaction(async (db) => {
    const [open] = await db.$queryRaw<[{ attempts: number; declines: number }?]>`
      select attempts, declines from card_intents where id = ${id} and account_id = ${accountId} and environment = ${environment} and state = 'OPEN' for update`;
    if (!open || (outcome.kind !== 'approved' && open.attempts !== attempt)) return { kind: 'moved_on' };
    const verification = { intentId: id, ...(isAuthenticated && { attempt }) };
    const { count } = await db.cardVerification.deleteMany({ where: verification });
    if (isAuthenticated && !count) return { kind: 'moved_on' };
    if (outcome.kind === 'approved' && card) {
      await completeIntent(db, intent, card, outcome.networkTransactionId);
      return { kind: 'kept' };
    }
    const isDeclined = outcome.kind === 'declined';
    const lastResult = isDeclined ? outcome.code : 'unknown';
    const declines = open.declines + (isDeclined ? 1 : 0);
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
  { pan, expiry: date, name }: VerifiedCard,
  networkTransactionId: string | undefined,
): Promise<void> {
  const { id, accountId, environment, externalId, merchantReason } = intent;
  const { brand, lastFour, expiry } = describeCard(pan.reveal(), date);
  const cardTokenId = await storeCard(db, {
    ...{ accountId, environment, externalId, merchantReason },
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

/**
 * The result of the last attempt while attempts are left. Null when there was none, or it's still in
 * progress.
 */
export function getLastAttempt({ phase, lastResult, declines }: CardIntent): UnsavedCard | null {
  return phase === 'open' && lastResult ? toUnsavedCard({ lastResult, declines }) : null;
}

const toUnsavedCard = ({ lastResult, declines }: { lastResult: string; declines: number }): UnsavedCard =>
  lastResult === 'unknown'
    ? { kind: 'unknown' }
    : { kind: 'declined', code: lastResult, attemptsLeft: maximumDeclines - declines };

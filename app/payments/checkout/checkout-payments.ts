import { setTimeout as sleep } from 'node:timers/promises';
import type { Card } from '~/acquirers/acquirer';
import type { Browser } from '~/acquirers/authentication';
import { QueueFullError } from '~/platform/database/batch-queue';
import { prisma } from '~/platform/database/db.server';
import type { Language } from '~/platform/text/languages';
import { withEnteredBilling, type EnteredBilling } from './billing/entered-billing';
import { expireOtherIntents } from './intent-expiry';
import { findCheckoutIntent, maximumDeclines, type CheckoutIntent } from './payment-intents';
import { isAbandoned, isAuthenticating } from '~/payments/transactions/transaction-object';
import { findConnection } from '~/payments/connections/connections';
import { takeLinkPlace } from '~/payments/payment-links/link-places';
import { requestAndRecord } from '~/payments/transactions/outcome-recording';
import { reserveIntentPayment } from '~/payments/transactions/payment-statements';
import {
  toPaymentValues,
  rejectMismatchedCard,
  requestAuthorization,
  toSavedCardUse,
} from '~/payments/transactions/transactions';

/** How long a form waits for an earlier submission of the same form, and how often it polls. */
const otherAttemptTimeoutMs = 10_000;
const otherAttemptPollMs = 50;

/**
 * `token`: of the saved card that was declined, or null for an entered one. `isAbandoned`: the payer came back from their bank
 * to use another card.
 */
type Decline = { code: string; attemptsLeft: number; token: string | null; isAbandoned?: true };

/** The token of a saved card and, for the bank, the network transaction ID. */
type SavedCardPayment = { token: string; networkTransactionId: string | null };

/**
 * The result of a payment attempt. `declined` and `paying` name the transaction. `action_required`: the payer's bank wants
 * to authenticate them first. `moved_on`: this form was
 * submitted before, or the intent ended in the meantime. The intent's current state decides what to show.
 * `twin`: the result of this form's first submission.
 */
type Payment =
  | { kind: 'paid' | 'paying'; transactionId: string }
  | { kind: 'action_required'; transactionId: string; duplicate?: true }
  | (Decline & { kind: 'declined'; transactionId: string; duplicate?: true })
  | { kind: 'moved_on' }
  /** `link_taken`: others have made, or are making, all payments that the payment link accepts. */
  | { kind: 'link_taken' }
  | { kind: 'test_card_required' | 'test_card_refused' | 'acquirer_not_configured' | 'too_busy' };

/**
 * Pays an open intent. `formId`: a form that is submitted twice, by a double-click or the back button, pays
 * once, and the second submission waits for the result of the first (threat T28). Another form, such as one
 * in a second tab, is a separate attempt after the earlier one was declined. It may carry the same card with
 * another security code, and nothing about the code is stored that could tell them apart.
 */
export async function payIntent(
  intent: CheckoutIntent,
  {
    card,
    savedCard = null,
    billing,
    formId,
    browser,
    language = 'en',
  }: {
    card: Card;
    savedCard?: SavedCardPayment | null;
    billing?: EnteredBilling;
    formId: string;
    browser?: Browser;
    language?: Language;
  },
): Promise<Payment> {
  const { id: intentId, accountId, environment } = intent;
  const connection = await findConnection(intent);
  if (!connection) return { kind: 'acquirer_not_configured' };
  const rejected = rejectMismatchedCard(environment, card);
  if (rejected) return rejected;

  const { paymentLinkId: linkId, linkMaximum: maximum } = intent;
  // A form that was submitted before needs no place, and must not keep one for longer.
  const needsPlace = linkId !== null && maximum !== null && !intent.formIds.includes(formId);
  if (needsPlace && !(await takeLinkPlace({ linkId, intentId, formId, maximum })))
    return { kind: 'link_taken' };

  const operation = intent.operation === 'authorize' ? 'authorize' : 'authcap';
  const actor = { accountId, environment, operator: 'checkout' };
  const order = billing ? withEnteredBilling(intent.order, billing) : intent.order;
  const values = toPaymentValues(actor, connection, { operation, order, card }, savedCard);
  for (
    const start = performance.now();
    performance.now() - start < otherAttemptTimeoutMs;
    await sleep(otherAttemptPollMs)
  ) {
    const reservation = await reserveIntentPayment({ ...values, intentId, formId, language }).catch(
      (error: unknown) => {
        if (error instanceof QueueFullError) return 'too_busy' as const;
        throw error;
      },
    );
    if (reservation === 'too_busy') return { kind: 'too_busy' };
    if (reservation) {
      await requestAndRecord(reservation, (signal) =>
        requestAuthorization(
          reservation,
          { card, order, payer: { browser }, savedCard: savedCard && toSavedCardUse(savedCard) },
          signal,
        ),
      );
      const result = await toResult(intent, reservation.id);
      if (needsPlace && result.kind === 'paid') await expireOtherIntents(linkId, intentId);
      return result;
    }
    const now = await findCheckoutIntent({ accountId, environment, intentId });
    // The payer of another form can take minutes at their bank.
    if (now?.isAuthenticating && now.transactionId)
      return now.formIds[0] === formId
        ? { kind: 'action_required', transactionId: now.transactionId, duplicate: true }
        : { kind: 'moved_on' };
    if (now?.phase === 'paying' || (now?.phase === 'open' && !now.formIds.includes(formId))) continue;
    return now?.transactionId && now.formIds[0] === formId
      ? resultOfDuplicate(await toResult(now, now.transactionId))
      : { kind: 'moved_on' };
  }
  return { kind: 'moved_on' };
}

const resultOfDuplicate = (result: Payment): Payment =>
  result.kind === 'declined' || result.kind === 'action_required' ? { ...result, duplicate: true } : result;

/**
 * The result of the last attempt to pay an open intent, for a page that waited for it. Null when there was
 * none.
 */
export async function findLastDecline(intent: CheckoutIntent): Promise<Decline | null> {
  if (intent.phase !== 'open' || !intent.transactionId) return null;
  const last = await toResult(intent, intent.transactionId);
  return last.kind === 'declined' ? last : null;
}

async function toResult(intent: CheckoutIntent, transactionId: string): Promise<Payment> {
  const { accountId, environment } = intent;
  const [transaction, now] = await Promise.all([
    prisma.transaction.findUniqueOrThrow({ where: { id: transactionId, accountId, environment } }),
    findCheckoutIntent({ ...intent, intentId: intent.id }),
  ]);
  if (isAuthenticating(transaction)) return { kind: 'action_required', transactionId };
  if (transaction.status === 'PENDING') return { kind: 'paying', transactionId };
  if (transaction.status !== 'DECLINED') return { kind: 'paid', transactionId };
  return {
    kind: 'declined',
    transactionId,
    code: transaction.declineCode ?? 'do_not_honor',
    attemptsLeft: Math.max(0, maximumDeclines - now!.attempts),
    token: transaction.cardTokenId,
    ...(isAbandoned(transaction) && { isAbandoned: true }),
  };
}

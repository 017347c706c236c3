import { setTimeout as sleep } from 'node:timers/promises';
import type { Card } from '~/acquirers/acquirer';
import { acquirerFor } from '~/acquirers/registry';
import { prisma } from '~/platform/db.server';
import type { Language } from '~/platform/languages';
import { findCheckoutIntent, maximumDeclines, type CheckoutIntent } from './intents';
import { settleClaim } from './outcomes';
import { claimIntentPayment } from './statements';
import { paymentValues, refuseForeignCard, requestAuthorization } from './transactions';

const twinWaitMs = 10_000;
const twinPollMs = 50;

/**
 * How a try to pay ended. `declined` and `paying` tell which transaction it was. `moved_on`: this form had been sent
 * before, or the intent ended meanwhile; what the intent is now says what to show. `twin`: it is how the first sending of this form ended.
 */
export type Payment =
  | { kind: 'paid' | 'paying'; transactionId: string }
  | { kind: 'declined'; transactionId: string; code: string; triesLeft: number; twin?: true }
  | { kind: 'moved_on' }
  | { kind: 'test_card_required' | 'test_card_refused' | 'acquirer_not_configured' };

/**
 * Pays an open intent. `attempts` is the number the form was drawn with: a form sent twice, by two clicks or the back
 * button, pays once, and the second sending waits for how the first one ends (threat T28).
 */
export async function payIntent(intent: CheckoutIntent, { card, attempts, language = 'en' }: { card: Card; attempts: number; language?: Language }): Promise<Payment> {
  const { id: intentId, accountId, environment } = intent;
  const acquirer = acquirerFor(environment);
  if (!acquirer) return { kind: 'acquirer_not_configured' };
  const refused = refuseForeignCard(environment, card);
  if (refused) return refused;

  const operation = intent.operation === 'authorize' ? 'authorize' : 'authcap';
  const values = paymentValues({ operation, order: intent.order, card });
  const [claimed] = await claimIntentPayment({ accountId, environment, operator: 'checkout', ...values, acquirer: acquirer.name, intentId, attempts, language });
  if (!claimed) return resultOfTwin(intent, attempts, values);
  await settleClaim(claimed, (signal) => requestAuthorization(acquirer, claimed, card, signal));
  return resultOf(intent, claimed.id);
}

type CardShown = { cardBin: string; cardLastFour: string };

async function resultOfTwin(intent: CheckoutIntent, attempts: number, card: CardShown): Promise<Payment> {
  for (const start = performance.now(); performance.now() - start < twinWaitMs; await sleep(twinPollMs)) {
    const now = await findCheckoutIntent({ ...intent, intentId: intent.id });
    // The form's own try is the next number; anything further on is somebody else's.
    if (!now?.transactionId || now.attempts !== attempts + 1) return { kind: 'moved_on' };
    if (now.phase !== 'paying') return (await wasPaidWith(now.transactionId, card)) ? ofTwin(await resultOf(intent, now.transactionId)) : { kind: 'moved_on' };
  }
  return { kind: 'moved_on' };
}

const ofTwin = (result: Payment): Payment => (result.kind === 'declined' ? { ...result, twin: true } : result);

/** A second tab may hold the same form with another card, and that one was never tried. */
async function wasPaidWith(transactionId: string, { cardBin, cardLastFour }: CardShown): Promise<boolean> {
  return (await prisma.transaction.count({ where: { id: transactionId, cardBin, cardLastFour } })) === 1;
}

/** How the last try to pay an open intent ended, for a page that waited for it; null when there was none. */
export async function findLastDecline(intent: CheckoutIntent): Promise<{ code: string; triesLeft: number } | null> {
  if (intent.phase !== 'open' || !intent.transactionId) return null;
  const last = await resultOf(intent, intent.transactionId);
  return last.kind === 'declined' ? last : null;
}

async function resultOf(intent: CheckoutIntent, transactionId: string): Promise<Payment> {
  const { accountId, environment } = intent;
  const [transaction, now] = await Promise.all([
    prisma.transaction.findUniqueOrThrow({ where: { id: transactionId, accountId, environment } }),
    findCheckoutIntent({ ...intent, intentId: intent.id }),
  ]);
  if (transaction.status === 'PENDING') return { kind: 'paying', transactionId };
  if (transaction.status !== 'DECLINED') return { kind: 'paid', transactionId };
  return { kind: 'declined', transactionId, code: transaction.declineCode ?? 'do_not_honor', triesLeft: Math.max(0, maximumDeclines - (now?.attempts ?? 0)) };
}

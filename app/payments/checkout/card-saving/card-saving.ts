import { setTimeout as sleep } from 'node:timers/promises';
import type { Card } from '~/acquirers/acquirer';
import type { Browser } from '~/acquirers/authentication';
import { requestOutcome } from '~/acquirers/outcome-request';
import { buildAuthenticationUrl } from '~/platform/http/surfaces.server';
import { createId } from '~/platform/ids';
import type { Language } from '~/platform/text/languages';
import { findConnection, type Connection } from '~/payments/connections/connections';
import { leaseMs } from '~/payments/transactions/outcome-recording';
import { rejectMismatchedCard, toAuthenticationRequest } from '~/payments/transactions/transactions';
import { findCardIntent, type CardIntent } from '../card-intents';
import { finishAttempt, reserveAttempt, type CardAttemptResult } from './card-attempts';
import { startVerification } from './card-verifications';

/** How long a form waits for an earlier submission of the same form, and how often it polls. */
const otherAttemptTimeoutMs = 10_000;
const otherAttemptPollMs = 250;

/**
 * `action_required`: the payer's bank wants to authenticate them first. `sent_before`: the same form was submitted before,
 * and its card has been tried.
 */
type CardSavingResult =
  | CardAttemptResult
  | { kind: 'action_required' | 'sent_before' }
  | { kind: 'test_card_required' | 'test_card_refused' | 'acquirer_not_configured' };

/** A submitted form: `formId` is the form's, and `language` the page's. */
type CardSubmission = { card: Card; formId: string; browser?: Browser; language?: Language };

/**
 * Saves the card of an open intent after the acquirer has verified it. A form that is submitted twice is tried once, and
 * the second submission waits for the result of the first. Another form is a separate attempt.
 */
export async function verifyAndSaveCard(
  intent: CardIntent,
  { card, formId, browser, language = 'en' }: CardSubmission,
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
    const attempt = await reserveAttempt({ id, accountId, environment, formId, language, leaseMs });
    if (attempt !== null) return verify(connection, intent, { card, browser, attempt });
    const now = await findCardIntent({ accountId, environment, intentId: id });
    const ended = !now?.acceptsCards;
    if (now?.formIds[0] === formId && (ended || now.lastResult || now.isAuthenticating))
      return { kind: 'sent_before' };
    if (ended || now.formIds.indexOf(formId) > 0) return { kind: 'moved_on' };
  }
  return { kind: 'moved_on' };
}

async function verify(
  { id: connectionId, acquirer }: Connection,
  intent: CardIntent,
  { card, browser, attempt }: { card: Card; browser: Browser | undefined; attempt: number },
): Promise<CardSavingResult> {
  const { id, environment, merchantReason, threeDSecure } = intent;
  const reference = createId('req');
  const returnUrl = buildAuthenticationUrl(environment, id, '/return');
  const authentication = toAuthenticationRequest(threeDSecure, { returnUrl, browser });
  const outcome = await requestOutcome(reference, (signal) =>
    acquirer.verify({ reference, card, authentication, ...(merchantReason && { merchantReason }) }, signal),
  );
  if (outcome.kind !== 'action_required')
    return finishAttempt(intent, { attempt, card, hasVerification: false }, outcome);
  const isStarted = await startVerification(intent, { attempt, reference, connectionId, card }, outcome);
  return { kind: isStarted ? 'action_required' : 'moved_on' };
}

import type { Card } from '~/acquirers/acquirer';
import type { Language } from '~/platform/languages';
import { noteBlockedAttempt } from './blocked-attempts';
import { countTry, forgive, type ShieldRefusal } from './card-testing';
import { payIntent, type Payment } from './checkout';
import type { CheckoutIntent } from './intents';
import { isProven } from './proof-of-work';

/** What a form brings from the internet. `address` is where its browser is, `proof` what that computed. */
export type Submission = { card: Card; attempts: number; language?: Language; address: string; proof: { ticket: string; nonce: string } };

/** Pays an open intent as {@link payIntent} does, unless it looks like card testing (threat T27). */
export async function payFromBrowser(intent: CheckoutIntent, { card, attempts, language, address, proof }: Submission): Promise<Payment | { kind: ShieldRefusal }> {
  const { id: intentId, accountId, environment } = intent;
  const tried = { accountId, environment, address, pan: card.pan };
  const refusal = await countTry(tried, isProven({ intentId, attempts }, proof));
  if (refusal) {
    await noteBlockedAttempt({ accountId, environment });
    return { kind: refusal };
  }
  const payment = await payIntent(intent, { card, attempts, language });
  if (payment.kind !== 'declined') await forgive(tried);
  return payment;
}

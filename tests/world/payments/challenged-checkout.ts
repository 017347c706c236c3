import { prisma } from '~/platform/database/db.server';
import type { ApiClient } from '../api-client';
import { openBrowser } from '../browser';

/** Its bank wants to authenticate every payer. */
export const challengeCard = '4000002760003184';

export async function openChallengedCheckout(client: ApiClient, language = 'de') {
  const { accountId } = client.merchant;
  const { json } = await client.post('/intents/payment', {
    external_id: 'order-1',
    operation: 'authcap',
    order: { order_id: 'basket-7', order_amount: 2_500, order_currency: 'EUR' },
    redirect_urls: { success: 'https://shop.test/ok', failure: 'https://shop.test/failed' },
  });
  const page = `/test/checkout?client_id=${accountId}&intent_id=${json.intent_id}&lang=${language}`;
  const browser = openBrowser();
  const form = { number: challengeCard, expiry: '12/40', code: '123', name: 'Ada Sommer' };
  const paid = await browser.submit(page, { ...form, form_id: crypto.randomUUID() });
  const intent = () => prisma.paymentIntent.findUniqueOrThrow({ where: { id: json.intent_id } });
  /** Challenges that count against card testing. */
  const countChallenges = () => prisma.countedChallenge.count({ where: { intentId: json.intent_id } });
  return { page, browser, paid, intent, countChallenges };
}

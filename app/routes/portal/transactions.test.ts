import { expect, test } from 'vitest';
import { hashPassword } from '~/identity/passwords';
import { buildApiClient } from '../../../tests/world/api-client';
import { openBrowser, readPage } from '../../../tests/world/browser';
import { buildMerchant } from '../../../tests/world/merchants';

const password = 'correct horse battery';

test('who looks for an order that nobody tried to pay learns what the payer did; other merchants learn nothing', async () => {
  const [own, other] = await Promise.all(
    ['own', 'other'].map(async (name) => {
      const email = `${name}-${crypto.randomUUID()}@example.com`;
      const client = await buildApiClient(await buildMerchant({ email, passwordHash: await hashPassword(password) }));
      const browser = openBrowser();
      await browser.submit('/login', { email, password });
      return { client, find: async () => (await readPage(await browser.open('/transactions?search=order-7'))).html };
    }),
  );
  const urls = { success: 'https://shop.test/ok', failure: 'https://shop.test/no' };
  const { json } = await own!.client.post('/intents/payment', { external_id: 'order-7', order: { order_amount: 2_500, order_currency: 'EUR' }, redirect_urls: urls });
  expect(await own!.find()).toContain('Nobody has opened it');
  const payer = openBrowser();
  const address = (below = '') => `/test/checkout${below}?client_id=${own!.client.merchant.accountId}&intent_id=${json.intent_id}`;
  await payer.open(address());
  await payer.submit(address('/cancel'), {});
  const found = await own!.find();
  for (const words of ['No card was tried', json.intent_id, 'First opened at', 'The payer gave up at']) expect(found).toContain(words);
  expect(await other!.find()).toContain('Nothing found');
});

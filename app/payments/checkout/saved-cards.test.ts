import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient } from '../../../tests/world/api-client';
import { buildCardToken } from '../../../tests/world/payments/card-tokens';
import { buildPaymentIntent } from '../../../tests/world/payments/payment-intents';
import { cards } from '../../../tests/world/payments/payments';
import { listSavedCards } from './saved-cards';
import { listUsedRedirectHosts } from './used-redirect-hosts';

test('saved cards are listed with the time of their last charge', async () => {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  const [charged, unused] = [
    await buildCardToken(client),
    await buildCardToken(client, { pan: '5555555555554444' }),
  ];
  const charge = async (token: string) =>
    (
      await client.post('/transactions', {
        operation: 'authorize',
        external_id: crypto.randomUUID(),
        order: { order_amount: 100, order_currency: 'EUR' },
        card: { token },
      })
    ).json.id as string;
  const [first, last] = [await charge(charged), await charge(charged)];
  const [lastUsedAt, earlier] = [new Date('2030-02-01T00:00:00Z'), new Date('2030-01-01T00:00:00Z')];
  await prisma.transaction.update({ where: { id: first }, data: { createdAt: lastUsedAt } });
  await prisma.transaction.update({ where: { id: last }, data: { createdAt: earlier } });
  // A card of another merchant isn't listed.
  const other = await buildApiClient();
  await buildCardToken(other, { pan: cards.approved });
  const common = {
    externalId: expect.any(String),
    customerId: null,
    createdAt: expect.any(Date),
    timesKept: 1,
    merchantReason: null,
    closedAt: null,
  };
  const rows = [
    { ...common, id: unused, brand: 'mastercard', lastFour: '4444', expiry: '2040-12', lastUsedAt: null },
    { ...common, id: charged, brand: 'visa', lastFour: '4242', expiry: '2040-12', lastUsedAt },
  ];
  expect(await listSavedCards({ accountId, environment: 'test' })).toEqual({ cards: rows, before: null });
  expect(await listSavedCards({ accountId, environment: 'test', limit: 1 })).toEqual({
    cards: rows.slice(0, 1),
    before: unused,
  });
  expect(await listSavedCards({ accountId, environment: 'test', before: unused })).toEqual({
    cards: rows.slice(1),
    before: null,
  });
});

test('the hosts of redirect URLs are listed once, sorted, if live would accept them', async () => {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  const pay = (success: string, failure: string) =>
    buildPaymentIntent(client.merchant, { redirectUrls: { success, failure } });
  await pay('https://shop.example/ok', 'https://b.example:8443/no');
  await pay('https://SHOP.example/other', 'http://localhost:3000/no');
  const redirect_urls = { success: 'https://a.example/ok', failure: 'https://127.0.0.1/no' };
  await client.post('/intents/card', { external_id: 'c1', redirect_urls });
  await client.post('/intents/card', { external_id: 'c2' });
  await buildPaymentIntent((await buildApiClient()).merchant);
  expect(await listUsedRedirectHosts({ accountId, environment: 'test' })).toEqual([
    'a.example',
    'b.example:8443',
    'shop.example',
  ]);
  expect(await listUsedRedirectHosts({ accountId, environment: 'live' })).toEqual([]);
});

import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { requireCheckoutSecret } from '~/merchants/credentials/credentials';
import { buildApiClient } from '../../../tests/world/api-client';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildCardIntent, buildCardToken } from '../../../tests/world/payments/card-tokens';
import { overwriteTransaction } from '../../../tests/world/payments/overwrite';
import { getPossibleAmounts } from '../../../tests/world/payments/possible-amounts';
import { buildPaymentIntent } from '../../../tests/world/payments/payment-intents';
import { buildPayment } from '../../../tests/world/payments/payments';
import type { TransactionStatus } from '~/payments/transactions/states';
import { createId } from '~/platform/ids';
import type { CardIntent } from './card-intents';
import { signRedirect } from './redirect-signature';
import { buildCardRedirectUrl, buildRedirectUrl } from './redirect-url';

test('the signature covers the parameters sorted by name and percent-encoded', () => {
  const signature = createHmac('sha256', 'cs_test_1').update('a=1%20%2B%26&b=%C3%A9&c=').digest('hex');
  expect(signRedirect({ c: '', b: 'é', a: '1 +&' }, 'cs_test_1')).toBe(signature);
});

/** The address and the parameters of a redirect URL, whose signature and time must be right. */
async function read(url: string, accountId: string) {
  const { origin, pathname, searchParams, hash } = new URL(url);
  const { signature, timestamp, ...parameters } = Object.fromEntries(searchParams);
  const secret = await requireCheckoutSecret({ accountId, environment: 'test' });
  const { basket: _, ...signed } = parameters;
  expect(signature).toBe(signRedirect({ ...signed, timestamp: timestamp! }, secret));
  expect(Math.abs(Date.parse(timestamp!) - Date.now())).toBeLessThan(60_000);
  return { address: origin + pathname + hash, parameters };
}

test.each<[TransactionStatus, string]>([
  ['CAPTURED', 'ok'],
  ['AUTHORIZED', 'ok'],
  ['PARTIAL_CAPTURED', 'ok'],
  ['SETTLED', 'ok'],
  ['PENDING', 'ok'],
  ['DECLINED', 'no'],
  ['VOIDED', 'no'],
  ['EXPIRED', 'no'],
])('after a payment that is %s, the browser goes to the page for %s', async (status, page) => {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  const { id } = await buildPayment(client);
  await overwriteTransaction(id, {
    status,
    ...getPossibleAmounts(status, 10_000),
    settledAt: status === 'SETTLED' ? new Date() : null,
  });
  const { intent } = await buildPaymentIntent(client.merchant, {
    externalId: 'order 1+1 é',
    redirectUrls: {
      success: 'https://shop.example/ok?basket=7#top',
      failure: 'https://shop.example/no?basket=7#top',
    },
  });
  expect(await read(await buildRedirectUrl(intent, id), accountId)).toEqual({
    address: `https://shop.example/${page}#top`,
    parameters: {
      basket: '7',
      intent_id: intent.id,
      reference_id: 'order 1+1 é',
      status,
      transaction_id: id,
    },
  });
  await overwriteTransaction(id, {
    status: 'AUTHORIZED',
    ...getPossibleAmounts('AUTHORIZED', 10_000),
    settledAt: null,
  });
});

test('without a payment, the payer has canceled', async () => {
  const merchant = await buildMerchant();
  const { intent } = await buildPaymentIntent(merchant, { externalId: 'order-1' });
  expect(await read(await buildRedirectUrl(intent, null), merchant.accountId)).toEqual({
    address: 'https://shop.example/no',
    parameters: { intent_id: intent.id, reference_id: 'order-1', status: 'CANCELLED', transaction_id: '' },
  });
  const expired = new URL(await buildRedirectUrl({ ...intent, phase: 'expired' }, null));
  expect(expired.searchParams.get('status')).toBe('EXPIRED');
  // Only a transaction of the intent's own merchant and environment counts.
  const { id } = await buildPayment(await buildApiClient());
  await expect(buildRedirectUrl(intent, id)).rejects.toThrow();
  await expect(buildRedirectUrl(intent, createId('trx'))).rejects.toThrow();
});

test.each([
  ['', ''],
  ['?', ''],
  ['?a=1&&b', 'a=1&b&'],
  ['?a=1&?', 'a=1&?&'],
  ['??a=1', '?a=1&'],
  ['??status=CAPTURED', '?status=CAPTURED&'],
  ['?status=CAPTURED&a=%20+x&signature=0', 'a=%20+x&'],
  ['?sta%74us=CAPTURED&sta+tus=1', 'sta+tus=1&'],
])("the merchant's own query %j becomes %j", async (query, kept) => {
  const { intent } = await buildPaymentIntent(await buildMerchant(), {
    redirectUrls: { success: 'https://shop.example/ok', failure: `https://shop.example/no${query}` },
  });
  const { search } = new URL(await buildRedirectUrl(intent, null));
  expect(search.slice(0, search.indexOf('intent_id='))).toBe(`?${kept}`);
  expect(new URLSearchParams(search).getAll('status')).toEqual(['CANCELLED']);
  expect(new URLSearchParams(search).getAll('signature')).toHaveLength(1);
});

test('after the card page, the browser goes to the page for the result with the token', async () => {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  const { intent } = await buildCardIntent(client, {
    external_id: 'customer-7',
    redirect_urls: { success: 'https://shop.example/ok', failure: 'https://shop.example/no' },
  });
  const id = await buildCardToken(client);
  const card = { id, brand: 'visa', lastFour: '4242', expiry: '2040-12' };
  const readCard = async (changes: Partial<CardIntent>) =>
    read((await buildCardRedirectUrl({ ...intent, ...changes }))!, accountId);
  const parameters = { intent_id: intent.id, reference_id: 'customer-7' };
  expect(await readCard({ card })).toEqual({
    address: 'https://shop.example/ok',
    parameters: { ...parameters, status: 'COMPLETED', token: id },
  });
  expect(await readCard({ card: { ...card, expiry: null } })).toEqual({
    address: 'https://shop.example/ok',
    parameters: { ...parameters, status: 'COMPLETED', token: '' },
  });
  expect(await readCard({ card: null })).toEqual({
    address: 'https://shop.example/no',
    parameters: { ...parameters, status: 'CANCELLED', token: '' },
  });
  expect((await readCard({ card: null, phase: 'expired' })).parameters.status).toBe('EXPIRED');
  for (const missing of ['successUrl', 'failureUrl'])
    expect(await buildCardRedirectUrl({ ...intent, card, [missing]: null })).toBeNull();
});

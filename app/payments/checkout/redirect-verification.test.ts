import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient } from '../../../tests/world/api-client';
import { buildMerchant, goLive } from '../../../tests/world/merchants';
import { buildCardIntent, buildCardToken } from '../../../tests/world/payments/card-tokens';
import {
  buildPaymentIntent,
  payPaymentIntent,
  shopUrls,
} from '../../../tests/world/payments/payment-intents';
import { paymentBody } from '../../../tests/world/payments/payments';
import { findCardIntent } from './card-intents';
import { buildCardRedirectUrl, buildRedirectUrl, buildReturnUrl } from './redirect-url';
import { verifyRedirect } from './redirect-verification';

/** A paid intent, and its redirect URL. */
async function buildRedirect(externalId = 'order-1') {
  const merchant = await buildMerchant();
  const { accountId } = merchant;
  // An older intent of the merchant, which the URL doesn't name.
  await buildPaymentIntent(merchant);
  const built = await buildPaymentIntent(merchant, { externalId });
  const { intent } = built;
  const id = await payPaymentIntent(built);
  const address = await buildRedirectUrl(intent, id);
  const verify = (pasted: string, environment: 'test' | 'live' = 'test') =>
    verifyRedirect({ accountId, environment, pasted });
  const change = (changes: Record<string, string | null>) => {
    const url = new URL(address);
    for (const [name, value] of Object.entries(changes))
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    return url.href;
  };
  const actualState = {
    kind: 'payment_intent',
    intentId: intent.id,
    environment: 'test',
    state: 'paid',
    transaction: { id, status: 'CAPTURED' },
  };
  return { merchant, accountId, intent, id, address, verify, change, actualState };
}

test('a genuine redirect is confirmed with the current state', async () => {
  const { address, verify, actualState, id } = await buildRedirect();
  const genuine = { genuine: true, signedFor: null, findings: [], actualState };
  expect(await verify(address)).toEqual(genuine);
  await prisma.transaction.update({ where: { id }, data: { status: 'SETTLED', settledAt: new Date() } });
  expect(await verify(address)).toEqual({
    ...genuine,
    actualState: { ...actualState, transaction: { id, status: 'SETTLED' } },
  });
  expect(await verify('https://shop.example/ok?basket=7')).toBeNull();
});

test('the redirect of an intent that was not tried has no transaction', async () => {
  const merchant = await buildMerchant();
  const { intent } = await buildPaymentIntent(merchant);
  const { accountId } = merchant;
  const address = await buildRedirectUrl(intent, null);
  expect(await verifyRedirect({ accountId, environment: 'test', pasted: address })).toEqual({
    genuine: true,
    signedFor: null,
    findings: [],
    actualState: {
      kind: 'payment_intent',
      intentId: intent.id,
      environment: 'test',
      state: 'open',
      transaction: null,
    },
  });
});

test.each<[string, Record<string, string | null>]>([
  ['intent_id', { reference_id: 'other', transaction_id: createId('trx') }],
  ['transaction_id', { intent_id: 'int_x', reference_id: 'other' }],
  ['transaction_id of another intent_id', { intent_id: createId('int'), reference_id: 'other' }],
  ['reference_id', { intent_id: null, transaction_id: null }],
  ['reference_id with zero bytes', { intent_id: 'x\0', transaction_id: '\0', reference_id: 'order-\x001' }],
])('the intent is found by its %s', async (_, changes) => {
  const { verify, change, actualState } = await buildRedirect();
  expect(await verify(change(changes))).toMatchObject({ genuine: false, signedFor: null, actualState });
});

test('a changed result is found by what is known about the intent', async () => {
  const { verify, change, intent, id, actualState } = await buildRedirect();
  expect(await verify(change({ transaction_id: 'trx_x' }))).toEqual({
    genuine: false,
    signedFor: null,
    findings: [{ kind: 'changed', name: 'transaction_id', received: 'trx_x', signed: id }],
    actualState,
  });
  expect(await verify(change({ reference_id: 'other', intent_id: 'int_x' }))).toMatchObject({
    findings: [
      { kind: 'changed', name: 'intent_id', received: 'int_x', signed: intent.id },
      { kind: 'changed', name: 'reference_id', received: 'other', signed: 'order-1' },
    ],
  });
});

test('a changed time is found by the time of the redirect', async () => {
  const { verify, change, address, intent } = await buildRedirect();
  const signed = new URL(address).searchParams.get('timestamp')!;
  await prisma.paymentIntent.update({
    where: { id: intent.id },
    data: { redirectedAt: new Date(Date.parse(signed) + 20) },
  });
  expect(await verify(change({ timestamp: 'x' }))).toMatchObject({
    genuine: false,
    findings: [{ kind: 'changed', name: 'timestamp', received: 'x', signed }],
  });
});

test('a redirect that names nothing of the account says only that', async () => {
  const { verify, change } = await buildRedirect();
  const unknown = change({ intent_id: null, reference_id: '', transaction_id: null, signature: null });
  expect(await verify(unknown)).toEqual({
    genuine: false,
    signedFor: null,
    findings: [
      { kind: 'missing', name: 'intent_id' },
      { kind: 'missing', name: 'transaction_id' },
      { kind: 'signature_missing' },
    ],
    actualState: null,
  });
});

test("another merchant's redirect is unknown, even with this one's references", async () => {
  const [own, other] = [await buildRedirect('own'), await buildRedirect('other')];
  const unknown = { genuine: false, signedFor: null, findings: [{ kind: 'unknown' }], actualState: null };
  expect(await own.verify(other.address)).toEqual(unknown);
  await goLive(own.merchant);
  expect(await own.verify(other.address)).toEqual(unknown);
});

test('a redirect of the other environment says so, with its state there', async () => {
  const { merchant, verify, change, address, actualState } = await buildRedirect();
  await goLive(merchant);
  expect(await verify(address, 'live')).toEqual({
    genuine: false,
    signedFor: 'test',
    findings: [],
    actualState,
  });
  const status = { kind: 'changed', name: 'status', received: 'VOIDED', signed: 'CAPTURED' };
  expect(await verify(change({ status: 'VOIDED' }), 'live')).toEqual({
    genuine: false,
    signedFor: 'test',
    findings: [status],
    actualState,
  });
  // Neither environment signed this one.
  for (const environment of ['test', 'live'] as const)
    expect(await verify(change({ signature: '0'.repeat(64) }), environment)).toEqual({
      genuine: false,
      signedFor: null,
      findings: [{ kind: 'unknown' }],
      actualState,
    });
  // A fault of the signature itself says nothing about its environment.
  expect(await verify(change({ signature: null }), 'live')).toEqual({
    genuine: false,
    signedFor: null,
    findings: [{ kind: 'signature_missing' }],
    actualState,
  });
  expect(await verify(address)).toEqual({ genuine: true, signedFor: null, findings: [], actualState });
  expect(await verify(change({ status: 'VOIDED' }))).toEqual({
    genuine: false,
    signedFor: null,
    findings: [status],
    actualState,
  });
});

test('a live redirect that is verified in the test environment says so', async () => {
  const merchant = await goLive(await buildMerchant(), { hosts: ['shop.example'] });
  const { intent } = await buildPaymentIntent(merchant, { environment: 'live' });
  const { accountId } = merchant;
  const pasted = await buildRedirectUrl(intent, null);
  expect(await verifyRedirect({ accountId, environment: 'test', pasted })).toEqual({
    genuine: false,
    signedFor: 'live',
    findings: [],
    actualState: {
      kind: 'payment_intent',
      intentId: intent.id,
      environment: 'live',
      state: 'open',
      transaction: null,
    },
  });
});

test('the redirect after a card page is verified by the card intent', async () => {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  const { address, intent } = await buildCardIntent(client, { redirect_urls: shopUrls });
  const verify = async (changes: Record<string, string | null> = {}) => {
    const url = new URL((await buildCardRedirectUrl((await findCardIntent(address))!))!);
    for (const [name, value] of Object.entries(changes))
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    return verifyRedirect({ accountId, environment: 'test', pasted: url.href });
  };
  const state = {
    kind: 'card_intent',
    intentId: intent.id,
    environment: 'test',
    state: 'open',
    transaction: null,
  };
  expect(await verify()).toEqual({ genuine: true, signedFor: null, findings: [], actualState: state });
  const cardTokenId = await buildCardToken(client);
  await prisma.cardIntent.updateMany({ where: { cardTokenId }, data: { state: 'OPEN', cardTokenId: null } });
  await prisma.cardIntent.update({
    where: { id: intent.id },
    data: { state: 'COMPLETED', cardTokenId },
  });
  expect(await verify({ token: 'tok_x', reference_id: 'other' })).toEqual({
    genuine: false,
    signedFor: null,
    findings: [
      { kind: 'changed', name: 'reference_id', received: 'other', signed: intent.externalId },
      { kind: 'changed', name: 'token', received: 'tok_x', signed: cardTokenId },
    ],
    actualState: { ...state, state: 'completed' },
  });
  expect(await verify({ token: null })).toMatchObject({ findings: [{ kind: 'missing', name: 'token' }] });
  // A payment intent can have the same external_id.
  await buildPaymentIntent(client.merchant, { externalId: intent.externalId });
  expect(await verify()).toMatchObject({ genuine: true, actualState: { kind: 'card_intent' } });
});

test('the return after 3-D Secure of a payment by API is verified by the payment', async () => {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  const { json } = await client.post('/transactions', {
    ...paymentBody({ operation: 'authcap' }),
    return_url: 'https://shop.example/done?order=7',
  });
  const id = json.id as string;
  const payment = await prisma.transaction.findUniqueOrThrow({ where: { id } });
  const address = await buildReturnUrl({ ...payment, environment: 'test' });
  const verify = (changes: Record<string, string> = {}, owner = accountId) => {
    const url = new URL(address);
    for (const [name, value] of Object.entries(changes)) url.searchParams.set(name, value);
    return verifyRedirect({ accountId: owner, environment: 'test', pasted: url.href });
  };
  const actualState = {
    kind: 'direct_payment',
    intentId: '',
    environment: 'test',
    state: 'CAPTURED',
    transaction: { id, status: 'CAPTURED' },
  };
  expect(await verify()).toEqual({ genuine: true, signedFor: null, findings: [], actualState });
  expect(await verify({ reference_id: 'other', intent_id: 'int_x' })).toEqual({
    genuine: false,
    signedFor: null,
    findings: [
      { kind: 'changed', name: 'intent_id', received: 'int_x', signed: '' },
      { kind: 'changed', name: 'reference_id', received: 'other', signed: json.external_id },
    ],
    actualState,
  });
  expect(await verify({ timestamp: 'x' })).toMatchObject({
    findings: [{ kind: 'changed', name: 'timestamp' }],
  });
  const other = await buildMerchant();
  expect(await verify({}, other.accountId)).toEqual({
    genuine: false,
    signedFor: null,
    findings: [{ kind: 'unknown' }],
    actualState: null,
  });
});

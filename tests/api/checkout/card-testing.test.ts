import { expect, test } from 'vitest';
import {
  deleteOldBlockedAttempts,
  closeQuietAttacks,
  listBlockedAttempts,
} from '~/payments/card-testing/blocked-attempts';
import { countAttempt, type CardAttempt } from '~/payments/card-testing/attempt-limits';
import { payIntent } from '~/payments/checkout/checkout-payments';
import { findCheckoutIntent } from '~/payments/checkout/payment-intents';
import { isProofValid, createPuzzle } from '~/payments/card-testing/proof-of-work';
import { attemptWithProtection } from '~/payments/card-testing/protection';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { Secret } from '~/platform/secrets/secret';
import { buildApiClient } from '../../world/api-client';
import { listMailsToOwner } from '../../world/mails/mails';
import { buildMerchant } from '../../world/merchants';
import { solvePuzzle } from '../../world/payments/proof-of-work';

/** A card number prefix that no earlier test has used. */
const randomNumber = () => Math.floor(Math.random() * 9e9);
const buildPan = (bin: string, number: number) => new Secret(bin + String(number).padStart(10, '0'));
const buildAttempt = (changes: Partial<CardAttempt> = {}): CardAttempt => ({
  accountId: createId('acc'),
  environment: 'live',
  address: '2001:db8::1',
  pan: buildPan('453957', 1),
  ...changes,
});

/** Counts an attempt like a declined one. Null: the acquirer may be asked. */
const countForRejection = async (attempt: CardAttempt, hasProof: boolean) =>
  (await countAttempt(attempt, hasProof)).rejection;

test('a card declined five times in an hour is blocked for every merchant', async () => {
  const pan = buildPan('453957', randomNumber());
  for (let i = 0; i < 5; i++)
    expect(await countForRejection(buildAttempt({ pan, address: `2001:db8:0:${i}::1` }), true)).toBeNull();
  expect(await countForRejection(buildAttempt({ pan, address: '2001:db8:0:5::1' }), true)).toBe(
    'card_limit_reached',
  );
  expect(
    await countForRejection(
      buildAttempt({ pan: buildPan('453957', randomNumber()), address: '2001:db8:0:6::1' }),
      true,
    ),
  ).toBeNull();
});

test('hundreds of cards at once from one IP address stop: five are free, more need a proof, the rest are blocked', async () => {
  const accountId = createId('acc');
  const attackRow = (withProof: boolean, count: number, from: number) =>
    Promise.all(
      Array.from({ length: count }, (_, i) =>
        countForRejection(
          buildAttempt({ accountId, pan: buildPan(String(400_000 + from + i), randomNumber()) }),
          withProof,
        ),
      ),
    );
  expect((await attackRow(false, 10, 0)).filter((refusal) => refusal === null)).toHaveLength(5);
  expect((await attackRow(true, 100, 10)).filter((refusal) => refusal === null)).toHaveLength(10);
  // A subscriber has all addresses with this prefix.
  expect(
    await countForRejection(
      buildAttempt({ accountId, address: '2001:db8::ffff:1', pan: buildPan('400998', randomNumber()) }),
      true,
    ),
  ).toBe('address_limit_reached');
  expect(
    await countForRejection(buildAttempt({ accountId, pan: buildPan('400999', randomNumber()) }), true),
  ).toBe('address_limit_reached');
  // A payer elsewhere, or in another shop, doesn't have to wait.
  expect(
    await countForRejection(
      buildAttempt({ accountId, address: '2001:db8:1::1', pan: buildPan('401000', randomNumber()) }),
      false,
    ),
  ).toBeNull();
  expect(
    await countForRejection(buildAttempt({ pan: buildPan('401001', randomNumber()) }), false),
  ).toBeNull();
});

test('many cards with the same first digits, from many IP addresses, need a proof', async () => {
  const accountId = createId('acc');
  const attempt = (i: number) =>
    buildAttempt({ accountId, address: `2001:db8:0:${i}::1`, pan: buildPan('471234', randomNumber()) });
  for (let i = 0; i < 20; i++) expect(await countForRejection(attempt(i), false)).toBeNull();
  expect(await countForRejection(attempt(20), false)).toBe('proof_needed');
  expect(await countForRejection(attempt(21), true)).toBeNull();
});

test('only declined attempts count', async () => {
  const attempt = buildAttempt({ pan: buildPan('453957', randomNumber()) });
  for (let i = 0; i < 30; i++) {
    const { rejection, settle } = await countAttempt(attempt, false);
    expect(rejection).toBeNull();
    await settle('none');
  }
});

test("attempts that no bank saw, or that failed on our side, don't count against the card", async () => {
  const { accountId } = await buildMerchant();
  const intent = { id: createId('int'), accountId, environment: 'live' as const };
  const card = { pan: buildPan('453957', randomNumber()), expiry: { month: 12, year: 2040 } };
  const from = (address: string) => ({ formId: '', address, proof: { ticket: '', nonce: '' } });
  for (let i = 0; i < 5; i++)
    await countAttempt(
      { ...buildAttempt({ accountId, address: '192.0.2.1' }), pan: buildPan('453957', randomNumber()) },
      true,
    );
  for (let i = 0; i < 8; i++)
    expect(
      await attemptWithProtection(intent, card, from('192.0.2.1'), async () => ({ kind: 'paid' })),
    ).toEqual({
      kind: 'proof_needed',
    });
  for (let i = 0; i < 8; i++)
    await expect(
      attemptWithProtection(intent, card, from('192.0.2.2'), () => Promise.reject(new Error('ours'))),
    ).rejects.toThrow('ours');
  for (let i = 0; i < 8; i++)
    expect(
      await attemptWithProtection(intent, card, from('192.0.2.2'), async () => ({
        kind: 'declined',
        duplicate: true,
      })),
    ).toMatchObject({ kind: 'declined' });
  for (let i = 0; i < 5; i++)
    expect(
      await attemptWithProtection(intent, card, from('192.0.2.2'), async () => ({ kind: 'declined' })),
    ).toEqual({
      kind: 'declined',
    });
  expect(
    await attemptWithProtection(intent, card, from('192.0.2.2'), async () => ({ kind: 'declined' })),
  ).toEqual({
    kind: 'card_limit_reached',
  });
});

test('a proof is for one form, and takes work', () => {
  const intentId = createId('int');
  const { formId, ...puzzle } = createPuzzle(intentId);
  const form = { intentId, formId };
  const proof = solvePuzzle(puzzle);
  expect(isProofValid(form, proof)).toBe(true);
  expect(isProofValid(form, { ...proof, nonce: String(Number(proof.nonce) - 1) })).toBe(false);
  expect(isProofValid({ ...form, formId: createPuzzle(intentId).formId }, proof)).toBe(false);
  expect(isProofValid(form, { ticket: '', nonce: '0' })).toBe(false);
});

test('the checkout sends no blocked card to the acquirer, and shows the merchant their number', async () => {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  const { json } = await client.post('/intents/payment', {
    external_id: 'order-1',
    order: { order_amount: 2_500, order_currency: 'EUR' },
    redirect_urls: { success: 'https://shop.test/ok', failure: 'https://shop.test/failed' },
  });
  const pan = new Secret('4000000000000002');
  for (let i = 0; i < 50; i++)
    await countAttempt({ accountId, environment: 'test', address: `2001:db8:0:${i}::1`, pan }, true);
  const intent = (await findCheckoutIntent({ accountId, environment: 'test', intentId: json.intent_id }))!;
  const card = { pan, code: new Secret('123'), expiry: { month: 12, year: 2040 } };
  const submission = { formId: 'one', proof: { ticket: '', nonce: '' }, address: '2001:db8:0:99::1' };
  for (let i = 0; i < 12; i++)
    expect(
      await attemptWithProtection(intent, card, submission, () => payIntent(intent, { card, formId: 'one' })),
    ).toEqual({ kind: 'card_limit_reached' });
  expect(await prisma.transaction.count({ where: { accountId } })).toBe(0);
  expect(await listBlockedAttempts({ accountId, environment: 'test', days: 7 })).toMatchObject([
    { count: 12, endedAt: null },
  ]);
  expect(
    await findCheckoutIntent({ accountId, environment: 'test', intentId: json.intent_id }),
  ).toMatchObject({ phase: 'open', attempts: 0 });
});

test('an attack is deleted three months after it ended', async () => {
  const { accountId } = await buildMerchant();
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
  const attackRow = (firstAt: Date, endedAt: Date | null) => ({
    accountId,
    environment: 'live' as const,
    firstAt,
    lastAt: endedAt ?? new Date(),
    endedAt,
  });
  await prisma.blockedAttempts.createMany({
    data: [attackRow(ago(92), ago(91)), attackRow(ago(91), ago(89)), attackRow(ago(91), null)],
  });
  await deleteOldBlockedAttempts();
  expect(await prisma.blockedAttempts.count({ where: { accountId } })).toBe(2);
});

test('a live attack ends after it has been quiet, and the owner gets one email', async () => {
  const merchant = await buildMerchant();
  const { accountId } = merchant;
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  await prisma.blockedAttempts.create({
    data: { accountId, environment: 'live', count: 97, firstAt: ago(30), lastAt: ago(23) },
  });
  await Promise.all([closeQuietAttacks(), closeQuietAttacks()]);
  await closeQuietAttacks();
  expect(await listMailsToOwner(merchant)).toMatchObject([
    { template: 'card-testing', props: { count: 97 } },
  ]);
});

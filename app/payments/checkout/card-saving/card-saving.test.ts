import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Outcome } from '~/acquirers/acquirer';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient } from '../../../../tests/world/api-client';
import { goLive } from '../../../../tests/world/merchants';
import {
  acquirer,
  declinedOutcome,
  disconnectAcquirers,
  mockAnswerOnce,
  unknownOutcome,
} from '../../../../tests/world/acquirers/acquirer';
import { buildCard, buildCardIntent } from '../../../../tests/world/payments/card-tokens';
import { cards } from '../../../../tests/world/payments/payments';
import * as cardIntents from '../card-intents';
import { findCardIntent, type CardIntent } from '../card-intents';
import { cancelCardIntent, getLastAttempt } from './card-attempts';
import { verifyAndSaveCard } from './card-saving';

const approvedOutcome: Outcome = { kind: 'approved', acquirerReference: 'x' };
const challengeCard = '4000002760003184';
const challengeOutcome: Outcome = {
  kind: 'action_required',
  acquirerReference: 'x',
  url: 'https://bank.example/challenge',
};
const save = (intent: CardIntent, formId = 'one', pan = cards.approved) =>
  verifyAndSaveCard(intent, { card: buildCard(pan), formId });
const openCardPage = async () => {
  const client = await buildApiClient();
  const { address, intent } = await buildCardIntent(client);
  return {
    client,
    intent,
    read: async () => (await findCardIntent(address))!,
    change: (data: object) => prisma.cardIntent.update({ where: { id: intent.id }, data }),
    tokens: () => prisma.cardToken.findMany({ where: { accountId: address.accountId } }),
    events: async () =>
      (await prisma.webhookEvent.findMany({ where: { accountId: address.accountId } })).map(
        ({ environment, type, payload }) => ({ environment, type, payload }),
      ),
  };
};

test('a verified card is saved once, and an event says so', async () => {
  const { client, intent, read, tokens, events } = await openCardPage();
  const verify = vi.spyOn(acquirer, 'verify').mockClear();
  expect(await save(intent)).toEqual({ kind: 'kept' });
  expect(verify.mock.calls).toEqual([
    [
      {
        reference: expect.stringMatching(/^req_/),
        card: expect.objectContaining({ name: 'Ada Example' }),
        authentication: {
          requested: 'automatic',
          returnUrl: expect.stringMatching(
            new RegExp(`/test/checkout/authentication/return\\?intent_id=${intent.id}$`),
          ),
        },
      },
      expect.any(AbortSignal),
    ],
  ]);
  const [token, ...others] = await tokens();
  expect(others).toEqual([]);
  expect(token).toMatchObject({
    accountId: client.merchant.accountId,
    environment: 'test',
    externalId: intent.externalId,
    brand: 'visa',
    lastFour: '4242',
    expiry: '2040-12',
    sealed: expect.any(String),
  });
  const { id, brand, lastFour, expiry } = token!;
  const saved = await read();
  expect(saved).toEqual({
    ...intent,
    state: 'COMPLETED',
    phase: 'completed',
    attempts: 1,
    formIds: ['one'],
    language: 'en',
    acceptsCards: false,
    cardTokenId: id,
    card: { id, brand, lastFour, expiry },
  });
  expect(await events()).toEqual([
    {
      environment: 'test',
      type: 'card.tokenized',
      payload: {
        intent_id: intent.id,
        reference_id: intent.externalId,
        status: 'completed',
        expires_at: intent.expiresAt.toISOString(),
        card: { token: id, brand: 'visa', last_four: '4242', expiry: '2040-12' },
      },
    },
  ]);
  // The same form again, and another one.
  expect(await save(intent)).toEqual({ kind: 'sent_before' });
  expect(await save(intent, 'two')).toEqual({ kind: 'moved_on' });
  expect(verify).toHaveBeenCalledTimes(1);
  verify.mockRestore();
  expect({ intent: await read(), tokenCount: (await tokens()).length }).toEqual({
    intent: saved,
    tokenCount: 1,
  });
});

test('the name and expiry of a saved card are paid with later', async () => {
  const { client, intent, read } = await openCardPage();
  await save(intent);
  const authorize = vi.spyOn(acquirer, 'authorize').mockClear();
  await client.post('/transactions', {
    operation: 'authorize',
    external_id: 'x',
    order: { order_amount: 100, order_currency: 'EUR' },
    card: { token: (await read()).card!.id },
  });
  const { card } = authorize.mock.calls[0]![0];
  authorize.mockRestore();
  expect({ ...card, pan: card.pan.reveal() }).toEqual({
    pan: cards.approved,
    expiry: { month: 12, year: 2040 },
    name: 'Ada Example',
  });
});

test('cards of the other environment and a missing acquirer are rejected before the attempt', async () => {
  const { client, intent, read } = await openCardPage();
  await goLive(client.merchant);
  expect(await save(intent, 'one', '4532015112830366')).toEqual({ kind: 'test_card_required' });
  expect(await save({ ...intent, environment: 'live' })).toEqual({ kind: 'test_card_refused' });
  const reconnect = disconnectAcquirers();
  expect(await save(intent)).toEqual({ kind: 'acquirer_not_configured' });
  reconnect();
  expect(await read()).toEqual(intent);
});

test('declined and unverified cards are not saved, and five declines end the intent', async () => {
  const { intent, read, tokens, events } = await openCardPage();
  expect(getLastAttempt(intent)).toBeNull();
  mockAnswerOnce('verify', unknownOutcome);
  expect(await save(intent, 'unknown')).toEqual({ kind: 'unknown' });
  const unknown = await read();
  const changed = { attempts: 1, formIds: ['unknown'], language: 'en', lastResult: 'unknown' };
  expect(unknown).toEqual({ ...intent, ...changed });
  expect(getLastAttempt(unknown)).toEqual({ kind: 'unknown' });
  expect(await save(intent, 'unknown')).toEqual({ kind: 'sent_before' });

  for (let declines = 1; declines <= 5; declines++) {
    mockAnswerOnce('verify', { kind: 'declined', code: 'expired_card' });
    const result = { kind: 'declined', code: 'expired_card', attemptsLeft: 5 - declines };
    expect(await save(intent, `form ${declines}`)).toEqual(result);
    const now = await read();
    expect(now).toMatchObject({
      phase: declines < 5 ? 'open' : 'failed',
      attempts: declines + 1,
      declines,
      lastResult: 'expired_card',
      leasedUntil: null,
    });
    expect(getLastAttempt(now)).toEqual(declines < 5 ? result : null);
  }
  const verify = vi.spyOn(acquirer, 'verify').mockClear();
  expect(await save(intent, 'form 5')).toEqual({ kind: 'sent_before' });
  expect(await save(intent, 'form 4')).toEqual({ kind: 'moved_on' });
  expect(await save(intent, 'form 6')).toEqual({ kind: 'moved_on' });
  expect(verify).not.toHaveBeenCalled();
  verify.mockRestore();
  expect({ tokens: await tokens(), events: await events() }).toEqual({ tokens: [], events: [] });
});

test('an outdated form is not tried, also while the intent is open', async () => {
  const { intent } = await openCardPage();
  for (const form of ['one', 'two']) {
    mockAnswerOnce('verify', declinedOutcome);
    await save(intent, form);
  }
  const polls = vi.spyOn(cardIntents, 'findCardIntent');
  expect(await save(intent, 'one')).toEqual({ kind: 'moved_on' });
  expect(await save(intent, 'two')).toEqual({ kind: 'sent_before' });
  expect(polls).toHaveBeenCalledTimes(2);
  polls.mockRestore();
});

test.each([
  ['the same form', 'one', { kind: 'sent_before' }],
  ['another form', 'two', { kind: 'kept' }],
])('while an attempt is in progress, %s waits for its result', async (_, formId, result) => {
  const { intent } = await openCardPage();
  let answer = (_: Outcome) => {};
  const verify = vi
    .spyOn(acquirer, 'verify')
    .mockClear()
    .mockImplementationOnce(() => new Promise<Outcome>((resolve) => (answer = resolve)));
  const first = save(intent);
  await vi.waitFor(() => expect(verify).toHaveBeenCalledTimes(1));
  const polls = vi.spyOn(cardIntents, 'findCardIntent');
  const second = save(intent, formId);
  await vi.waitFor(() => expect(polls).toHaveBeenCalledTimes(2), { timeout: 5_000 });
  answer(declinedOutcome);
  expect(await first).toMatchObject({ kind: 'declined' });
  expect(await second).toEqual(result);
  for (const spy of [polls, verify]) spy.mockRestore();
});

test('a form stops waiting after ten seconds', async () => {
  const { intent, read, change } = await openCardPage();
  await change({ leasedUntil: new Date(Date.now() + 3_600_000) });
  let now = 100_000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const waits = [109_999, 110_000];
  const polls = vi.spyOn(cardIntents, 'findCardIntent').mockImplementation(async () => {
    now = waits.shift() ?? 110_001;
    return intent;
  });
  expect(await save(intent)).toEqual({ kind: 'moved_on' });
  expect(polls).toHaveBeenCalledTimes(2);
  polls.mockRestore();
  expect(await read()).toMatchObject({ attempts: 0 });
});

test.each([
  ['approved', approvedOutcome],
  ['declined', declinedOutcome],
  ['unknown', unknownOutcome],
  ['a challenge', challengeOutcome],
] as const)('an answer that is %s after the payer canceled changes nothing', async (_, outcome) => {
  const { intent, read, tokens, events } = await openCardPage();
  const verify = vi.spyOn(acquirer, 'verify').mockImplementationOnce(async () => {
    await cancelCardIntent(intent);
    return outcome;
  });
  expect(await save(intent)).toEqual({ kind: 'moved_on' });
  verify.mockRestore();
  expect(await read()).toMatchObject({ phase: 'cancelled', declines: 0, lastResult: null, card: null });
  expect({ tokens: await tokens(), events: await events() }).toEqual({ tokens: [], events: [] });
});

describe('when the acquirer takes longer than the lease, and the payer tries a second card', () => {
  /** The first card gets this answer after the second one was submitted. */
  async function answerLate(outcome: Outcome, secondPan: string) {
    const page = await openCardPage();
    const verify = vi.spyOn(acquirer, 'verify').mockImplementationOnce(async () => {
      await page.change({ leasedUntil: new Date(Date.now() - 1_000) });
      await save(page.intent, 'second', secondPan);
      return outcome;
    });
    const result = await save(page.intent, 'first');
    verify.mockRestore();
    const verification = await prisma.cardVerification.findUnique({ where: { intentId: page.intent.id } });
    return { result, intent: await page.read(), tokens: await page.tokens(), verification };
  }

  test.each([
    ['approved', approvedOutcome],
    ['declined', declinedOutcome],
    ['unknown', unknownOutcome],
    ['a challenge', challengeOutcome],
  ] as const)('the first answer doesn’t count if it is %s', async (_, outcome) => {
    const { result, intent, tokens, verification } = await answerLate(outcome, cards.declined);
    expect(result).toEqual({ kind: 'moved_on' });
    expect(intent).toMatchObject({ phase: 'open', declines: 1, lastResult: 'do_not_honor' });
    expect({ tokens, verification }).toEqual({ tokens: [], verification: null });
  });

  test('the first answer doesn’t end the authentication of the second card', async () => {
    const { result, intent, tokens, verification } = await answerLate(approvedOutcome, challengeCard);
    expect(result).toEqual({ kind: 'moved_on' });
    expect(intent).toMatchObject({ phase: 'open', isAuthenticating: true, declines: 0 });
    expect(tokens).toEqual([]);
    expect(verification).toMatchObject({ attempt: 2 });
  });
});

test('an answer about an intent that doesn’t exist anymore changes nothing', async () => {
  const { intent, tokens } = await openCardPage();
  const verify = vi.spyOn(acquirer, 'verify').mockImplementationOnce(async () => {
    await prisma.cardIntent.delete({ where: { id: intent.id } });
    return approvedOutcome;
  });
  expect(await save(intent)).toEqual({ kind: 'moved_on' });
  verify.mockRestore();
  expect(await tokens()).toEqual([]);
});

test('an intent is canceled only while it is open', async () => {
  const { intent, read, change } = await openCardPage();
  await change({ expiresAt: new Date(Date.now() - 60_000) });
  await cancelCardIntent(intent);
  expect((await read()).state).toBe('OPEN');
  await change({ expiresAt: intent.expiresAt });
  await cancelCardIntent(intent);
  expect((await read()).phase).toBe('cancelled');
  await prisma.cardIntent.delete({ where: { id: intent.id } });
  expect(await save(intent)).toEqual({ kind: 'moved_on' });
});

test('the last attempt is shown while the intent is open', () => {
  const attempt = (changes: object) =>
    getLastAttempt({ phase: 'open', lastResult: 'do_not_honor', declines: 2, ...changes } as CardIntent);
  expect(attempt({})).toEqual({ kind: 'declined', code: 'do_not_honor', attemptsLeft: 3 });
  expect(attempt({ lastResult: 'unknown' })).toEqual({ kind: 'unknown' });
  expect(attempt({ lastResult: null })).toBeNull();
  expect(attempt({ phase: 'failed' })).toBeNull();
});

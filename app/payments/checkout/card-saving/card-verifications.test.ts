import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Acquirer, Outcome } from '~/acquirers/acquirer';
import { isEmbedded, prisma } from '~/platform/database/db.server';
import * as counters from '~/platform/rate-limits/window-counters';
import * as keys from '~/vault/keys';
import { expectConsoleError } from '../../../../tests/setup/errors';
import { buildApiClient } from '../../../../tests/world/api-client';
import { acquirer, disconnectAcquirers, unknownOutcome } from '../../../../tests/world/acquirers/acquirer';
import { buildCard, buildCardIntent, confirmCard } from '../../../../tests/world/payments/card-tokens';
import { cards } from '../../../../tests/world/payments/payments';
import { findCardIntent } from '../card-intents';
import { expireIntents } from '../intent-expiry';
import { cancelCardIntent, getLastAttempt } from './card-attempts';
import { verifyAndSaveCard } from './card-saving';
import {
  completeVerification,
  resolveVerifications,
  findSimulatedVerification,
  findVerificationTarget,
  inquireForCardPayer,
} from './card-verifications';

const challengeCard = '4000002760003184';
const declinedAfterChallenge = '4000008400001629';
const { signal } = new AbortController();
const pending = { kind: 'pending', acquirerReference: 'x' } as const;

/** A card whose payer is at their bank. */
async function startAuthentication({ pan = challengeCard, threeDSecure = 'automatic' } = {}) {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  await prisma.account.update({ where: { id: accountId }, data: { threeDSecure } });
  const { address, intent } = await buildCardIntent(client);
  const save = (formId: string, number: string) =>
    verifyAndSaveCard(intent, { card: buildCard(number), formId, language: 'fr' });
  const result = await save('first', pan);
  const findRow = () => prisma.cardVerification.findUnique({ where: { intentId: intent.id } });
  const row = await findRow();
  return {
    ...{ client, address, intent, result, row: row!, save, findRow },
    read: async () => (await findCardIntent(address))!,
    answer: (outcome: 'authenticated' | 'failed' | 'unavailable') =>
      acquirer.simulateAuthentication!(row!.reference, outcome, signal),
    comeBack: (query: Record<string, string> = {}) => completeVerification(address, query),
    change: (data: object) => prisma.cardIntent.update({ where: { id: intent.id }, data }),
    age: (data: object) => prisma.cardVerification.update({ where: { intentId: intent.id }, data }),
    countTokens: () => prisma.cardToken.count({ where: { accountId } }),
    listEvents: async () =>
      (await prisma.webhookEvent.findMany({ where: { accountId } })).map(({ type }) => type),
  };
}

/** The acquirer gives no answer about verifications, or this one. */
function mockVerification(outcome: Outcome = unknownOutcome) {
  const spy = vi.spyOn(acquirer, 'completeVerification').mockResolvedValue(outcome);
  onTestFinished(() => spy.mockRestore());
  return spy;
}

test('a card whose bank authenticates the payer is stored encrypted, and nobody can charge it', async () => {
  const { client, address, result, row, read, countTokens, listEvents } = await startAuthentication();
  expect(result).toEqual({ kind: 'action_required' });
  const stored = JSON.stringify(row);
  for (const secret of [challengeCard, '836', 'Ada Example']) expect(stored).not.toContain(secret);
  const life = row.expiresAt.getTime() - Date.now();
  expect(life).toBeGreaterThan(14 * 60_000);
  expect(life).toBeLessThanOrEqual(15 * 60_000 + 1_000);
  const intent = await read();
  expect(intent).toMatchObject({ phase: 'open', isAuthenticating: true, leasedUntil: null, language: 'fr' });
  expect(getLastAttempt(intent)).toBeNull();
  const { json } = await client.get(`/intents/card/${address.intentId}`);
  expect(json).toMatchObject({ status: 'open' });
  expect(json).not.toHaveProperty('card');
  expect({ tokens: await countTokens(), events: await listEvents() }).toEqual({ tokens: 0, events: [] });
});

test('a payer who confirms comes back to a saved card, and returning again changes nothing', async () => {
  const { answer, comeBack, read, findRow, countTokens, listEvents, address, row } =
    await startAuthentication();
  expect(await findVerificationTarget(address)).toBe(row.url);
  await answer('authenticated');
  for (let returned = 0; returned < 2; returned++) {
    const target = new URL((await comeBack())!);
    expect(Object.fromEntries(target.searchParams)).toMatchObject({
      ...{ intent_id: address.intentId, client_id: address.accountId },
      ...{ waiting: '1', lang: 'fr' },
    });
  }
  const saved = await read();
  expect(saved).toMatchObject({ phase: 'completed', card: { lastFour: '3184', expiry: '2040-12' } });
  const token = await prisma.cardToken.findUniqueOrThrow({ where: { id: saved.card!.id } });
  expect(token.networkTransactionId).toMatch(/^\d{15}$/);
  expect(await findRow()).toBeNull();
  expect({ tokens: await countTokens(), events: await listEvents() }).toEqual({
    tokens: 1,
    events: ['card.tokenized'],
  });
  // Now the link leads to the page.
  expect(await findVerificationTarget(address)).toContain('waiting=1');
});

test.each([
  ['fails', challengeCard, 'failed', 'authentication_failed'],
  ['confirms, but the bank declines the card', declinedAfterChallenge, 'authenticated', 'do_not_honor'],
] as const)('after the payer %s, the card is erased', async (_, pan, answered, code) => {
  const { answer, comeBack, read, findRow, countTokens, save } = await startAuthentication({ pan });
  await answer(answered);
  await comeBack();
  expect(await findRow()).toBeNull();
  const intent = await read();
  expect(intent).toMatchObject({ phase: 'open', declines: 1, isAuthenticating: false });
  expect(getLastAttempt(intent)).toEqual({ kind: 'declined', code, attemptsLeft: 4 });
  expect(await countTokens()).toBe(0);
  expect(await save('second', cards.approved)).toEqual({ kind: 'kept' });
});

test('a payer who comes back without having answered is expected again', async () => {
  const { comeBack, read, answer, address } = await startAuthentication();
  await comeBack({ redirectResult: 'forged' });
  expect(await read()).toMatchObject({
    phase: 'open',
    isAuthenticating: true,
    hasReturned: false,
    declines: 0,
  });
  await answer('authenticated');
  expect(await inquireForCardPayer(await read())).toBe(true);
  expect(await read()).toMatchObject({ phase: 'completed' });
  expect(await inquireForCardPayer((await findCardIntent(address))!)).toBe(true);
});

test('while the acquirer doesn’t answer, the payer has returned, and their query is sent again', async () => {
  const { comeBack, read, findRow, row } = await startAuthentication();
  // Only some acquirers need the query.
  const needed = acquirer as Acquirer;
  needed.completeAuthentication = async () => unknownOutcome;
  onTestFinished(() => void delete needed.completeAuthentication);
  const complete = mockVerification();
  await comeBack({ redirectResult: 'abc' });
  expect(await read()).toMatchObject({ phase: 'open', isAuthenticating: true, hasReturned: true });
  // Neither a text that the database can't store nor a second return replaces it.
  for (const redirectResult of ['x\u0000', 'def']) await comeBack({ redirectResult });
  expect((await findRow())?.result).toEqual({ redirectResult: 'abc' });
  expect(await inquireForCardPayer(await read())).toBe(false);
  const { reference, acquirerReference, url } = row;
  const sent = { reference, acquirerReference, url, result: { redirectResult: 'abc' } };
  expect(complete.mock.calls.map(([request]) => request)).toEqual([sent, sent]);
  // If the acquirer refuses it, the next one counts.
  complete.mockResolvedValue({ kind: 'action_required', acquirerReference, url });
  await prisma.cardVerification.update({ where: { reference }, data: { inquireAt: new Date(0) } });
  await resolveVerifications();
  expect(await findRow()).toMatchObject({ result: null, returnedAt: null });
  await comeBack({ redirectResult: 'ghi' });
  expect((await findRow())?.result).toEqual({ redirectResult: 'ghi' });
});

test('an acquirer that can be queried doesn’t need the query, so it isn’t stored', async () => {
  const { comeBack, findRow } = await startAuthentication();
  mockVerification();
  await comeBack({ setup_intent_client_secret: 'seti_secret' });
  expect(await findRow()).toMatchObject({ result: null, returnedAt: expect.any(Date) });
});

test('many views of the page cause few requests to the acquirer', async () => {
  const { read, comeBack } = await startAuthentication();
  const complete = mockVerification();
  const intent = await read();
  await Promise.all(Array.from({ length: 10 }, () => inquireForCardPayer(intent)));
  await Promise.all(Array.from({ length: 10 }, () => comeBack()));
  expect(complete).toHaveBeenCalledTimes(2);
});

test('the same form sent again changes nothing, and another card replaces the one at the bank', async () => {
  const { save, answer, comeBack, read, findRow, countTokens, row } = await startAuthentication();
  expect(await save('first', challengeCard)).toEqual({ kind: 'sent_before' });
  expect(await findRow()).toEqual(row);
  expect(await save('second', challengeCard)).toEqual({ kind: 'action_required' });
  const replaced = await findRow();
  expect(replaced).toMatchObject({ attempt: 2 });
  expect(replaced!.reference).not.toBe(row.reference);
  // The replaced card counts as declined, so that an intent can't try any number of cards.
  expect(await read()).toMatchObject({ declines: 1 });
  // The first card's bank decides nothing anymore.
  await answer('authenticated');
  await comeBack();
  expect(await read()).toMatchObject({ phase: 'open', isAuthenticating: true });
  expect(await save('third', cards.approved)).toEqual({ kind: 'kept' });
  expect(await findRow()).toBeNull();
  await comeBack();
  expect(await countTokens()).toBe(1);
  expect(await read()).toMatchObject({ phase: 'completed', card: { lastFour: '4242' } });
});

test('an approval that arrives after the payer chose another card, or canceled, saves nothing', async () => {
  for (const end of ['another card', 'another card at its bank', 'cancellation'] as const) {
    const { save, intent, comeBack, read, countTokens, findRow } = await startAuthentication();
    vi.spyOn(acquirer, 'completeVerification').mockImplementationOnce(async () => {
      if (end === 'cancellation') await cancelCardIntent(intent);
      else await save('second', end === 'another card' ? cards.declined : challengeCard);
      return { kind: 'approved', acquirerReference: 'x' };
    });
    await comeBack();
    const expected = {
      'another card': { phase: 'open', lastResult: 'do_not_honor' },
      'another card at its bank': { phase: 'open', isAuthenticating: true },
      cancellation: { phase: 'cancelled' },
    };
    expect(await read()).toMatchObject(expected[end]);
    expect(await countTokens()).toBe(0);
    expect((await findRow())?.attempt).toBe(end === 'another card at its bank' ? 2 : undefined);
  }
});

test('two answers at the same time count once', async () => {
  const { address, read, listEvents, answer } = await startAuthentication();
  await answer('failed');
  const intent = await read();
  await Promise.all([completeVerification(address, {}), inquireForCardPayer(intent)]);
  expect(await read()).toMatchObject({ declines: 1 });
  const other = await startAuthentication();
  await other.answer('authenticated');
  await Promise.all([completeVerification(other.address, {}), inquireForCardPayer(await other.read())]);
  expect(await other.listEvents()).toEqual(['card.tokenized']);
  expect(await listEvents()).toEqual([]);
});

test('another card replaces only the one of its own intent', async () => {
  const [own, other] = [await startAuthentication(), await startAuthentication()];
  expect(await own.save('second', cards.approved)).toEqual({ kind: 'kept' });
  expect(await own.findRow()).toBeNull();
  expect(await other.findRow()).toEqual(other.row);
});

test('only the challenge of a card that is saved no longer counts as an attempt', async () => {
  const countsAfter = async (answered: 'authenticated' | 'failed') => {
    const { intent, answer, comeBack } = await startAuthentication();
    await prisma.countedChallenge.create({ data: { intentId: intent.id, windows: [] } });
    await answer(answered);
    await comeBack();
    return prisma.countedChallenge.count({ where: { intentId: intent.id } });
  };
  expect([await countsAfter('authenticated'), await countsAfter('failed')]).toEqual([0, 1]);
});

test('a payer who comes back while the connection can’t be used has returned', async () => {
  const { comeBack, read } = await startAuthentication();
  const reconnect = disconnectAcquirers();
  await comeBack({ redirectResult: 'abc' });
  reconnect();
  expect(await read()).toMatchObject({ phase: 'open', isAuthenticating: true, hasReturned: true });
});

test('an inquiry knows the outcome when another one ends the authentication first', async () => {
  const { answer, comeBack, read } = await startAuthentication();
  await answer('authenticated');
  const intent = await read();
  const count = counters.countInWindows;
  vi.spyOn(counters, 'countInWindows').mockImplementationOnce(async (options) => {
    await comeBack();
    return count(options);
  });
  expect(await inquireForCardPayer(intent)).toBe(true);
  expect(await read()).toMatchObject({ phase: 'completed' });
});

describe('when the payer’s time is over', () => {
  const past = { expiresAt: new Date(Date.now() - 1_000) };
  const over = { ...past, inquireAt: new Date(Date.now() - 1_000) };

  test('before that, the card stays, also after the intent would have expired', async () => {
    const { change, read, findRow, save, intent } = await startAuthentication();
    await change(past);
    await Promise.all([resolveVerifications(), expireIntents()]);
    expect(await read()).toMatchObject({ phase: 'open', state: 'OPEN' });
    expect(await findRow()).not.toBeNull();
    // No other card can be tried, and nobody waits for that.
    const began = Date.now();
    expect(await save('late', cards.approved)).toEqual({ kind: 'moved_on' });
    expect(Date.now() - began).toBeLessThan(5_000);
    expect(await read()).toMatchObject({ acceptsCards: false });
    await cancelCardIntent(intent);
    expect(await findRow()).toBeNull();
    expect(await read()).toMatchObject({ phase: 'cancelled' });
  });

  test.each([
    ['never answered', null, { declines: 1, lastResult: 'authentication_failed' }],
    ['answered, but the acquirer doesn’t', unknownOutcome, { declines: 0, lastResult: 'unknown' }],
    ['answered, but the result comes later', pending, { declines: 0, lastResult: 'unknown' }],
  ])('a card whose payer %s is erased', async (_, outcome, expected) => {
    const { age, read, findRow, countTokens } = await startAuthentication();
    if (outcome) mockVerification(outcome);
    await age(over);
    await resolveVerifications();
    expect(await read()).toMatchObject({ phase: 'open', isAuthenticating: false, ...expected });
    expect({ row: await findRow(), tokens: await countTokens() }).toEqual({ row: null, tokens: 0 });
  });

  test('a card that its bank has approved is saved, although the payer closed the page', async () => {
    const { age, answer, read, change } = await startAuthentication();
    await change(past);
    await answer('authenticated');
    await age(over);
    await resolveVerifications();
    expect(await read()).toMatchObject({ phase: 'completed', card: { lastFour: '3184' } });
  });

  test('a card whose key is gone is erased, and its payer can try again', async () => {
    const { age, answer, read, findRow, save, row } = await startAuthentication();
    const fields = { operationId: row.reference };
    expectConsoleError({ message: 'card decryption failed', fields });
    await answer('authenticated');
    await age(over);
    const missing = vi.spyOn(keys, 'findKey').mockReturnValue(undefined);
    await resolveVerifications();
    missing.mockRestore();
    expect(await findRow()).toBeNull();
    expect(await read()).toMatchObject({ phase: 'open', lastResult: 'unknown', declines: 0 });
    expect(await save('second', cards.approved)).toEqual({ kind: 'kept' });
  });

  test('a card whose connection is gone is erased without an error, and its payer can try again', async () => {
    const { age, answer, read, findRow, save } = await startAuthentication();
    await answer('authenticated');
    await age(over);
    const reconnect = disconnectAcquirers();
    await resolveVerifications();
    reconnect();
    expect(await findRow()).toBeNull();
    expect(await read()).toMatchObject({ phase: 'open', lastResult: 'unknown', declines: 0 });
    expect(await save('second', cards.approved)).toEqual({ kind: 'kept' });
  });

  test('one card that fails doesn’t block the others', async () => {
    const [first, second] = [await startAuthentication(), await startAuthentication()];
    for (const { age, answer } of [first, second]) {
      await answer('authenticated');
      await age(over);
    }
    vi.spyOn(prisma, '$transaction').mockRejectedValueOnce(new Error('the database failed'));
    await resolveVerifications();
    const intents = [await first.read(), await second.read()];
    expect(intents.map(({ phase }) => phase).toSorted()).toEqual(['completed', 'open']);
    expectConsoleError({
      message: 'inquiring about a card',
      fields: { intentId: intents.find(({ phase }) => phase === 'open')!.id },
    });
    // The next inquiry is a minute later.
    await resolveVerifications();
    expect((await Promise.all([first.read(), second.read()])).map(({ phase }) => phase)).toContain('open');
    for (const { findRow, age } of [first, second]) if (await findRow()) await age(over);
    await resolveVerifications();
    expect([(await first.read()).phase, (await second.read()).phase]).toEqual(['completed', 'completed']);
  });
});

test('the fifth failed authentication ends the intent', async () => {
  const { address, save, read } = await startAuthentication();
  for (let attempt = 1; attempt <= 5; attempt++) {
    if (attempt > 1)
      expect(await save(`form ${attempt}`, challengeCard)).toEqual({ kind: 'action_required' });
    const { reference } = await prisma.cardVerification.findUniqueOrThrow({
      where: { intentId: address.intentId },
    });
    await acquirer.simulateAuthentication!(reference, 'failed', signal);
    await completeVerification(address, {});
  }
  expect(await read()).toMatchObject({ phase: 'failed', declines: 5 });
});

test('the merchant’s setting decides whether banks authenticate payers', async () => {
  const never = await startAuthentication({ threeDSecure: 'never' });
  expect(never.result).toEqual({ kind: 'declined', code: 'authentication_required', attemptsLeft: 4 });
  const automatic = await startAuthentication({ pan: '4000000000003055' });
  expect(automatic.result).toEqual({ kind: 'kept' });
  const always = await startAuthentication({ pan: '4000000000003055', threeDSecure: 'always' });
  expect(always.result).toEqual({ kind: 'action_required' });
  await confirmCard(always.address);
  expect((await always.read()).phase).toBe('completed');
});

test('an address of the other environment, or of nothing, leads nowhere', async () => {
  const { client, address, row } = await startAuthentication();
  const other = { ...address, environment: 'live' as const };
  for (const wrong of [other, ...['int_1', '', '\u0000'].map((intentId) => ({ ...address, intentId }))]) {
    expect(await findVerificationTarget(wrong)).toBeNull();
    expect(await completeVerification(wrong, {})).toBeNull();
  }
  const { name } = await prisma.account.findUniqueOrThrow({ where: { id: client.merchant.accountId } });
  expect(await findSimulatedVerification('test', row.reference)).toMatchObject({
    ...{ id: address.intentId, merchantName: name },
  });
  expect(await findSimulatedVerification('live', row.reference)).toBeNull();
  for (const wrong of ['req_1', '\u0000']) expect(await findSimulatedVerification('test', wrong)).toBeNull();
});

test('the timer saves the card of a payer who confirmed and closed the page', async () => {
  const { answer, age, read } = await startAuthentication();
  await answer('authenticated');
  await resolveVerifications();
  expect((await read()).phase).toBe('open');
  await age({ inquireAt: new Date(Date.now() - 1_000) });
  await resolveVerifications();
  expect((await read()).phase).toBe('completed');
});

test('one run ends more cards than one batch, and a failing one doesn’t stop it', async () => {
  const client = await buildApiClient();
  const started: string[] = [];
  for (let number = 0; number < 52; number++) {
    const { intent } = await buildCardIntent(client);
    await verifyAndSaveCard(intent, { card: buildCard(challengeCard), formId: 'one' });
    started.push(intent.id);
  }
  const own = { where: { intentId: { in: started } } };
  const over = new Date(Date.now() - 1_000);
  await prisma.cardVerification.updateMany({ ...own, data: { expiresAt: over, inquireAt: over } });
  await resolveVerifications();
  expect(await prisma.cardVerification.count(own)).toBe(0);
});

test('replacing cards ends the intent like declines', async () => {
  const { save, read, findRow } = await startAuthentication();
  for (let attempt = 2; attempt <= 5; attempt++)
    expect(await save(`form ${attempt}`, challengeCard)).toEqual({ kind: 'action_required' });
  // The page then shows that there were too many attempts.
  expect(await save('form 6', challengeCard)).toEqual({ kind: 'sent_before' });
  expect(await read()).toMatchObject({ phase: 'failed', declines: 5 });
  expect(await findRow()).toBeNull();
});

// The embedded database has one connection.
test.skipIf(isEmbedded).each(['cancel', 'use another card'])(
  'a payer who wants to %s while the challenge is being stored leaves nothing behind',
  async (action) => {
    const { intent, save, findRow, row, read } = await startAuthentication();
    await prisma.cardVerification.delete({ where: { intentId: intent.id } });
    let finished: Promise<unknown> = Promise.resolve();
    await prisma.$transaction(async (db) => {
      await db.cardIntent.update({ where: { id: intent.id }, data: { leasedUntil: null } });
      await db.cardVerification.create({ data: { ...row, result: undefined } });
      finished = action === 'cancel' ? cancelCardIntent(intent) : save('second', cards.approved);
      await sleep(300);
    });
    await finished;
    expect(await findRow()).toBeNull();
    expect(await read()).toMatchObject({ phase: action === 'cancel' ? 'cancelled' : 'completed' });
  },
);

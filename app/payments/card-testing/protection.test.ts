import { expect, onTestFinished, test, vi } from 'vitest';
import { pool, prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { Secret } from '~/platform/secrets/secret';
import { expectConsoleError } from '../../../tests/setup/errors';
import { buildMerchant } from '../../../tests/world/merchants';
import { solvePuzzle } from '../../../tests/world/payments/proof-of-work';
import { countAttempt } from './attempt-limits';
import { createPuzzle } from './proof-of-work';
import {
  attemptWithProtection,
  deleteOldChallenges,
  uncountChallenge,
  type FormSubmission,
} from './protection';

const address = '192.0.2.1';
const withoutProof: FormSubmission = { formId: '', address, proof: { ticket: '', nonce: '' } };

/** An intent of a merchant without attempts, and a way to try a new card for it. */
async function buildProtectedIntent() {
  const { accountId } = await buildMerchant();
  const intent = { id: createId('int'), accountId, environment: 'live' as const };
  const buildCard = () => ({
    pan: new Secret(`4${String(Math.random()).slice(2).padEnd(15, '0').slice(0, 15)}`),
    expiry: { month: 12, year: 2040 },
  });
  const attempt = (
    kind: string,
    {
      card = buildCard(),
      ...submission
    }: Partial<FormSubmission> & { card?: ReturnType<typeof buildCard> } = {},
  ) => attemptWithProtection(intent, card, { ...withoutProof, ...submission }, async () => ({ kind }));
  /** One attempt with this result from each of these networks of a site. */
  const countAtSite = async (from: number, to: number, result: 'declined' | 'challenged') => {
    const { accountId, environment } = intent;
    for (let network = from; network <= to; network++) {
      const address = `2001:db8:1:${network}::1`;
      const { settle } = await countAttempt({ accountId, environment, address, pan: buildCard().pan }, true);
      await settle(result);
    }
  };
  return { intent, buildCard, attempt, countAtSite };
}

test('a card that banks approve can be used from one address any number of times', async () => {
  const { attempt, buildCard } = await buildProtectedIntent();
  const card = buildCard();
  for (let i = 0; i < 8; i++) expect(await attempt('paid', { card })).toEqual({ kind: 'paid' });
});

test('after five declines from an address, a form needs a proof of its own', async () => {
  const { intent, buildCard, attempt } = await buildProtectedIntent();
  for (let i = 0; i < 5; i++) expect(await attempt('declined')).toEqual({ kind: 'declined' });
  // No bank sees these attempts, so they don't count against the card.
  const card = buildCard();
  for (let i = 0; i < 8; i++) expect(await attempt('paid', { card })).toEqual({ kind: 'proof_needed' });

  const { formId, ...puzzle } = createPuzzle(intent.id);
  const proof = solvePuzzle(puzzle);
  expect(await attempt('paid', { formId: createPuzzle(intent.id).formId, proof })).toEqual({
    kind: 'proof_needed',
  });
  expect(await attempt('paid', { card, formId, proof })).toEqual({ kind: 'paid' });
});

test('the networks of one site together get a hundred declines, and others are unaffected', async () => {
  const { attempt, countAtSite } = await buildProtectedIntent();
  const pay = async (address: string) => (await attempt('paid', { address })).kind;
  await countAtSite(1, 24, 'declined');
  const within = await pay('2001:db8:1:ffff::1');
  await countAtSite(25, 25, 'declined');
  const above = await pay('2001:db8:1:ffff::1');
  await countAtSite(26, 100, 'declined');
  expect({
    within,
    above,
    atLimit: await pay('2001:db8:1:ffff::1'),
    otherSite: await pay('2001:db8:2:1::1'),
  }).toEqual({
    within: 'paid',
    above: 'proof_needed',
    atLimit: 'address_limit_reached',
    otherSite: 'paid',
  });
});

test('the networks of one site together can have five hundred cards at their banks', async () => {
  const { attempt, countAtSite } = await buildProtectedIntent();
  const pay = async () => (await attempt('paid', { address: '2001:db8:1:ffff::1' })).kind;
  await countAtSite(1, 99, 'challenged');
  const within = await pay();
  await countAtSite(100, 100, 'challenged');
  const above = await pay();
  await countAtSite(101, 500, 'challenged');
  expect({ within, above, atLimit: await pay() }).toEqual({
    within: 'paid',
    above: 'proof_needed',
    atLimit: 'address_limit_reached',
  });
});

test("attempts from a blocked address don't count against the card, at any merchant", async () => {
  const { intent, buildCard, attempt } = await buildProtectedIntent();
  const { accountId, environment } = intent;
  for (let i = 0; i < 20; i++)
    await countAttempt({ accountId, environment, address, pan: buildCard().pan }, true);
  const card = buildCard();
  for (let i = 0; i < 8; i++)
    expect(await attempt('paid', { card })).toEqual({ kind: 'address_limit_reached' });
  const elsewhere = await buildProtectedIntent();
  expect(await elsewhere.attempt('paid', { card })).toEqual({ kind: 'paid' });
});

test('an attempt whose window ends before its answer gives the address no further one', async () => {
  const { intent, buildCard, attempt } = await buildProtectedIntent();
  // The next window must end later than this one would have: its end, in milliseconds, identifies it.
  const endWindows = async () => {
    await pool.query("update rate_limits set expire = expire - 3600000 where key like 'card-testing:%'");
    await pool.query('select pg_sleep(0.002)');
  };
  const payAfter = (wait: () => Promise<unknown>) =>
    attemptWithProtection(intent, buildCard(), withoutProof, async () => {
      await wait();
      return { kind: 'paid' };
    });
  for (let i = 0; i < 3; i++) await payAfter(endWindows);
  // The next window has already begun when this payment is answered.
  await payAfter(async () => {
    await endWindows();
    for (let i = 0; i < 5; i++) expect(await attempt('declined')).toEqual({ kind: 'declined' });
  });
  expect(await attempt('paid')).toEqual({ kind: 'proof_needed' });
});

test('a payment keeps its outcome when the counters fail afterwards', async () => {
  const { intent, buildCard } = await buildProtectedIntent();
  expectConsoleError({ message: 'canceling a counted attempt', error: 'gone' });
  const answer = await attemptWithProtection(intent, buildCard(), withoutProof, async () => {
    const failure = vi.spyOn(pool, 'query').mockRejectedValue(new Error('gone'));
    onTestFinished(() => void failure.mockRestore());
    return { kind: 'paid' };
  });
  expect(answer).toEqual({ kind: 'paid' });
});

test('a challenge counts like a decline until the bank approves the card', async () => {
  const { intent, buildCard, attempt } = await buildProtectedIntent();
  const card = buildCard();
  for (let i = 0; i < 8; i++) {
    expect(await attempt('action_required', { card })).toEqual({ kind: 'action_required' });
    await uncountChallenge(intent.id);
    // A second answer uncounts nothing.
    await uncountChallenge(intent.id);
  }
  for (let i = 0; i < 5; i++)
    expect(await attempt('action_required', { card })).toEqual({ kind: 'action_required' });
  expect(await attempt('action_required', { card })).toEqual({ kind: 'card_limit_reached' });
  // An earlier challenge of the same intent stays counted.
  await uncountChallenge(intent.id);
  expect(await attempt('action_required', { card })).toEqual({ kind: 'action_required' });
  expect(await attempt('action_required', { card })).toEqual({ kind: 'card_limit_reached' });
});

test('many payers of one address can be at their banks, but not any number', async () => {
  const { intent, buildCard, attempt } = await buildProtectedIntent();
  const { accountId, environment } = intent;
  for (let i = 0; i < 20; i++) expect(await attempt('action_required')).toEqual({ kind: 'action_required' });
  expect(await attempt('paid')).toEqual({ kind: 'proof_needed' });
  const attemptWithProof = () => {
    const { formId, ...puzzle } = createPuzzle(intent.id);
    return attempt('action_required', { formId, proof: solvePuzzle(puzzle) });
  };
  for (let i = 20; i < 99; i++) {
    const attempt = { accountId, environment, address, pan: buildCard().pan };
    await (await countAttempt(attempt, true)).settle('challenged');
  }
  expect(await attemptWithProof()).toEqual({ kind: 'action_required' });
  expect(await attemptWithProof()).toEqual({ kind: 'address_limit_reached' });
});

test('a challenge that can’t be counted still leads to the bank', async () => {
  const { attempt } = await buildProtectedIntent();
  vi.spyOn(prisma, '$executeRaw').mockRejectedValueOnce(new Error('the database failed'));
  expectConsoleError({ message: 'canceling a counted attempt' });
  expect(await attempt('action_required')).toEqual({ kind: 'action_required' });
});

test('the second submission of a form with a challenge isn’t counted', async () => {
  const { intent, buildCard } = await buildProtectedIntent();
  const card = buildCard();
  for (let i = 0; i < 8; i++)
    await attemptWithProtection(intent, card, withoutProof, async () => ({
      ...{ kind: 'action_required', duplicate: true as const },
    }));
  expect(await prisma.countedChallenge.count({ where: { intentId: intent.id } })).toBe(0);
});

test('counted challenges are deleted after an hour', async () => {
  const { intent, attempt } = await buildProtectedIntent();
  await attempt('action_required');
  await deleteOldChallenges();
  const own = { where: { intentId: intent.id } };
  expect(await prisma.countedChallenge.count(own)).toBe(1);
  await prisma.countedChallenge.update({ ...own, data: { countedAt: new Date(Date.now() - 3_601_000) } });
  await deleteOldChallenges();
  expect(await prisma.countedChallenge.count(own)).toBe(0);
});

test('an approval stays one, even if uncounting its challenge fails', async () => {
  const { intent } = await buildProtectedIntent();
  vi.spyOn(prisma, '$queryRaw').mockRejectedValueOnce(new Error('the database failed'));
  expectConsoleError({ message: 'canceling a counted attempt' });
  await expect(uncountChallenge(intent.id)).resolves.toBeUndefined();
});

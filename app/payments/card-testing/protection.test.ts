import { createHash } from 'node:crypto';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createId } from '~/platform/ids';
import { Secret } from '~/platform/secrets/secret';
import { expectConsoleError } from '../../../tests/setup/errors';
import { buildMerchant } from '../../../tests/world/merchants';
import { createPuzzle } from './proof-of-work';
import { attemptWithProtection, type FormSubmission } from './protection';

const noProof = { ticket: '', nonce: '' };
const address = '192.0.2.1';

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
  ) =>
    attemptWithProtection(intent, card, { formId: '', address, proof: noProof, ...submission }, async () => ({
      kind,
    }));
  return { intent, buildCard, attempt };
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

  const { formId, ticket, bits } = createPuzzle(intent.id);
  let nonce = 0;
  while (createHash('sha256').update(`${ticket}:${nonce}`).digest().readUInt32BE() >>> (32 - bits)) nonce++;
  const proof = { ticket, nonce: String(nonce) };
  expect(await attempt('paid', { formId: createPuzzle(intent.id).formId, proof })).toEqual({
    kind: 'proof_needed',
  });
  expect(await attempt('paid', { card, formId, proof })).toEqual({ kind: 'paid' });
});

test('a payment keeps its outcome when the counters fail afterwards', async () => {
  const { attempt } = await buildProtectedIntent();
  const failure = vi.spyOn(RateLimiterPostgres.prototype, 'reward').mockRejectedValue(new Error('gone'));
  onTestFinished(() => void failure.mockRestore());
  expectConsoleError({ message: 'canceling a counted attempt', error: 'gone' });
  expect(await attempt('paid')).toEqual({ kind: 'paid' });
});

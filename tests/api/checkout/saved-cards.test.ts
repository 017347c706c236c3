import { expect, onTestFinished, test, vi } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import { deleteCardToken, openCard } from '~/vault/card-tokens';
import { acquirer, mockAnswerOnce } from '../../world/acquirers/acquirer';
import { buildApiClient, type ApiClient } from '../../world/api-client';
import { buildCardToken } from '../../world/payments/card-tokens';
import { paymentBody } from '../../world/payments/payments';

const challengeCard = '4000002760003184';
const closedCard = '4000000000004202';
const renewedCard = '4000000000004210';

const recurring = { initiator: 'merchant', reason: 'recurring' } as const;

const charge = (client: ApiClient, token: string, card: object = {}, body: object = {}) =>
  client.post('/transactions', { ...paymentBody(), ...body, card: { token, ...card } });

const findToken = (id: string) => prisma.cardToken.findUniqueOrThrow({ where: { id } });

async function listCardEvents({ merchant }: ApiClient, type: string) {
  const events = await prisma.webhookEvent.findMany({ where: { accountId: merchant.accountId, type } });
  return events.map(({ payload }) => payload);
}

function spyOnAuthorizations() {
  const authorize = vi.spyOn(acquirer, 'authorize').mockClear();
  onTestFinished(() => authorize.mockRestore());
  return () => authorize.mock.calls.map(([{ savedCard, authentication }]) => ({ savedCard, authentication }));
}

test('a merchant charges a card without the payer, who agreed to the reason', async () => {
  const client = await buildApiClient();
  const verify = vi.spyOn(acquirer, 'verify').mockClear();
  onTestFinished(() => verify.mockRestore());
  const token = await buildCardToken(client, { reason: 'recurring' });
  expect(verify.mock.calls[0]![0]).toMatchObject({ merchantReason: 'recurring' });
  const { networkTransactionId } = await findToken(token);
  expect(networkTransactionId).toMatch(/^\d{15}$/);
  const listAuthorizations = spyOnAuthorizations();
  const { json } = await charge(client, token, recurring);
  expect(json).toMatchObject({ status: 'AUTHORIZED', card: { token, ...recurring } });
  expect((await client.get(`/transactions/${json.id}`)).json.card).toMatchObject(recurring);
  // The card can also be charged with the payer present.
  const byPayer = await charge(
    client,
    token,
    { initiator: 'payer' },
    { return_url: 'https://shop.example/ok' },
  );
  expect(byPayer.json.card).not.toHaveProperty('initiator');
  expect(listAuthorizations()).toMatchObject([
    {
      savedCard: { merchantReason: 'recurring', networkTransactionId },
      authentication: { requested: 'automatic' },
    },
    { savedCard: { networkTransactionId }, authentication: { returnUrl: expect.any(String) } },
  ]);
  expect(listAuthorizations()[1]!.savedCard).not.toHaveProperty('merchantReason');
  // The first ID stays.
  expect(await findToken(token)).toMatchObject({ networkTransactionId });
});

test('without the payer’s agreement, the merchant can’t charge the card', async () => {
  const client = await buildApiClient();
  const listAuthorizations = spyOnAuthorizations();
  for (const reason of [undefined, 'installment'] as const) {
    const { status, json } = await charge(client, await buildCardToken(client, { reason }), recurring);
    expect({ status, errors: json.errors }).toMatchObject({
      status: 422,
      errors: [{ field: 'card.reason', code: 'agreement_missing' }],
    });
  }
  expect(listAuthorizations()).toEqual([]);
});

test.each([
  [{ card: { initiator: 'merchant' } }, 'card.reason', 'required'],
  [{ card: { reason: 'recurring' } }, 'card.reason', 'unknown_field'],
  [{ card: { initiator: 'payer', reason: 'recurring' } }, 'card.reason', 'unknown_field'],
  [{ card: { initiator: 'bank' } }, 'card.initiator', 'invalid_value'],
  [{ card: { initiator: 'merchant', reason: 'because' } }, 'card.reason', 'invalid_value'],
  [{ card: recurring, body: { return_url: 'https://shop.example/ok' } }, 'return_url', 'unknown_field'],
  [
    { card: recurring, body: { browser: { accept_header: 'a', user_agent: 'b' } } },
    'browser',
    'unknown_field',
  ],
])(
  'a request that contradicts itself is rejected: %o',
  async ({ card, body }: { card: object; body?: object }, field, code) => {
    const client = await buildApiClient();
    const { status, json } = await charge(client, await buildCardToken(client), card, body);
    expect({ status, errors: json.errors }).toMatchObject({ status: 422, errors: [{ field, code }] });
  },
);

test('a payment without the payer needs no 3-D Secure, and one with the payer does', async () => {
  const client = await buildApiClient();
  const token = await buildCardToken(client, { pan: challengeCard, reason: 'unscheduled' });
  const unscheduled = { initiator: 'merchant', reason: 'unscheduled' };
  await prisma.account.update({
    where: { id: client.merchant.accountId },
    data: { threeDSecure: 'always' },
  });
  expect((await charge(client, token, unscheduled)).json).toMatchObject({ status: 'AUTHORIZED' });
  const byPayer = await charge(client, token, {}, { return_url: 'https://shop.example/ok' });
  expect(byPayer.json).toMatchObject({ status: 'PENDING', next_action: { type: 'redirect' } });
  // Without a network transaction ID, the bank requires authentication.
  await prisma.cardToken.update({ where: { id: token }, data: { networkTransactionId: null } });
  expect((await charge(client, token, unscheduled)).json).toMatchObject({
    status: 'DECLINED',
    decline: { code: 'authentication_required' },
  });
});

test('the same external_id with another initiator is a conflict', async () => {
  const client = await buildApiClient();
  const token = await buildCardToken(client, { reason: 'recurring' });
  const externalId = crypto.randomUUID();
  const first = await charge(client, token, recurring, { external_id: externalId });
  const again = await charge(client, token, recurring, { external_id: externalId });
  expect(again.json).toEqual(first.json);
  const other = await charge(client, token, {}, { external_id: externalId });
  expect(other.json).toMatchObject({ code: 'external_id_conflict', differing_fields: ['card.reason'] });
});

test('if the verification had no network transaction ID, the first payment’s is stored', async () => {
  const client = await buildApiClient();
  mockAnswerOnce('verify', { kind: 'approved', acquirerReference: 'v' });
  const token = await buildCardToken(client);
  expect(await findToken(token)).toMatchObject({ networkTransactionId: null });
  await charge(client, token);
  const { networkTransactionId } = await findToken(token);
  expect(networkTransactionId).toMatch(/^\d{15}$/);
  await charge(client, token);
  expect(await findToken(token)).toMatchObject({ networkTransactionId });
  // Deletion erases the ID.
  const { accountId, ownerId } = client.merchant;
  await deleteCardToken({ accountId, environment: 'test', id: token, actor: `portal:${ownerId}` });
  expect(await findToken(token)).toMatchObject({ networkTransactionId: null });
});

test('a closed card is announced once', async () => {
  const client = await buildApiClient();
  const token = await buildCardToken(client, {
    pan: closedCard,
    reason: 'recurring',
    external_id: 'save-card-7',
    customer_id: 'customer-7',
  });
  for (let payments = 0; payments < 2; payments++)
    expect((await charge(client, token, recurring)).json).toMatchObject({ status: 'DECLINED' });
  expect(await listCardEvents(client, 'card.closed')).toEqual([
    {
      ...{ token, reference_id: 'save-card-7', customer_id: 'customer-7' },
      ...{ brand: 'visa', last_four: '4202', expiry: '2040-12' },
      reason: 'recurring',
      decline: { code: 'lost_card', message: expect.any(String) },
    },
  ]);
  expect(await findToken(token)).toMatchObject({ closedAt: expect.any(Date) });
});

test('another decline doesn’t close the card', async () => {
  const client = await buildApiClient();
  const token = await buildCardToken(client, { pan: '4000000000000341' });
  expect((await charge(client, token)).json.status).toBe('DECLINED');
  expect(await findToken(token)).toMatchObject({ closedAt: null });
  expect(await listCardEvents(client, 'card.closed')).toEqual([]);
});

test('a replaced card gets a new expiration date, which later payments use', async () => {
  const client = await buildApiClient();
  const token = await buildCardToken(client, { pan: renewedCard, external_id: 'customer-8' });
  const authorize = vi.spyOn(acquirer, 'authorize').mockClear();
  onTestFinished(() => authorize.mockRestore());
  for (let payments = 0; payments < 2; payments++) await charge(client, token);
  expect(authorize.mock.calls.map(([{ card }]) => card.expiry)).toEqual([
    { month: 12, year: 2040 },
    { month: 12, year: 2049 },
  ]);
  expect(await listCardEvents(client, 'card.updated')).toEqual([
    { token, reference_id: 'customer-8', brand: 'visa', last_four: '4210', expiry: '2049-12' },
  ]);
  const { accountId } = client.merchant;
  const opened = await openCard({ accountId, environment: 'test', tokenId: token });
  expect(opened!.card.pan.reveal()).toBe(renewedCard);
  expect(opened!.card.name).toBe('Ada Example');
});

test('if a saved card can’t be updated, the outcome of its payment stays', async () => {
  const client = await buildApiClient();
  const token = await buildCardToken(client, { pan: renewedCard });
  const update = vi.spyOn(prisma, '$transaction').mockRejectedValueOnce(new Error('the database is gone'));
  onTestFinished(() => update.mockRestore());
  const report = vi.spyOn(log, 'error').mockImplementation(() => {});
  onTestFinished(() => report.mockRestore());
  expect((await charge(client, token)).json.status).toBe('AUTHORIZED');
  expect(report.mock.calls.map(([what]) => what)).toEqual(['updating a saved card']);
  expect(await findToken(token)).toMatchObject({ expiry: '2040-12' });
  // The next payment updates the card.
  await charge(client, token);
  expect(await findToken(token)).toMatchObject({ expiry: '2049-12' });
});

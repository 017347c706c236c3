import { expect, onTestFinished, test, vi } from 'vitest';
import { countAttempt } from '~/payments/card-testing/attempt-limits';
import { prisma } from '~/platform/database/db.server';
import { Secret } from '~/platform/secrets/secret';
import { changeCardExpiry } from '~/vault/card-tokens';
import { acquirer, mockAnswerOnce } from '../../../../tests/world/acquirers/acquirer';
import { buildApiClient, type ApiClient } from '../../../../tests/world/api-client';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { buildCardToken } from '../../../../tests/world/payments/card-tokens';
import { goLive } from '../../../../tests/world/merchants';
import { cards } from '../../../../tests/world/payments/payments';

const masterCard = '5555555555554444';
const amex = '378282246310005';
const declinedCard = '4000000000000341';
const closedCard = '4000000000004202';
const challengeCard = '4000002760003184';
const customer_id = 'customer-7';

const buildCustomerCard = (client: ApiClient, pan = cards.approved) =>
  buildCardToken(client, { pan, customer_id });

/** A checkout page in the browser of a payer. */
async function openCheckout(client: ApiClient, body: object = { customer_id }, path = '/test/checkout') {
  const { json } = await client.post('/intents/payment', {
    external_id: crypto.randomUUID(),
    order: { order_amount: 2_500, order_currency: 'EUR' },
    redirect_urls: { success: 'https://shop.example/ok', failure: 'https://shop.example/failed' },
    ...body,
  });
  const id = json.intent_id as string;
  const browser = openBrowser();
  const query = `client_id=${client.merchant.accountId}&intent_id=${id}`;
  const read = async (response: Response) => ({
    status: response.status,
    response,
    ...(await readPage(response)),
  });
  return {
    id,
    open: async () => read(await browser.open(`${path}?${query}`)),
    /** As a browser sends the form: with empty fields for another card. */
    pay: async (fields: Record<string, string>) =>
      read(
        await browser.submit(`${path}?${query}`, {
          ...{ number: '', expiry: '', name: '', code: '123', form_id: crypto.randomUUID() },
          ...fields,
        }),
      ),
    openRemoval: (token: string) => browser.open(`${path}/remove-card?${query}&card=${token}`),
    remove: (token: string) => browser.submit(`${path}/remove-card?${query}&card=${token}`, {}),
    intent: () => prisma.paymentIntent.findUniqueOrThrow({ where: { id } }),
    payments: () => prisma.transaction.findMany({ where: { intentId: id }, orderBy: { createdAt: 'asc' } }),
  };
}

/** The values of the offered cards, in their order. */
const listChoices = (html: string) =>
  [...html.matchAll(/<input[^>]*name="card"[^>]*>/g)].map(([input]) => /value="([^"]*)"/.exec(input)![1]);
const getSelected = (html: string) =>
  [...html.matchAll(/<input[^>]*name="card"[^>]*>/g)]
    .filter(([input]) => input.includes('checked'))
    .map(([input]) => /value="([^"]*)"/.exec(input)![1]);

const entered = { card: 'new', number: cards.approved, expiry: '12/40', name: 'Ada Sommer' };
const unavailable = 'The saved card you chose is no longer available. Use another card.';
const removed = 'The saved card that was declined can’t be used anymore, so it’s no longer listed.';

test('the customer’s cards are offered, newest first, without what only their owner knows', async () => {
  const client = await buildApiClient();
  const visa = await buildCustomerCard(client);
  const mastercard = await buildCustomerCard(client, masterCard);
  const checkout = await openCheckout(client);
  const { html } = await checkout.open();
  expect(listChoices(html)).toEqual([mastercard, visa, 'new']);
  expect(getSelected(html)).toEqual([mastercard]);
  expect(html).toMatch(/<bdi dir="ltr"[^>]*>Visa.*?4242<\/span><\/bdi>/);
  expect(html).toContain('Expires 12/40');
  // The name that the card was saved with, and the number.
  for (const secret of ['Ada Example', cards.approved, masterCard]) expect(html).not.toContain(secret);
});

test('before a card is removed, the payer reads what the merchant could do with it', async () => {
  const client = await buildApiClient();
  const readRemoval = async (token: string) =>
    (await readPage(await (await openCheckout(client)).openRemoval(token))).html;
  const own = await readRemoval(await buildCustomerCard(client));
  expect(own).toContain('with this card again, you’ll have to enter it.');
  // A copy of the same card, which is removed with the newer one.
  await buildCardToken(client, { pan: masterCard, customer_id, reason: 'installment' });
  const agreed = await readRemoval(await buildCustomerCard(client, masterCard));
  expect(agreed).toContain('will no longer be able to charge this card.');
});

test('at most five cards are offered, each once, and none that can’t be used', async () => {
  const client = await buildApiClient();
  const place = { accountId: client.merchant.accountId };
  const [older, deleted, closed, expired] = [
    await buildCustomerCard(client),
    await buildCustomerCard(client, masterCard),
    await buildCustomerCard(client, '5200828282828210'),
    await buildCustomerCard(client, '6011111111111117'),
  ];
  const newer = await buildCustomerCard(client);
  const checkout = await openCheckout(client);
  await checkout.remove(deleted);
  await prisma.cardToken.update({ where: { id: closed, ...place }, data: { closedAt: new Date() } });
  await changeCardExpiry(
    prisma,
    { ...place, environment: 'test', tokenId: expired },
    { month: 1, year: 2020, text: '2020-01' },
  );
  expect(listChoices((await checkout.open()).html)).toEqual([newer, 'new']);
  // Pages that were opened before.
  for (const token of [deleted, closed, expired])
    expect((await checkout.pay({ card: token })).html).toContain(unavailable);
  expect(await checkout.payments()).toEqual([]);
  expect(newer).not.toBe(older);
  for (const pan of [amex, '371449635398431', '3566002020360505', '38520000023237', '4111111111111111'])
    await buildCustomerCard(client, pan);
  const choices = listChoices((await checkout.open()).html);
  expect(choices).toHaveLength(6);
  expect(choices).not.toContain(newer);
});

test('without a customer, the form asks for a card as before', async () => {
  const client = await buildApiClient();
  await buildCustomerCard(client);
  // A card that was saved for nobody in particular.
  await buildCardToken(client);
  for (const body of [{}, { customer_id: 'customer-8' }, { customer_id: 'CUSTOMER-7' }]) {
    const checkout = await openCheckout(client, body);
    expect(listChoices((await checkout.open()).html)).toEqual([]);
    const { card: _, ...fields } = entered;
    await checkout.pay(fields);
    expect((await checkout.intent()).state).toBe('PAID');
  }
});

test('a saved card pays with its security code, and the transaction has its token', async () => {
  const client = await buildApiClient();
  const token = await buildCustomerCard(client);
  const authorize = vi.spyOn(acquirer, 'authorize').mockClear();
  onTestFinished(() => authorize.mockRestore());
  const checkout = await openCheckout(client);
  // Whatever else was entered doesn't count.
  const paid = await checkout.pay({
    card: token,
    number: masterCard,
    expiry: '12/40',
    name: 'Somebody Else',
  });
  expect(paid.response.headers.get('refresh')).toMatch(/^0; url=\/test\/checkout\/return\?/);
  expect(await checkout.intent()).toMatchObject({ state: 'PAID' });
  const [payment] = await checkout.payments();
  const { json } = await client.get(`/transactions/${payment!.id}`);
  expect(json).toMatchObject({
    status: 'CAPTURED',
    card: { token, brand: 'visa', last_four: '4242', checks: { security_code: 'pass' } },
  });
  expect(json.card).not.toHaveProperty('initiator');
  const { networkTransactionId } = await prisma.cardToken.findUniqueOrThrow({ where: { id: token } });
  const [request] = authorize.mock.calls[0]!;
  expect(request).toMatchObject({
    savedCard: { networkTransactionId },
    authentication: { returnUrl: expect.any(String) },
    card: { name: 'Ada Example', expiry: { month: 12, year: 2040 } },
  });
  expect(request.card.pan.reveal()).toBe(cards.approved);
  expect(request.card.code!.reveal()).toBe('123');
});

test('a new card is never saved, and its payment has no token', async () => {
  const client = await buildApiClient();
  await buildCustomerCard(client);
  const checkout = await openCheckout(client);
  await checkout.pay(entered);
  expect(await checkout.payments()).toMatchObject([{ status: 'CAPTURED', cardTokenId: null }]);
  expect(await prisma.cardToken.count({ where: { accountId: client.merchant.accountId } })).toBe(1);
});

test.each([
  [cards.approved, '', 'Enter the security code'],
  [cards.approved, '1234', 'The security code of this card has 3 digits'],
  [amex, '123', 'The security code of this card has 4 digits'],
])('the security code of a saved card is required and checked (%s, %j)', async (pan, code, message) => {
  const client = await buildApiClient();
  const [token] = [await buildCustomerCard(client, pan), await buildCustomerCard(client, masterCard)];
  const checkout = await openCheckout(client);
  const { status, html } = await checkout.pay({ card: token, code });
  expect(status).toBe(422);
  expect(html).toMatch(new RegExp(`<a href="#code"[^>]*>${message}</a>`));
  // Fields of a new card are neither validated nor filled in.
  expect(html).not.toContain('<a href="#expiry"');
  expect(getSelected(html)).toEqual([token]);
  expect(await checkout.payments()).toEqual([]);
  await checkout.pay({ card: token, code: pan === amex ? '١٢٣٤' : '123' });
  expect((await checkout.intent()).state).toBe('PAID');
});

test('a declined saved card stays selected, and the payer pays with another one', async () => {
  const client = await buildApiClient();
  const token = await buildCustomerCard(client, declinedCard);
  const another = await buildCustomerCard(client, masterCard);
  const checkout = await openCheckout(client);
  const declined = await checkout.pay({ card: token });
  expect(declined.html).toContain('Your bank declined this card. Try another card, or contact your bank.');
  expect(getSelected(declined.html)).toEqual([token]);
  expect(getSelected((await checkout.open()).html)).toEqual([token]);
  await checkout.pay({ ...entered, number: cards.declined });
  expect(getSelected((await checkout.open()).html)).toEqual(['new']);
  await checkout.pay({ card: another });
  expect(await checkout.payments()).toMatchObject([
    { status: 'DECLINED', cardTokenId: token },
    { status: 'DECLINED', cardTokenId: null },
    { status: 'CAPTURED', cardTokenId: another },
  ]);
});

test.each(['expired_card', 'invalid_card_number'] as const)(
  'of a saved card, the payer can’t correct what is declined with %s',
  async (code) => {
    const client = await buildApiClient();
    const token = await buildCustomerCard(client);
    await buildCustomerCard(client, masterCard);
    mockAnswerOnce('authorize', { kind: 'declined', code });
    const { html } = await (await openCheckout(client)).pay({ card: token });
    expect(html).toContain('Your bank declined this card.');
    expect(html).not.toMatch(/href="#(number|expiry)" class="[^"]*">[^<]/);
  },
);

test('a card that its bank has closed is no longer offered', async () => {
  const client = await buildApiClient();
  const token = await buildCustomerCard(client, closedCard);
  const checkout = await openCheckout(client);
  const declined = await checkout.pay({ card: token });
  expect(declined.html).toContain('You have 4 attempts left.');
  expect(declined.html).toContain(removed);
  expect(listChoices(declined.html)).toEqual([]);
  // A page that was opened before.
  const late = await checkout.pay({ card: token });
  expect(late.html).toContain(unavailable);
  expect(await checkout.payments()).toHaveLength(1);
});

test('no other saved card is selected in place of a closed one', async () => {
  const client = await buildApiClient();
  const token = await buildCustomerCard(client, closedCard);
  const other = await buildCustomerCard(client, masterCard);
  const checkout = await openCheckout(client);
  const pages = [
    await checkout.pay({ card: token }),
    await checkout.open(),
    await checkout.pay({ card: token }),
  ];
  expect(
    pages.map(({ html }) => ({
      listed: listChoices(html),
      selected: getSelected(html),
      isRemoved: html.includes(removed),
    })),
  ).toEqual([
    { listed: [other, 'new'], selected: ['new'], isRemoved: true },
    { listed: [other, 'new'], selected: ['new'], isRemoved: true },
    { listed: [other, 'new'], selected: ['new'], isRemoved: false },
  ]);
});

test('the same form pays once with a saved card', async () => {
  const client = await buildApiClient();
  const token = await buildCustomerCard(client);
  const checkout = await openCheckout(client);
  const form = { card: token, form_id: crypto.randomUUID() };
  const pages = await Promise.all([checkout.pay(form), checkout.pay(form), checkout.pay(form)]);
  for (const { response } of pages) expect(response.headers.get('refresh')).toMatch(/^0; url=/);
  expect(await checkout.payments()).toHaveLength(1);
});

test('a bank authenticates the payer of a saved card', async () => {
  const client = await buildApiClient();
  const token = await buildCustomerCard(client, challengeCard);
  const checkout = await openCheckout(client);
  const waiting = await checkout.pay({ card: token });
  expect(waiting.title).toContain('Confirm with your bank');
  expect(waiting.response.headers.get('refresh')).toMatch(/authentication\?transaction_id=/);
  expect(await checkout.payments()).toMatchObject([{ status: 'PENDING', cardTokenId: token }]);
  // While the payer is at their bank, the card stays.
  await checkout.remove(token);
  expect((await prisma.cardToken.findUniqueOrThrow({ where: { id: token } })).deletedAt).toBeNull();
});

test('a saved card counts against card testing like the same card entered', async () => {
  const client = await buildApiClient(await goLive((await buildApiClient()).merchant), 'live');
  const { accountId } = client.merchant;
  const pan = `453957${String(Math.floor(Math.random() * 9e9)).padStart(10, '0')}`;
  const token = await buildCardToken(client, { pan, environment: 'live', customer_id });
  // Five declines of the entered card, from other addresses.
  for (let i = 0; i < 5; i++)
    await countAttempt(
      { accountId, environment: 'live', address: `2001:db8:7:${i}::1`, pan: new Secret(pan) },
      true,
    );
  const checkout = await openCheckout(client, { customer_id }, '/checkout');
  const blocked = await checkout.pay({ card: token });
  expect(blocked.status).toBe(429);
  expect(blocked.html).toContain('There were too many attempts with this card.');
  expect(getSelected(blocked.html)).toEqual([token]);
  expect(await checkout.payments()).toEqual([]);
});

test('the payer removes a card after a question, and removing it again is harmless', async () => {
  const client = await buildApiClient();
  const [token, copy, other] = [
    await buildCustomerCard(client),
    await buildCustomerCard(client),
    await buildCustomerCard(client, masterCard),
  ];
  const checkout = await openCheckout(client);
  const { html } = await checkout.open();
  const [removal] =
    /\/test\/checkout\/remove-card\?[^"]*/.exec(html.split('4242').at(-2)!.slice(-2_000)) ?? [];
  expect(removal).toBeTruthy();
  const question = await readPage(await checkout.openRemoval(copy));
  expect(question.title).toContain('Remove this card?');
  expect(question.html).toMatch(/Visa.*?4242/);
  expect(question.html).toContain('Expires 12/40');
  expect(question.html).not.toContain('Ada Example');
  // A URL alone removes nothing.
  const findDeleted = async (id: string) =>
    (await prisma.cardToken.findUniqueOrThrow({ where: { id } })).deletedAt;
  expect(await findDeleted(copy)).toBeNull();
  for (let times = 0; times < 2; times++) {
    const removed = await checkout.remove(copy);
    expect(removed.status).toBe(303);
    expect(removed.headers.get('location')).toMatch(/^\/test\/checkout\?.*removed=1$/);
  }
  // The other copy is the same card.
  expect(await findDeleted(token)).not.toBeNull();
  expect(await findDeleted(other)).toBeNull();
  expect(listChoices((await checkout.open()).html)).toEqual([other, 'new']);
  expect(await prisma.cardToken.findUniqueOrThrow({ where: { id: copy } })).toMatchObject({
    sealed: null,
    wrappedKey: null,
    fingerprint: null,
    expiry: null,
  });
  const entries = await prisma.auditEntry.findMany({
    where: { accountId: client.merchant.accountId, action: 'card_token_deleted' },
  });
  expect(entries.map(({ actor, subject, address }) => ({ actor, subject, address }))).toEqual(
    expect.arrayContaining([token, copy].map((subject) => ({ actor: 'checkout', subject, address: null }))),
  );
  expect(entries).toHaveLength(2);
  const events = await prisma.webhookEvent.findMany({
    where: { accountId: client.merchant.accountId, type: 'card.deleted' },
  });
  expect(events.map(({ payload }) => (payload as { token: string }).token).sort()).toEqual(
    [token, copy].sort(),
  );
  // A page that was opened before.
  const late = await checkout.pay({ card: copy });
  expect(late.status).toBe(422);
  expect(late.html).toContain(unavailable);
  expect(getSelected(late.html)).toEqual(['new']);
  expect(await checkout.payments()).toEqual([]);
});

test('the page says that the card was removed', async () => {
  const client = await buildApiClient();
  const token = await buildCustomerCard(client);
  const checkout = await openCheckout(client);
  const location = (await checkout.remove(token)).headers.get('location')!;
  const { html } = await readPage(await openBrowser().open(location));
  expect(html).toMatch(/<p role="status"[^>]*>.*The card was removed\.<\/p>/);
  expect(listChoices(html)).toEqual([]);
});

test('another customer’s card is neither shown, nor charged, nor removed', async () => {
  const [client, stranger] = [await buildApiClient(), await buildApiClient()];
  const live = await buildApiClient(await goLive(client.merchant), 'live');
  await buildCustomerCard(client);
  const foreign = {
    'of another customer': await buildCardToken(client, { pan: masterCard, customer_id: 'customer-8' }),
    'of no customer': await buildCardToken(client, { pan: masterCard }),
    'of the same customer ID at another merchant': await buildCustomerCard(stranger, masterCard),
    'of the same customer ID in live': await buildCardToken(live, {
      pan: '5200828282828211',
      environment: 'live',
      customer_id,
    }),
    unknown: 'tok_01m8dee9xdhrjg6013k3rb4s6fxs42nwg9hv',
    malformed: "tok_' or 1=1",
  };
  const checkout = await openCheckout(client);
  const withoutCustomer = await openCheckout(client, {});
  for (const [whose, token] of Object.entries(foreign)) {
    expect((await checkout.open()).html, whose).not.toContain(token);
    for (const { pay } of [checkout, withoutCustomer]) {
      const refused = await pay({ card: token });
      expect({ status: refused.status, isExplained: refused.html.includes(unavailable) }, whose).toEqual({
        status: 422,
        isExplained: true,
      });
    }
    const question = await checkout.openRemoval(token);
    expect(question.headers.get('location'), whose).toMatch(/^\/test\/checkout\?/);
    await checkout.remove(token);
    await withoutCustomer.remove(token);
  }
  expect(await checkout.payments()).toEqual([]);
  expect(
    await prisma.cardToken.count({ where: { id: { in: Object.values(foreign) }, deletedAt: null } }),
  ).toBe(4);
});

test('an intent that isn’t open shows and removes no cards', async () => {
  const client = await buildApiClient();
  const token = await buildCustomerCard(client);
  const [expired, cancelled, paid] = [
    await openCheckout(client),
    await openCheckout(client),
    await openCheckout(client),
  ];
  await prisma.paymentIntent.update({
    where: { id: expired.id },
    data: { expiresAt: new Date(Date.now() - 1_000) },
  });
  await client.post(`/intents/payment/${cancelled.id}/cancel`, {});
  await paid.pay({ card: token });
  for (const checkout of [expired, cancelled, paid]) {
    expect((await checkout.open()).html).not.toContain(token);
    expect((await checkout.openRemoval(token)).headers.get('location')).toMatch(/^\/test\/checkout\?/);
    expect((await checkout.remove(token)).status).toBe(303);
  }
  await expired.pay({ card: token });
  expect(await expired.payments()).toEqual([]);
  expect((await prisma.cardToken.findUniqueOrThrow({ where: { id: token } })).deletedAt).toBeNull();
});

test('another site can’t remove a card', async () => {
  const client = await buildApiClient();
  const token = await buildCustomerCard(client);
  const { id } = await openCheckout(client);
  const path = `/test/checkout/remove-card?client_id=${client.merchant.accountId}&intent_id=${id}&card=${token}`;
  const response = await openBrowser().submit(
    path,
    {},
    { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://other.example' } },
  );
  expect(response.status).toBe(403);
  expect((await prisma.cardToken.findUniqueOrThrow({ where: { id: token } })).deletedAt).toBeNull();
});

import { expect, test } from 'vitest';
import { hashPassword } from '~/identity/passwords/passwords';
import { prisma } from '~/platform/database/db.server';
import { openCard } from '~/vault/card-tokens';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { buildApiClient } from '../../../../tests/world/api-client';
import { buildCardToken } from '../../../../tests/world/payments/card-tokens';
import { buildMerchant, goLive } from '../../../../tests/world/merchants';
import { paymentBody } from '../../../../tests/world/payments/payments';

const password = 'correct horse battery';
const plausibleNumber = '4532015112830366';

/** A logged-in member of a new merchant with this role, and the merchant's server. */
async function logIn(role = 'owner') {
  const email = `cards-${crypto.randomUUID()}@example.com`;
  const client = await buildApiClient(
    await buildMerchant({ email, passwordHash: await hashPassword(password) }),
  );
  await prisma.member.updateMany({ where: { userId: client.merchant.ownerId }, data: { role } });
  const browser = openBrowser();
  expect((await browser.submit('/login', { email, password })).status).toBe(302);
  return { client, browser };
}

const show = async (browser: ReturnType<typeof openBrowser>, path = '/cards') =>
  (await readPage(await browser.open(path))).html;

test('saved cards are listed with what distinguishes them, and deleted by plain forms', async () => {
  const { client, browser } = await logIn();
  expect(await show(browser)).toContain('No cards yet');
  const [token, again] = [await buildCardToken(client), await buildCardToken(client)];
  await client.post('/transactions', { ...paymentBody(), card: { token } });
  const html = await show(browser);
  for (const text of [token, again, 'Saved 2 times', '12/2040', 'Never']) expect(html).toContain(text);
  expect(html.match(/>Never</g)).toHaveLength(1);
  expect(html).not.toContain('4242424242424242');

  const path = `/cards/${token}/delete`;
  expect(await show(browser, path)).toContain('Delete this card?');
  for (let times = 0; times < 2; times++) {
    const deleted = await browser.submit(path, {});
    expect({ status: deleted.status, location: deleted.headers.get('location') }).toEqual({
      status: 302,
      location: '/cards?deleted',
    });
  }
  const after = await show(browser, '/cards?deleted');
  expect(after).toContain('Card deleted');
  expect(after).not.toContain(token);
  expect(after).not.toContain('Saved 2 times');
  expect((await browser.open(path)).status).toBe(404);
  expect(
    await prisma.auditEntry.count({
      where: { subject: token, action: 'card_token_deleted', actor: `portal:${client.merchant.ownerId}` },
    }),
  ).toBe(1);
});

test('a saved card shows its customer', async () => {
  const { client, browser } = await logIn();
  const token = await buildCardToken(client, { customer_id: 'customer-0740' });
  expect(await show(browser)).toContain('customer-0740');
  expect(await show(browser, `/cards/${token}/delete`)).toContain('customer-0740');
});

test('a token is copied by keyboard, because a card has no page of its own', async () => {
  const { client, browser } = await logIn();
  await buildCardToken(client);
  const buttons = [...(await show(browser)).matchAll(/<button[^>]*aria-label="Copy ([^"]*)"[^>]*>/g)];
  expect(buttons.map(([, label]) => label)).toEqual(['external ID', 'token']);
  for (const [button] of buttons) expect(button).not.toContain('tabindex');
});

test('a long list has pages', async () => {
  const { client, browser } = await logIn();
  const tokens: string[] = [];
  for (let kept = 0; kept < 27; kept++) tokens.push(await buildCardToken(client));
  const first = await show(browser);
  const older = /href="(\/cards\?before=[^"]+)"/.exec(first)![1]!;
  const second = await show(browser, older);
  const on = (html: string) => tokens.filter((token) => html.includes(`/cards/${token}/delete`)).length;
  expect({ first: on(first), second: on(second) }).toEqual({ first: 25, second: 2 });
  expect(second).toContain('href="/cards"');
});

test("another merchant's or environment's cards are neither shown nor deleted", async () => {
  const { client, browser } = await logIn();
  const stranger = await buildApiClient();
  const live = await buildApiClient(await goLive(client.merchant), 'live');
  const foreign = {
    accountId: stranger.merchant.accountId,
    environment: 'test' as const,
    tokenId: await buildCardToken(stranger),
  };
  const inLive = {
    accountId: client.merchant.accountId,
    environment: 'live' as const,
    tokenId: await buildCardToken(live, { environment: 'live', pan: plausibleNumber }),
  };
  const list = await show(browser);
  const unknown = (await browser.open('/cards/tok_x/delete')).status;
  for (const { tokenId, ...merchant } of [foreign, inLive]) {
    expect(list).not.toContain(tokenId);
    expect((await browser.open(`/cards/${tokenId}/delete`)).status).toBe(unknown);
    await browser.submit(`/cards/${tokenId}/delete`, {});
    expect(await openCard({ ...merchant, tokenId })).not.toBeNull();
  }
  await browser.submit('/environment', { environment: 'live' });
  expect(await show(browser)).toContain(inLive.tokenId);
});

test.each([
  ['owner', 200, 302],
  ['finance', 200, 302],
  ['developer', 403, 403],
  ['viewer', 403, 403],
])('members who can change payments can delete cards: %s', async (role, read, changed) => {
  const { client, browser } = await logIn(role);
  const token = await buildCardToken(client);
  expect((await show(browser)).includes(`/cards/${token}/delete`)).toBe(read === 200);
  expect((await browser.open(`/cards/${token}/delete`)).status).toBe(read);
  expect((await browser.submit(`/cards/${token}/delete`, {})).status).toBe(changed);
});

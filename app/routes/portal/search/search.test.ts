import { expect, test } from 'vitest';
import { flushRequests } from '~/api/request-log/request-log';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient } from '../../../../tests/world/api-client';
import { readPage, type openBrowser } from '../../../../tests/world/browser';
import { buildPerson, logInAs } from '../../../../tests/world/identity/team';
import { buildMerchant, goLive } from '../../../../tests/world/merchants';
import { buildPaymentIntent } from '../../../../tests/world/payments/payment-intents';
import { buildPaymentLink } from '../../../../tests/world/payments/payment-links';
import { buildPayment, refund } from '../../../../tests/world/payments/payments';
import { openSupportSession } from '../../../../tests/world/support-sessions';
import {
  buildEndpoint,
  deliverDueWebhooks,
  listEndpointDeliveries,
  publishTestEvent,
} from '../../../../tests/world/webhooks';

/** The results of the search page, by their paths. */
async function search(browser: ReturnType<typeof openBrowser>, query: string): Promise<string[]> {
  const { html } = await readPage(
    await browser.open(`/search?${new URLSearchParams({ q: query }).toString()}`),
  );
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  return [...main.matchAll(/<a[^>]*href="([^"]*)"/g)].map(([, path]) => path!.replaceAll('&amp;', '&'));
}

test('payments are found by their ID and reference, and never those of another merchant', async () => {
  const [own, other] = [await buildMerchant({}), await buildMerchant({})];
  const payment = await buildPayment(await buildApiClient(own), { externalId: 'order-4711' });
  const [ownBrowser, otherBrowser] = [await logInAs(own.ownerId), await logInAs(other.ownerId)];
  const path = `/transactions/${payment.id}`;
  for (const query of ['order-4711', payment.id, ` ${payment.id.toUpperCase()} `]) {
    expect(await search(ownBrowser, query)).toEqual(expect.arrayContaining([path]));
    expect(await search(otherBrowser, query)).not.toContain(path);
  }
  expect(await search(ownBrowser, 'order-4711')).toContain('/transactions?search=order-4711');
});

test('of one order, the payment comes before its newer refunds, however many', async () => {
  const own = await buildMerchant({});
  const client = await buildApiClient(own);
  const payment = await buildPayment(client, { operation: 'authcap', orderId: 'tea-4711' });
  const refunds: unknown[] = [];
  for (let count = 0; count < 5; count++) refunds.unshift((await refund(client, payment.id, 10)).json.id);
  const found = (await search(await logInAs(own.ownerId), 'tea-4711')).filter((path) =>
    path.startsWith('/transactions/'),
  );
  expect(found).toEqual([payment.id, ...refunds.slice(0, 4)].map((id) => `/transactions/${String(id)}`));
});

test('an intent without an attempt is found like a payment, and only by its merchant', async () => {
  const [own, other] = [await buildMerchant({}), await buildMerchant({})];
  const { intent } = await buildPaymentIntent(own, { externalId: 'cart-4711' });
  const [ownBrowser, otherBrowser] = [await logInAs(own.ownerId), await logInAs(other.ownerId)];
  for (const query of ['cart-4711', intent.id]) {
    const { html } = await readPage(
      await ownBrowser.open(`/search?${new URLSearchParams({ q: query }).toString()}`),
    );
    expect(html).toContain('Payment intent of');
    expect(await search(ownBrowser, query)).toContain(`/transactions?search=${query}`);
    expect(await search(otherBrowser, query)).toEqual(['/transactions']);
  }
});

test('an API request is found by its ID, only by its merchant and by roles that see requests', async () => {
  const [own, other] = [await buildMerchant({}), await buildMerchant({})];
  await buildPayment(await buildApiClient(own));
  await flushRequests();
  const { id } = await prisma.apiRequest.findFirstOrThrow({ where: { accountId: own.accountId } });
  const path = `/developers/requests/${id}`;
  const finance = await buildPerson({ accountId: own.accountId, role: 'finance' });
  expect(await search(await logInAs(own.ownerId), ` ${id.toUpperCase()} `)).toEqual([path]);
  expect(await search(await logInAs(finance.userId), id)).not.toContain(path);
  expect(await search(await logInAs(other.ownerId), id)).not.toContain(path);
});

test('payment links, webhook endpoints, and deliveries are found by their IDs, with permission', async () => {
  const [own, other] = [await buildMerchant({}), await buildMerchant({})];
  const link = await buildPaymentLink(own);
  const url = 'http://127.0.0.1:1/webhooks';
  const endpoint = await buildEndpoint(url, { merchant: own });
  const eventId = await publishTestEvent(own);
  await deliverDueWebhooks();
  const [delivery] = await listEndpointDeliveries(endpoint.id);
  const deliveryPath = `/developers/webhooks/deliveries/${delivery!.id}`;
  const developerPaths = {
    [eventId]: deliveryPath,
    [delivery!.id]: deliveryPath,
    [endpoint.id]: `/developers/webhooks/${endpoint.id}`,
  };
  const linkPath = `/payment-links/${link.id}`;
  const finance = await logInAs((await buildPerson({ accountId: own.accountId, role: 'finance' })).userId);
  const [owner, stranger] = [await logInAs(own.ownerId), await logInAs(other.ownerId)];
  for (const [id, path] of Object.entries({ ...developerPaths, [link.id]: linkPath })) {
    expect(await search(owner, ` ${id.toUpperCase()} `)).toEqual([path]);
    expect(await search(stranger, id)).not.toContain(path);
  }
  expect(await search(finance, link.id)).toEqual([linkPath]);
  for (const [id, path] of Object.entries(developerPaths))
    expect(await search(finance, id)).not.toContain(path);
});

test('only roles that can change an endpoint find its complete URL', async () => {
  const merchant = await buildMerchant({});
  const endpoint = await buildEndpoint('http://127.0.0.1:1/hooks/secret-path', { merchant });
  const eventId = await publishTestEvent(merchant);
  await deliverDueWebhooks();
  const [delivery] = await listEndpointDeliveries(endpoint.id);
  const owner = await logInAs(merchant.ownerId);
  const viewer = await logInAs((await buildPerson({ accountId: merchant.accountId })).userId);
  for (const id of [endpoint.id, eventId, delivery!.id]) {
    const [ownerHtml, viewerHtml] = [
      (await readPage(await owner.open(`/search?q=${id}`))).html,
      (await readPage(await viewer.open(`/search?q=${id}`))).html,
    ];
    expect(ownerHtml).toContain('http://127.0.0.1:1/hooks/secret-path');
    expect(viewerHtml).toContain('http://127.0.0.1:1/…');
    expect(viewerHtml).not.toContain('secret-path');
  }
});

test('pages are found by their name, their description, and what people also call them', async () => {
  const browser = await logInAs((await buildMerchant({})).ownerId);
  for (const [query, path] of [
    ['refund limits', '/settings/refunds'],
    ['LIMIT', '/settings/refunds'],
    ['time zone', '/settings/general'],
    ['api keys', '/developers'],
    ['2fa', '/security'],
    ['test card', '/developers/test-cards'],
    ['new payment link', '/payment-links/new'],
  ] as const)
    expect({ query, first: (await search(browser, query))[0] }).toEqual({ query, first: path });
  expect(await search(browser, '3d secure')).toContain('/docs/three-d-secure');
  expect(await search(browser, 'no such thing')).toEqual(['/transactions']);
});

test('nobody finds pages that their role may not open', async () => {
  const merchant = await buildMerchant({});
  const viewer = await logInAs((await buildPerson({ accountId: merchant.accountId })).userId);
  expect(await search(viewer, 'refund limits')).not.toContain('/settings/refunds');
  expect(await search(viewer, 'new payment link')).not.toContain('/payment-links/new');
  expect(await search(viewer, 'security')).toContain('/security');

  const { staff } = await openSupportSession();
  const found = await search(staff, 'security');
  expect(found.length).toBeGreaterThan(0);
  expect(found).not.toContain('/security');
});

test("a complete card number isn't searched: it leaves the URL, and the page says what to do", async () => {
  const browser = await logInAs((await buildMerchant({})).ownerId);
  const response = await browser.open('/search?q=4532+0151+1283+0366');
  expect([response.status, response.headers.get('location')]).toEqual([302, '/search?refused=card_number']);
  expect((await readPage(await browser.open('/search?refused=card_number'))).html).toContain(
    'Search by the last four digits instead',
  );
});

test('a reference or an amount that matches nothing says so above pages and docs', async () => {
  const browser = await logInAs((await buildMerchant({})).ownerId);
  const readMain = async (query: string) => {
    const { html } = await readPage(
      await browser.open(`/search?${new URLSearchParams({ q: query }).toString()}`),
    );
    return html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  };
  for (const query of ['42.99', '€ 42'])
    expect({ query, isSaid: (await readMain(query)).includes('No transactions or payouts match') }).toEqual({
      query,
      isSaid: true,
    });
  for (const query of ['refund limits', '3d secure', ''])
    expect(await readMain(query)).not.toContain('No transactions or payouts match');
});

test('an account with both environments reads which one is searched', async () => {
  const merchant = await buildMerchant({});
  await buildPayment(await buildApiClient(merchant), { externalId: 'order-4711' });
  const browser = await logInAs(merchant.ownerId);
  const readText = async (query: string) =>
    (
      await readPage(await browser.open(`/search?${new URLSearchParams({ q: query }).toString()}`))
    ).html.replaceAll('<!-- -->', '');
  expect(await readText('order-4712')).not.toContain('is searched.');
  await goLive(merchant);
  await browser.submit('/environment', { environment: 'live' });
  expect(await readText('order-4711')).toContain('Only live is searched. Switch to test to search there.');
  await browser.submit('/environment', { environment: 'test' });
  expect(await readText('order-4711')).not.toContain('is searched.');
  expect(await readText('order-4712')).toContain('Only test is searched. Switch to live to search there.');
});

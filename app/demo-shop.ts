// A merchant's server for the demo: it knows URLs and secrets, and calls the API like any client.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { demoCredentials } from '../prisma/seed';
import { returningCustomerId } from '../prisma/seed/latest-payments';
import stylesheet from './demo-shop.css?raw';
import { config } from '~/platform/config/config.server';
import { formatAmount } from '~/platform/money/money';

/** A merchant's configuration. */
type MerchantSettings = {
  api: string;
  checkout: string;
  shop: string;
  clientId: string;
  clientSecret: string;
  signingSecret: string;
  webhookSecret?: string | null;
};

const currency = 'EUR';
const products = [
  {
    sku: 'darjeeling',
    name: 'First-flush Darjeeling, 100 g',
    about: 'Light, floral, picked in March.',
    price: 1_450,
  },
  { sku: 'teapot', name: 'Cast-iron teapot, 0.8 L', about: 'Keeps tea warm for an hour.', price: 6_400 },
  { sku: 'matcha', name: 'Ceremonial matcha, 30 g', about: 'Stone-ground, bright green.', price: 2_900 },
];

// Its merchant is part of the demo's data.
export const shop: Hono | undefined = config.demo ? createShop(readDemoMerchant) : undefined;

export function createShop(findMerchant: () => Promise<MerchantSettings>): Hono {
  const shop = new Hono().basePath('/demo/shop');
  const received: ReceivedEvent[] = [];

  shop.use(async (c, next) => {
    await next();
    // form-action also restricts redirects of forms: here, to the hosted checkout.
    const checkout = new URL(config.addresses.checkout.test).origin;
    c.header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'self'; form-action 'self' ${checkout}; frame-ancestors 'none'; base-uri 'none'`,
    );
    c.header('Referrer-Policy', 'no-referrer');
    c.header('Cache-Control', 'no-store');
  });

  shop.get('/', (c) => {
    const isReturning = c.req.query('returning') !== undefined;
    return c.html(
      renderPage('Harbour Tea', [
        renderCustomer(isReturning),
        renderProducts(isReturning),
        renderReceivedEvents(received),
      ]),
    );
  });

  shop.get('/shop.css', (c) => c.body(stylesheet, 200, { 'Content-Type': 'text/css; charset=utf-8' }));

  // 1. The order becomes a payment intent, server to server. The browser goes to the hosted page with its ID.
  shop.post('/orders', async (c) => {
    const product = products.find(({ sku }) => sku === c.req.query('sku'));
    if (!product) return c.notFound();
    const merchant = await findMerchant();
    const orderId = `shop-${randomUUID()}`;
    const intent = await call<{ intent_id: string }>(merchant, 'POST', '/intents/payment', {
      external_id: orderId,
      redirect_urls: { success: `${merchant.shop}/thanks`, failure: `${merchant.shop}/sorry` },
      ...(c.req.query('returning') !== undefined && { customer_id: returningCustomerId }),
      order: {
        order_id: orderId,
        order_amount: product.price,
        order_currency: currency,
        order_items: [{ name: product.name, quantity: 1, unit_price: product.price }],
      },
    });
    return c.redirect(
      `${merchant.checkout}?${new URLSearchParams({ client_id: merchant.clientId, intent_id: intent.intent_id })}`,
      303,
    );
  });

  // 2. The browser returns. The URL's parameters are a hint that anyone can edit. The signature proves that
  // we sent them.
  shop.get('/:page{thanks|sorry}', async (c) => {
    const merchant = await findMerchant();
    const parameters = c.req.query();
    if (!isRedirectSignatureValid(parameters, merchant.signingSecret))
      return c.html(renderPage('Invalid redirect', renderForgedNotice()), 400);
    if (!parameters.transaction_id)
      return c.html(renderPage('No payment was made', renderReceipt({ Order: parameters.reference_id })));

    // 3. The transaction decides.
    const paid = await call<Transaction>(
      merchant,
      'GET',
      `/transactions/${encodeURIComponent(parameters.transaction_id)}`,
    );
    const rows = {
      Order: paid.external_id,
      Amount: formatAmount(paid.order_amount, paid.order_currency),
      Status: paid.status,
      Transaction: paid.id,
    };
    return c.html(renderPage(headings[paid.status] ?? 'The payment didn’t go through', renderReceipt(rows)));
  });

  // 4. A webhook reports it, whether or not the browser returned. The same event can arrive twice, so its ID
  // is stored.
  shop.post('/webhooks', async (c) => {
    const body = await c.req.text();
    const { webhookSecret } = await findMerchant();
    if (!webhookSecret || !isWebhookSignatureValid(c.req.header(), body, webhookSecret))
      return c.text('The signature is invalid.', 400);
    const id = c.req.header('webhook-id')!;
    const { type, data } = JSON.parse(body) as { type: string; data: { id?: string; external_id?: string } };
    if (!received.some((event) => event.id === id))
      received.unshift({ id, type, about: data.external_id ?? data.id ?? '' });
    received.splice(5);
    return c.text('Thank you.');
  });

  // Simulates a failing endpoint.
  shop.post('/warehouse', (c) => c.text('We are moving. Back soon.', 503));

  return shop;
}

type ReceivedEvent = { id: string; type: string; about: string };

/** Standard Webhooks: HMAC-SHA-256 in Base64 over ID, timestamp, and body, at most five minutes old. */
function isWebhookSignatureValid(headers: Record<string, string>, body: string, secret: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  return signatures.split(' ').some((entry) => {
    const [version, signature = ''] = entry.split(',');
    const receivedSignature = Buffer.from(signature, 'base64');
    return (
      version === 'v1' &&
      receivedSignature.length === expected.length &&
      timingSafeEqual(receivedSignature, expected)
    );
  });
}

const headings: Record<string, string> = {
  AUTHORIZED: 'Thank you for your order',
  CAPTURED: 'Thank you for your order',
  SETTLED: 'Thank you for your order',
  PENDING: 'Your payment is being processed',
};

type Transaction = {
  id: string;
  status: string;
  order_amount: number;
  order_currency: string;
  external_id: string;
};

async function call<T>(merchant: MerchantSettings, method: string, path: string, body?: object): Promise<T> {
  const credentials = { client_id: merchant.clientId, client_secret: merchant.clientSecret };
  const { access_token } = await send<{ access_token: string }>(
    `${merchant.api}/auth/token`,
    'POST',
    {},
    credentials,
  );
  return send(`${merchant.api}${path}`, method, { Authorization: `Bearer ${access_token}` }, body);
}

async function send<T>(
  address: string,
  method: string,
  headers: Record<string, string>,
  body?: object,
): Promise<T> {
  const response = await fetch(address, {
    method,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
  if (!response.ok) throw new Error(`${method} ${new URL(address).pathname} answered ${response.status}`);
  return response.json() as Promise<T>;
}

/**
 * HMAC-SHA-256 in hex over the other five parameters, sorted by name, as k=v joined by &, with
 * percent-encoded values.
 */
export function isRedirectSignatureValid(parameters: Record<string, string>, signingSecret: string): boolean {
  const names = ['intent_id', 'reference_id', 'status', 'timestamp', 'transaction_id'];
  const signed = names.map((name) => `${name}=${encodeURIComponent(parameters[name] ?? '')}`).join('&');
  const expected = createHmac('sha256', signingSecret).update(signed).digest();
  const receivedSignature = Buffer.from(parameters.signature ?? '', 'hex');
  return receivedSignature.length === expected.length && timingSafeEqual(receivedSignature, expected);
}

async function readDemoMerchant(): Promise<MerchantSettings> {
  const credentials = await demoCredentials();
  if (!credentials) throw new Error('there is no demo merchant. Start with DEMO=true');
  return {
    ...credentials,
    api: config.addresses.api.test,
    checkout: config.addresses.checkout.test,
    shop: `${config.addresses.portal}/demo/shop`,
  };
}

const renderPage = (title: string, body: unknown) =>
  html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title}</title>
      <link rel="stylesheet" href="/demo/shop/shop.css" />
      <header>
        <h1><a href="/demo/shop">Harbour Tea</a></h1>
        <p>A demo shop where you can try the checkout. No money moves. Pay with 4242 4242 4242 4242.</p>
      </header>
      <main>${title === 'Harbour Tea' ? '' : html`<h2>${title}</h2>`}${body}</main>
    </html>`;

/** A real shop knows its customers from their login. */
const renderCustomer = (isReturning: boolean) =>
  isReturning
    ? html`<p>
        Welcome back, Ada. The checkout offers the cards you’ve saved. <a href="/demo/shop">Log out</a>
      </p>`
    : html`<p><a href="/demo/shop?returning">Log in as Ada, a returning customer</a></p>`;

const renderProducts = (isReturning: boolean) =>
  html`<ul>
    ${products.map(
      ({ sku, name, about, price }) =>
        html`<li>
          <h2>${name}</h2>
          <p>${about}</p>
          <strong class="price">${formatAmount(price, currency)}</strong>
          <form method="post" action="/demo/shop/orders?sku=${sku}${isReturning ? '&returning' : ''}">
            <button aria-label="Buy ${name}">Buy</button>
          </form>
        </li>`,
    )}
  </ul>`;

const renderReceivedEvents = (received: readonly ReceivedEvent[]) =>
  received.length
    ? html`<section class="received-events">
        <h2>Latest events</h2>
        <p>Webhooks with a valid signature, newest first.</p>
        <ol>
          ${received.map(({ type, about }) => html`<li>${withLineBreaks(type)} <small>${about}</small></li>`)}
        </ol>
      </section>`
    : '';

/** The name of an event, which may be broken after a dot. */
const withLineBreaks = (type: string) =>
  type.split('.').map((part, index) => (index ? html`.<wbr />${part}` : part));

const renderReceipt = (rows: Record<string, string | undefined>) =>
  html`<section>
    <dl>
      ${Object.entries(rows).map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    <a class="button" href="/demo/shop">Back to the shop</a>
  </section>`;

const renderForgedNotice = () =>
  html`<section>
    <p class="warn" role="alert">
      The redirect’s signature is invalid, so the shop ignores its payment status.
    </p>
    <a class="button" href="/demo/shop">Back to the shop</a>
  </section>`;

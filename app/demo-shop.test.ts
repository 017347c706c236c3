import { expect, test } from 'vitest';
import { signRedirect } from '~/payments/checkout/redirect-signature';
import { config } from '~/platform/config/config.server';
import { createWebhookSecret, buildSignatureHeaders } from '~/webhooks/verification/signature';
import { createShop, isRedirectSignatureValid, shop as servedShop } from './demo-shop';

const signingSecret = 'cs_test_secret';
const parameters = {
  status: 'CAPTURED',
  intent_id: 'int_1',
  transaction_id: 'trx_1',
  reference_id: 'order 1/é&=+',
  timestamp: '2026-11-21T10:00:00.000Z',
};
const signature = signRedirect(parameters, signingSecret);

const shop = createShop(async () => ({
  api: 'http://localhost:1/test/api',
  checkout: 'http://localhost:1/test/checkout',
  shop: 'http://localhost:1/demo/shop',
  clientId: 'acc_1',
  clientSecret: 'sk_test_1',
  signingSecret,
}));

test('a merchant that follows the docs accepts the signature of a redirect URL', () => {
  expect(isRedirectSignatureValid({ ...parameters, signature }, signingSecret)).toBe(true);
  expect(isRedirectSignatureValid({ ...parameters, signature, theirs: 'kept' }, signingSecret)).toBe(true);
});

test.each(Object.keys(parameters))('an edited %s is detected', (name) => {
  expect(isRedirectSignatureValid({ ...parameters, signature, [name]: 'other' }, signingSecret)).toBe(false);
});

test.each(['', 'zz', signature.slice(2), `${signature}00`])(
  'the signature "%s" is rejected',
  (wrongSignature) => {
    expect(isRedirectSignatureValid({ ...parameters, signature: wrongSignature }, signingSecret)).toBe(false);
  },
);

test('an edited URL is shown as forged, whatever it claims', async () => {
  const response = await shop.request(
    `/demo/shop/thanks?${new URLSearchParams({ ...parameters, status: 'AUTHORIZED', signature })}`,
  );
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('Invalid redirect');
});

test('a canceled payment is shown without calling the API', async () => {
  const cancelled = { ...parameters, status: 'CANCELLED', transaction_id: '' };
  const response = await shop.request(
    `/demo/shop/sorry?${new URLSearchParams({ ...cancelled, signature: signRedirect(cancelled, signingSecret) })}`,
  );
  expect(await response.text()).toContain('No payment was made');
});

test("the shop's pages have a content security policy", async () => {
  const response = await shop.request('/demo/shop');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect((await shop.request('/demo/shop/shop.css')).headers.get('content-type')).toContain('text/css');
});

test('there is no shop without the demo', () => {
  expect(config.demo).toBe(false);
  expect(servedShop).toBeUndefined();
});

test('a webhook is trusted by its signature, and shown once', async () => {
  const secret = createWebhookSecret();
  const webhookShop = createShop(async () => ({
    api: '',
    checkout: '',
    shop: '',
    clientId: '',
    clientSecret: '',
    signingSecret,
    webhookSecret: secret,
  }));
  const body = JSON.stringify({ type: 'refund.created', data: { id: 'trx_1', external_id: 'order-77' } });
  const send = (headers: Record<string, string>, text = body) =>
    webhookShop.request('/demo/shop/webhooks', { method: 'POST', headers, body: text });
  const headers = buildSignatureHeaders({ id: 'evt_1', sentAt: new Date(), body }, [
    createWebhookSecret(),
    secret,
  ]);
  const old = buildSignatureHeaders({ id: 'evt_2', sentAt: new Date(Date.now() - 600_000), body }, [secret]);
  expect({ firstStatus: (await send(headers)).status, secondStatus: (await send(headers)).status }).toEqual({
    firstStatus: 200,
    secondStatus: 200,
  });
  for (const [wrong, text] of [
    [{}, body],
    [old, body],
    [headers, body.replace('77', '78')],
    [{ ...headers, 'webhook-id': 'evt_3' }, body],
  ] as const)
    expect((await send(wrong, text)).status).toBe(400);
  expect(
    [...(await (await webhookShop.request('/demo/shop')).text()).matchAll(/order-\d+/g)].map(String),
  ).toEqual(['order-77']);
});

import createClient from 'openapi-fetch';
import type { components, paths } from './tillway.js';

const { TILLWAY_API_URL = '', TILLWAY_CLIENT_ID = '', TILLWAY_CLIENT_SECRET = '' } = process.env;
const client = createClient<paths>({ baseUrl: TILLWAY_API_URL });

// The token is valid for an hour. Get a new one when a request fails with 401.
const token = await client.POST('/auth/token', {
  body: { client_id: TILLWAY_CLIENT_ID, client_secret: TILLWAY_CLIENT_SECRET },
});
if (!token.data) throw new Error(token.error.detail);
client.use({
  onRequest({ request }) {
    request.headers.set('Authorization', `Bearer ${token.data.access_token}`);
  },
});

type Problem = components['schemas']['Problem'];
type Reply<Data> = { data?: Data; error?: Problem; response: Response };

const retryableCodes: Problem['code'][] = [
  'request_in_progress',
  'outcome_unknown',
  'too_many_requests',
  'database_unavailable',
  'internal_error',
  'request_timeout',
];

/** Sends a request until its outcome is known. Its external_id ensures that it takes effect only once. */
async function sendUntilFinal<Data>(send: () => Promise<Reply<Data>>): Promise<Reply<Data> & { data: Data }> {
  for (let attempt = 1; ; attempt++) {
    // Without a reply, the request may have taken effect.
    const reply = await send().catch(() => null);
    if (reply?.data !== undefined) return { ...reply, data: reply.data };
    if (reply?.error && !retryableCodes.includes(reply.error.code)) throw new Error(reply.error.detail);
    if (attempt === 10) throw new Error('The outcome is still unknown. Send the same request again later.');
    const seconds = Number(reply?.response.headers.get('Retry-After') ?? 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

const order_id = `order-${Date.now()}`;

const { data: payment } = await sendUntilFinal(() =>
  client.POST('/transactions', {
    body: {
      operation: 'authorize',
      external_id: `payment-${order_id}`,
      order: { order_id, order_amount: 2500, order_currency: 'USD' },
      card: { pan: '4242424242424242', code: '123', expiry: '12/40', name: 'Ada Example' },
    },
  }),
);
// A declined card isn't an error.
if (payment.status !== 'AUTHORIZED') throw new Error(payment.decline?.message);
console.log('Authorized', payment.amount_authorized);

const capture = () =>
  client.POST('/transactions/{trx_id}', {
    params: { path: { trx_id: payment.id } },
    body: { operation: 'capture', external_id: `capture-${order_id}` },
  });
const { data: captured } = await sendUntilFinal(capture);
console.log('Captured', captured.amount_captured);

// The same external_id and content: the stored reply, and no second capture.
const repeated = await sendUntilFinal(capture);
console.log('Replayed', repeated.response.headers.get('Idempotent-Replayed'), repeated.data.amount_captured);

const { data: refund } = await sendUntilFinal(() =>
  client.POST('/refunds', {
    body: { external_id: `refund-${order_id}`, trx_id: payment.id, amount: 400, reason: 'one item returned' },
  }),
);
console.log('Refunded', refund.amount_refunded);

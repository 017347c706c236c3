import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { createWebhookSecret, buildSignatureHeaders } from './signature';

const message = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  sentAt: new Date(1_614_265_330_000),
  body: '{"test": 2432232314}',
};

test('the test vector of the standard', () => {
  expect(buildSignatureHeaders(message, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test("the standard's package accepts both secrets' signatures, and no altered message", () => {
  const [now, before, other] = [createWebhookSecret(), createWebhookSecret(), createWebhookSecret()];
  expect(now).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const body = JSON.stringify({ type: 'transaction.captured', data: { name: 'Ä “ 🍵' } });
  const headers = buildSignatureHeaders({ id: 'evt_1', sentAt: new Date(), body }, [now, before]);
  for (const secret of [now, before])
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(other).verify(body, headers)).toThrow();
  expect(() => new Webhook(now).verify(body.replace('captured', 'voided'), headers)).toThrow();
  expect(() => new Webhook(now).verify(body, { ...headers, 'webhook-id': 'evt_2' })).toThrow();
});

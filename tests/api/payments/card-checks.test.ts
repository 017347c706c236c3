import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient, type ApiClient } from '../../world/api-client';
import { paymentBody, sendCaptureOrVoid } from '../../world/payments/payments';

const address = { address_1: '548 Market St', postal_code: '94016', city: 'San Francisco', country: 'US' };

async function pay(client: ApiClient, pan: string, cardHolder?: object) {
  const { json } = await client.post(
    '/transactions',
    paymentBody({ pan, ...(cardHolder && { cardHolder }) }),
  );
  return json;
}

test.each([
  ['4242424242424242', { address: 'pass', postal_code: 'pass', security_code: 'pass' }],
  ['4000000000000010', { address: 'fail', postal_code: 'fail', security_code: 'pass' }],
  ['4000000000000028', { address: 'fail', postal_code: 'pass', security_code: 'pass' }],
  ['4000000000000036', { address: 'pass', postal_code: 'fail', security_code: 'pass' }],
  ['4000000000000044', { address: 'unavailable', postal_code: 'unavailable', security_code: 'pass' }],
  ['4000000000000101', { address: 'pass', postal_code: 'pass', security_code: 'fail' }],
])('a payment with %s is approved with the bank’s checks', async (pan, checks) => {
  const client = await buildApiClient();
  const paid = await pay(client, pan, address);
  expect(paid).toMatchObject({ status: 'AUTHORIZED', card: { checks } });
  const { json } = await client.get(`/transactions/${paid.id as string}`);
  expect(json.card.checks).toEqual(checks);
});

test('a declined payment has them, too', async () => {
  const client = await buildApiClient();
  const declined = await pay(client, '4000000000000127', { postal_code: '94016' });
  expect(declined).toMatchObject({ status: 'DECLINED', decline: { code: 'incorrect_cvc' } });
  expect(declined.card.checks).toEqual({ postal_code: 'pass', security_code: 'fail' });
});

test('data that wasn’t sent isn’t checked, whatever the bank says', async () => {
  const client = await buildApiClient();
  expect((await pay(client, '4000000000000010', { country: 'US' })).card.checks).toEqual({
    security_code: 'pass',
  });
});

test('while the outcome is unknown, nothing is checked', async () => {
  const client = await buildApiClient();
  const pending = await pay(client, '4000000000005043', address);
  expect(pending).toMatchObject({ code: 'outcome_unknown' });
  const { cardChecks } = await prisma.transaction.findUniqueOrThrow({
    where: { id: pending.transaction_id as string },
  });
  expect(cardChecks).toEqual({ address: 'unchecked', postal_code: 'unchecked', security_code: 'unchecked' });
});

test('a capture keeps them', async () => {
  const client = await buildApiClient();
  const { id } = await pay(client, '4000000000000036', address);
  const { json } = await sendCaptureOrVoid(client, id as string, { operation: 'capture' });
  expect(json.card.checks).toEqual({ address: 'pass', postal_code: 'fail', security_code: 'pass' });
});

import { expect, test } from 'vitest';
import { createId } from '~/platform/ids';
import { buildApiClient } from '../../../tests/world/api-client';
import { acquirer } from '../../../tests/world/payments/acquirer';
import { buildPayment, paymentBody } from '../../../tests/world/payments/payments';
import { challengeCard } from '../../../tests/world/payments/challenged-checkout';
import { findSimulatedBank, serializeReturn, simulateAuthentication } from './authentications';

const query = (members: number, value = 'x') =>
  Object.fromEntries(Array.from({ length: members }, (_, index) => [`p${index}`, value]));

test('the query of a return URL is kept unless no acquirer would send it', () => {
  expect(serializeReturn({ redirectResult: 'X6Xtf' })).toBe('{"redirectResult":"X6Xtf"}');
  expect(serializeReturn({})).toBeNull();
  expect(serializeReturn(query(10))).not.toBeNull();
  expect(serializeReturn(query(11))).toBeNull();
  expect(serializeReturn({ redirectResult: '\0' })).toBeNull();
  const overhead = JSON.stringify({ r: '' }).length;
  expect(serializeReturn({ r: 'x'.repeat(16_384 - overhead) })).not.toBeNull();
  expect(serializeReturn({ r: 'x'.repeat(16_385 - overhead) })).toBeNull();
});

test('the simulated bank knows the payments of its environment that have an authentication', async () => {
  const client = await buildApiClient();
  const body = { ...paymentBody({ pan: challengeCard }), return_url: 'https://shop.test/done' };
  const { json } = await client.post('/transactions', body);
  const reference = json.last_operation.id as string;
  expect(await findSimulatedBank('test', reference)).toMatchObject({ id: json.id, isWaiting: true });
  expect(await findSimulatedBank('live', reference)).toBeNull();
  const { last_operation: plain } = await buildPayment(client);
  for (const other of [plain.id as string, createId('op'), 'op_1'])
    expect(await findSimulatedBank('test', other)).toBeNull();
});

test('a payment without a simulated bank ignores what a payer does there', async () => {
  const simulate = (connectionId: string) =>
    simulateAuthentication({ connectionId }, createId('op'), 'authenticated');
  await expect(simulate(createId('con'))).resolves.toBeUndefined();
  const own = acquirer.simulateAuthentication;
  acquirer.simulateAuthentication = undefined;
  try {
    await expect(simulate('con_simulator_test')).resolves.toBeUndefined();
  } finally {
    acquirer.simulateAuthentication = own;
  }
});

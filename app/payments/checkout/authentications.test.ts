import { expect, onTestFinished, test, vi } from 'vitest';
import * as connections from '~/payments/connections/connections';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient } from '../../../tests/world/api-client';
import { acquirer } from '../../../tests/world/acquirers/acquirer';
import { buildPayment, paymentBody } from '../../../tests/world/payments/payments';
import { challengeCard } from '../../../tests/world/payments/challenged-checkout';
import {
  completeAuthentication,
  endAuthentication,
  findSimulatedBank,
  serializeReturn,
  simulateAuthentication,
} from './authentications';

const query = (members: number) =>
  Object.fromEntries(Array.from({ length: members }, (_, index) => [`p${index}`, 'x']));

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

/** A payment whose payer is at their bank. */
async function buildChallengedPayment() {
  const client = await buildApiClient();
  const body = { ...paymentBody({ pan: challengeCard }), return_url: 'https://shop.test/done' };
  const { json } = await client.post('/transactions', body);
  const id = json.id as string;
  const lookup = vi.spyOn(acquirer, 'lookup').mockClear();
  onTestFinished(() => lookup.mockRestore());
  return {
    ...{ id, lookup, accountId: client.merchant.accountId, reference: json.last_operation.id as string },
    address: { environment: 'test' as const, transactionId: id },
    read: async () => (await prisma.transaction.findUniqueOrThrow({ where: { id } })).authentication,
  };
}

test('the query of a return is stored only for an acquirer that needs it', async () => {
  const { address, lookup, read } = await buildChallengedPayment();
  const stored = await read();
  await completeAuthentication(address, { redirectResult: 'X6Xtf' });
  expect(await read()).toEqual(stored);
  expect(lookup).toHaveBeenCalledTimes(1);
});

test('a payer returns although the connection of the payment is gone', async () => {
  const { address, read } = await buildChallengedPayment();
  const stored = await read();
  const find = vi.spyOn(connections, 'getConnection').mockResolvedValue(null);
  onTestFinished(() => find.mockRestore());
  expect(await completeAuthentication(address, { redirectResult: 'X6Xtf' })).toContain(
    'https://shop.test/done',
  );
  expect(await read()).toEqual(stored);
});

test('the acquirer is queried when an authentication ends, and not before', async () => {
  const { id: transactionId, accountId, lookup } = await buildChallengedPayment();
  const payment = { transactionId, environment: 'test' as const };
  await endAuthentication({ ...payment, accountId: createId('acc') });
  expect(lookup).not.toHaveBeenCalled();
  await endAuthentication({ ...payment, accountId, transactionId: null });
  expect(lookup).not.toHaveBeenCalled();
  await endAuthentication({ ...payment, accountId });
  expect(lookup).toHaveBeenCalledTimes(1);
});

test('the simulated bank knows the payments of its environment that have an authentication', async () => {
  const { id, reference } = await buildChallengedPayment();
  expect(await findSimulatedBank('test', reference)).toMatchObject({ id, isWaiting: true });
  expect(await findSimulatedBank('live', reference)).toBeNull();
  const { last_operation: plain } = await buildPayment(await buildApiClient());
  for (const other of [plain.id as string, createId('op'), 'op_1'])
    expect(await findSimulatedBank('test', other)).toBeNull();
});

test('a payment without a simulated bank ignores what a payer does there', async () => {
  const simulate = (connectionId: string) =>
    simulateAuthentication({ connectionId }, createId('op'), 'authenticated');
  await expect(simulate(createId('con'))).resolves.toBeUndefined();
  const own = acquirer.simulateAuthentication;
  onTestFinished(() => void (acquirer.simulateAuthentication = own));
  acquirer.simulateAuthentication = undefined;
  await expect(simulate('con_simulator_test')).resolves.toBeUndefined();
});

import { afterAll, expect, test } from 'vitest';
import { createId } from '~/platform/ids';
import { buildApiClient } from '../../../tests/world/api-client';
import { buildMerchant } from '../../../tests/world/merchants';
import {
  generateTransactions,
  insertTransactions,
  removeTransactions,
} from '../../../tests/world/payments/bulk-transactions';
import { buildChargeback } from '../../../tests/world/payments/chargebacks';
import { exportColumns, exportTransactions } from './transaction-export';

const filled: string[] = [];
afterAll(() => removeTransactions(filled));

/** The rows of an account's file, by column. No cell in these tests contains a comma or a line break. */
async function exportRows(accountId: string) {
  const filter = { status: [], type: [] };
  const scope = { accountId, environment: 'test' as const, timeZone: 'Asia/Kathmandu', filter };
  const csv = await new Response(await exportTransactions({ ...scope, userId: createId('usr') })).text();
  const [, ...lines] = csv.split('\r\n').slice(0, -1);
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(exportColumns.map((column, i) => [column, cells[i]]));
  });
}

test('every row after the first small batch is in the file, once', async () => {
  const { accountId } = await buildMerchant();
  filled.push(accountId);
  const made = generateTransactions({ count: 60, people: [] });
  await insertTransactions({ accountId, environment: 'test' }, made);
  expect((await exportRows(accountId)).map(({ id }) => id)).toEqual(made.map(({ id }) => id));
});

test("a chargeback has its response deadline in the account's time zone", async () => {
  const client = await buildApiClient(await buildMerchant());
  const { id, paymentId } = await buildChargeback(client, { dueBy: '2035-01-31T00:00:00.000Z' });
  const { accountId } = client.merchant;
  expect(await exportRows(accountId)).toMatchObject([
    { id, dispute_due_by: '2035-01-31T05:45:00.000+05:45', dispute_stage: 'needs_response' },
    { id: paymentId, dispute_due_by: '' },
  ]);
});

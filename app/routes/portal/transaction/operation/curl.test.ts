import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { buildOperationCommand, type Request } from './curl';

const refund: Request = {
  api: 'https://api.example/test/api',
  transactionId: 'trx_1',
  operation: 'refund',
  externalId: 'portal-1',
  amount: 2_000,
  reason: 'Damaged',
};

/** What a shell passes to curl. */
function splitArguments(text: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; TOKEN=token; ${text}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

test('a refund and an operation on a hold have their URLs and the typed values', () => {
  for (const reason of ['Damaged', 'It\'s $(rm -rf) `x` "too" small; & \\ !', '日本']) {
    const message = splitArguments(buildOperationCommand({ ...refund, reason }));
    expect(message.slice(0, -1)).toEqual([
      '-X',
      'POST',
      'https://api.example/test/api/refunds',
      '-H',
      'Authorization: Bearer token',
      '-H',
      'Content-Type: application/json',
      '-d',
    ]);
    expect(JSON.parse(message.at(-1)!)).toEqual({
      external_id: 'portal-1',
      trx_id: 'trx_1',
      amount: 2_000,
      reason,
    });
  }
  const message = splitArguments(buildOperationCommand({ ...refund, operation: 'void', reason: undefined }));
  expect(message[2]).toBe('https://api.example/test/api/transactions/trx_1');
  expect(JSON.parse(message.at(-1)!)).toEqual({ external_id: 'portal-1', operation: 'void', amount: 2_000 });
});

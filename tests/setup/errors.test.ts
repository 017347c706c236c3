import { expect, test } from 'vitest';
import { log } from '~/platform/observability/log';
import { expectConsoleError } from './errors';

test('an expected error passes', () => {
  expectConsoleError();
  console.error('deliberate');
  expect(console.error).toHaveBeenCalledOnce();
});

test.fails('an unexpected error on the console fails', ({ onTestFinished }) => {
  onTestFinished(() => {});
  console.error('surprise');
});

test.fails('an unexpected error in the log fails', () => {
  log.error('surprise', new Error('surprise'));
});

test('an expected log entry passes', () => {
  expectConsoleError({ message: 'settling', error: 'deliberate', fields: { transactionId: 'trx_1' } });
  log.error('settling', new Error('deliberate'), { transactionId: 'trx_1' });
});

test.fails('another log entry than the expected one fails', () => {
  expectConsoleError({ message: 'settling', fields: { transactionId: 'trx_1' } });
  log.error('settling', new Error('deliberate'), { transactionId: 'trx_2' });
});

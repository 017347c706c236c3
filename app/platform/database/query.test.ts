import { expect, test } from 'vitest';
import { prisma } from './db.server';
import { queryRows } from './query.server';
import { defineStatement } from './statement.server';

const maximum = 999_999_999_999;
const statement = defineStatement<{ amount: number }, { amount: number; other: string; none: null }>(
  'test-bigint',
  `select :amount::bigint as amount, 'text' as other, null::bigint as none`,
);

test('bigint columns are numbers, on the pool and in a transaction', async () => {
  const rows = [{ amount: maximum, other: 'text', none: null }];
  expect(await statement({ amount: maximum })).toEqual(rows);
  expect(await prisma.$transaction((db) => statement({ amount: maximum }, db))).toEqual(rows);
  const query = { text: 'select $1::bigint as amount', values: [-maximum] };
  expect(await queryRows(query)).toEqual([{ amount: -maximum }]);
  expect(await prisma.$transaction((db) => queryRows(query, db))).toEqual([{ amount: -maximum }]);
});

test('a bigint that a number can’t represent is rejected', async () => {
  const query = { text: 'select 9007199254740993 as amount' };
  const message = '9007199254740993 is not a safe integer';
  await expect(queryRows(query)).rejects.toThrow(message);
  await expect(prisma.$transaction((db) => queryRows(query, db))).rejects.toThrow(message);
});

test('other work runs between queries that follow each other', async () => {
  let turns = 0;
  let running = setImmediate(function count() {
    turns += 1;
    running = setImmediate(count);
  });
  for (let i = 0; i < 200; i++) await queryRows({ text: 'select 1 as one' });
  clearImmediate(running);
  expect(turns).toBeGreaterThan(100);
});

import { afterAll, expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { createId, isId } from '~/platform/ids';
import {
  generateTransactions,
  insertTransactions,
  removeTransactions,
  type BulkTransaction,
} from '../../../tests/world/payments/bulk-transactions';
import { buildMerchant } from '../../../tests/world/merchants';
import { emptyFilter as none, type ListFilter } from './transaction-filter';
import { listTransactions } from './transaction-list';

const used: string[] = [];

afterAll(() => removeTransactions(used));

/** A new merchant's captured payments, newest first, one a day at noon UTC. Named by their place: "0", "1". */
async function buildList(count: number, changes: Record<number, Partial<BulkTransaction>> = {}) {
  const { accountId } = await buildMerchant();
  used.push(accountId);
  const rows = generateTransactions({
    count,
    people: [],
    until: new Date('2026-11-20T12:00:00Z'),
    intervalMs: 86_400_000,
  });
  const { id: parentId, currency, amount } = rows.at(-1)!;
  const made = rows.map((row, place) => ({
    ...row,
    type: 'PAYMENT',
    status: 'CAPTURED' as const,
    parentId: null,
    externalId: `${place}`,
    ...(changes[place]?.type && { parentId, currency, amount }),
    ...changes[place],
  }));
  await insertTransactions({ accountId, environment: 'test' }, made);
  const ids = made.map(({ id }) => id);
  const nameOf = (id: string | null) =>
    id === null ? null : (made.find((row) => row.id === id)?.externalId ?? id);
  const read = async (query: Partial<Parameters<typeof listTransactions>[0]>) => {
    const { transactions, ...links } = await listTransactions({ accountId, environment: 'test', ...query });
    return { names: transactions.map(({ externalId }) => externalId), ...links };
  };
  return {
    ids,
    idOf: (name: string) => ids[Number(name)],
    read,
    /** With the names of the rows that the links start from. */
    list: async (query: Parameters<typeof read>[0] = {}) => {
      const { names, older, newer } = await read(query);
      return { names, older: nameOf(older), newer: nameOf(newer) };
    },
  };
}

test('pages lead to newer ones, and to the first page when those do not fill a page', async () => {
  const { ids, list, read } = await buildList(7);
  const first = { names: ['0', '1', '2'], older: '2', newer: null };
  expect(await list({ limit: 3 })).toEqual(first);
  const last = await read({ limit: 3, before: ids[3] });
  expect(last).toMatchObject({ names: ['4', '5', '6'], older: null });
  expect(await list({ limit: 3, after: last.newer! })).toEqual({
    names: ['1', '2', '3'],
    older: '3',
    newer: '1',
  });
  expect(await list({ limit: 3, after: ids[6] })).toEqual({
    names: ['3', '4', '5'],
    older: '5',
    newer: '3',
  });
  expect(await list({ limit: 3, after: ids[3] })).toEqual(first);
  expect(await list({ limit: 3, after: ids[2] })).toEqual(first);
});

test('pages at the maximum number of rows to read lead on and back, with or without results', async () => {
  const declined = { status: 'DECLINED' as const };
  const { read } = await buildList(16, { 0: declined, 4: declined, 10: declined, 15: declined });
  for (const { sort, next, previous, expected } of [
    { next: 'older', previous: 'newer', expected: [['0'], ['4'], [], ['10'], [], ['15']] },
    { sort: 'oldest', next: 'newer', previous: 'older', expected: [['15'], ['10'], [], ['4'], [], ['0']] },
  ] as const) {
    const filter: ListFilter = { ...none, status: ['DECLINED'], sort };
    const follow = (link: 'older' | 'newer', id: string | null) =>
      read({
        filter,
        limit: 5,
        maximumRowsRead: 3,
        ...(id && { [link === 'older' ? 'before' : 'after']: id }),
      });
    let page = await follow(next, null);
    const pages = [page.names];
    while (page[next]) {
      page = await follow(next, page[next]);
      pages.push(page.names);
    }
    expect(pages).toEqual(expected);
    for (const names of expected.slice(0, -1).reverse()) {
      // The page of the list ignores any other text.
      expect(isId('trx', page[previous]!)).toBe(true);
      page = await follow(previous, page[previous]);
      expect(page.names).toEqual(names);
    }
    expect(page[previous]).toBeNull();
  }
});

test.each([
  { sort: undefined, back: 'after', on: 'before', next: 'older', from: 7, names: ['7', '8'] },
  { sort: 'oldest', back: 'before', on: 'after', next: 'newer', from: 1, names: ['1', '0'] },
] as const)('a page without results, reached with $back, leads on to the row it came from', async (order) => {
  const { sort, back, on, next, from, names } = order;
  const declined = { status: 'DECLINED' as const };
  const { ids, read } = await buildList(9, { 0: declined, 8: declined, [from]: declined });
  const filter: ListFilter = { ...none, status: ['DECLINED'], sort };
  const query = { filter, limit: 5, maximumRowsRead: 3 };
  const page = await read({ ...query, [back]: ids[from] });
  expect(page.names).toEqual([]);
  expect((await read({ ...query, [on]: page[next] })).names).toEqual(names);
});

test('nothing is skipped where one of several sources stops before the others', async () => {
  const refund = { type: 'REFUND', status: 'CAPTURED' as const, amount: 1 };
  const failed = { ...refund, status: 'DECLINED' as const };
  const chargeback = { ...refund, type: 'CHARGEBACK' };
  const others = [failed, failed, failed, failed];
  const matches = [refund, chargeback, chargeback, chargeback, refund];
  const { ids, read } = await buildList(14, [...others, ...matches, ...others]);
  for (const sort of [undefined, 'oldest']) {
    const filter: ListFilter = { ...none, type: ['REFUND', 'CHARGEBACK'], status: ['CAPTURED'], sort };
    for (const [link, position, start] of [
      ['older', 'before', ids[0]!],
      ['newer', 'after', ids[13]!],
    ] as const) {
      // The way back ends with the first page, which may repeat some rows.
      const found = new Set<string>();
      for (let place: string | null = start; place;) {
        const page = await read({ filter, limit: 2, maximumRowsRead: 3, [position]: place });
        for (const name of page.names) found.add(name);
        place = page[link];
      }
      expect([...found].sort(), `${sort} ${link}`).toEqual(['4', '5', '6', '7', '8']);
    }
  }
});

test('what has an index of its own is on the first page, whatever else is newer', async () => {
  const person = createId('usr');
  const { ids, list } = await buildList(10, {
    7: { status: 'AUTHORIZED' },
    8: { type: 'REFUND' },
    9: { touchedBy: person },
  });
  await prisma.transaction.update({
    where: { id: ids[7] },
    data: { captureBefore: new Date(Date.now() + 3_600_000) },
  });
  const find = (filter: Partial<ListFilter>) =>
    list({ filter: { ...none, ...filter }, limit: 3, maximumRowsRead: 3 });
  const only = (name: string) => ({ names: [name], older: null, newer: null });
  expect(await find({ hold: 'ending' })).toEqual(only('7'));
  expect(await find({ type: ['REFUND'] })).toEqual(only('8'));
  expect(await find({ by: person })).toEqual(only('9'));
  expect(await find({ refund: ['FULL'] })).toEqual(only('9'));
  // The days are a range of IDs.
  expect(await find({ from: '2026-11-15', to: '2026-11-15' })).toEqual(only('5'));
});

test('an amount with a currency limits the list to this currency', async () => {
  const amounts = { EUR: [4_200, 999], USD: [4_200], JPY: [42, 43], KWD: [42_000] };
  const rows = Object.entries(amounts).flatMap(([currency, own]) =>
    own.map((amount) => ({ currency, amount, externalId: `${currency} ${amount}` })),
  );
  const { list } = await buildList(rows.length, rows);
  for (const { expected, ...bounds } of [
    { min: '€42', expected: ['EUR 4200'] },
    { max: '€42', expected: ['EUR 4200', 'EUR 999'] },
    { min: '¥1', max: '42', expected: ['JPY 42'] },
    { min: '€1', max: '¥50', expected: [] },
    { min: '€1', max: 'USD 50', expected: [] },
    { min: '42', currency: 'EUR', expected: ['EUR 4200'] },
    // There is no amount of 42.5 yen.
    { min: '42.5', expected: ['JPY 43'] },
  ])
    expect((await list({ filter: { ...none, ...bounds } })).names, JSON.stringify(bounds)).toEqual(expected);
});

test('a reference is found with or without the whitespace around the search', async () => {
  const { list } = await buildList(2, { 0: { externalId: 'cart-1' }, 1: { externalId: ' cart-1 ' } });
  for (const { search, expected } of [
    { search: 'cart-1', expected: ['cart-1'] },
    { search: ' cart-1', expected: ['cart-1'] },
    { search: ' cart-1 ', expected: ['cart-1', ' cart-1 '] },
  ])
    expect((await list({ filter: { ...none, search } })).names).toEqual(expected);
});

import { expect, test } from 'vitest';
import { createId } from '~/platform/ids';
import { interpretSearch } from './transaction-search';

const kinds = (input: string) => interpretSearch(input).map(({ kind }) => kind);

test.each([
  ['trx', 'transaction'],
  ['int', 'intent'],
  ['op', 'operation'],
  ['tok', 'card_token'],
] as const)('an ID with the prefix %s has one meaning', (prefix, kind) => {
  const id = createId(prefix);
  expect(interpretSearch(` ${id.toUpperCase()} `)).toEqual([{ kind, id }]);
  expect(kinds(id.slice(0, -1))).toEqual(['reference']);
});

test.each([
  ['Ada@Example.com', ['email', 'reference']],
  ['ada@', ['reference']],
  ['4242', ['last_four', 'amount', 'reference']],
  ['•••• 0042', ['last_four', 'reference']],
  ['**4242', ['last_four', 'reference']],
  ['...4242', ['last_four', 'reference']],
  ['42.00', ['amount', 'reference']],
  ['42,00 €', ['amount', 'reference']],
  ['0', ['reference']],
  ['999999.99', ['amount', 'reference']],
  ['99999999999', ['reference']],
  ['9999999999.99', ['amount', 'reference']],
  ['9999999999.99 IDR', ['amount', 'reference']],
  ['9999999999.99 HUF', ['reference']],
  ['1000000 USD', ['reference']],
  ['order-1001', ['reference']],
  ['   ', []],
])('%j may be %j', (input, expected) => {
  expect(kinds(input)).toEqual(expected);
});

test('an email address is searched in lowercase, a reference as typed and in either case', () => {
  expect(interpretSearch('Ada@Example.com')).toEqual([
    { kind: 'email', email: 'ada@example.com' },
    { kind: 'reference', spellings: ['Ada@Example.com', 'ADA@EXAMPLE.COM', 'ada@example.com'] },
  ]);
});

test('a reference is searched without surrounding whitespace, and exactly as typed', () => {
  expect(interpretSearch(' order-1001 ')).toEqual([
    { kind: 'reference', spellings: ['order-1001', 'ORDER-1001', ' order-1001 '] },
  ]);
});

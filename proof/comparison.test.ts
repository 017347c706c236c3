import { expect, test } from 'vitest';
import type { LedgerEntry } from '~/acquirers/simulator/ledger-entry';
import { compareBooks, type OperationRow } from './comparison';
import type { JournalEntry } from './merchant';

const operation = (changes: Partial<OperationRow> = {}): OperationRow => ({
  id: 'op_1',
  external_id: 'a',
  status: 'SUCCEEDED',
  amount: 500,
  has_event: true,
  ...changes,
});
const ledgerEntry = (changes: Partial<LedgerEntry> = {}): LedgerEntry => ({
  reference: 'op_1',
  kind: 'authorize',
  amountMinor: 500,
  currency: 'EUR',
  outcome: 'approved',
  ...changes,
});
const reply = (outcome: JournalEntry['outcome'], amount: number | undefined = 500): JournalEntry => ({
  externalId: 'a',
  outcome,
  amount,
});
const failed = operation({ status: 'FAILED' });
const declined = ledgerEntry({ outcome: 'do_not_honor' });

test.each<[string, JournalEntry, OperationRow[], LedgerEntry[]]>([
  ['an approved operation', reply('approved'), [operation()], [ledgerEntry()]],
  [
    'an approved operation of an unknown amount',
    { ...reply('approved'), amount: undefined },
    [operation()],
    [ledgerEntry()],
  ],
  ['a declined operation', reply('declined'), [failed], [declined]],
  ['a rejected request', reply('rejected'), [], []],
])('%s agrees', (_, journal, operations, ledger) => {
  expect(compareBooks([journal], operations, ledger)).toEqual({ lost: [], doubled: [], guessed: [] });
});

test.each<[string, 'lost' | 'doubled' | 'guessed', JournalEntry, OperationRow[], LedgerEntry[]]>([
  ['an approval that isn’t stored', 'lost', reply('approved'), [], []],
  ['an approval that the acquirer doesn’t have', 'lost', reply('approved'), [operation()], []],
  ['an approval that is stored as failed', 'lost', reply('approved'), [failed], [ledgerEntry()]],
  ['a request without a final reply', 'lost', reply('unanswered'), [], []],
  ['an operation that stays pending', 'lost', reply('declined'), [operation({ status: 'PENDING' })], []],
  ['two operations', 'doubled', reply('approved'), [operation(), operation({ id: 'op_2' })], [ledgerEntry()]],
  ['two ledger entries', 'doubled', reply('approved'), [operation()], [ledgerEntry(), ledgerEntry()]],
  [
    'a success without an event',
    'lost',
    reply('approved'),
    [operation({ has_event: false })],
    [ledgerEntry()],
  ],
  ['a decline that isn’t stored', 'lost', reply('declined'), [], [declined]],
  ['a decline that the acquirer has never seen', 'guessed', reply('declined'), [failed], []],
  ['a decline that the acquirer has approved', 'guessed', reply('declined'), [failed], [ledgerEntry()]],
  ['a decline that is stored as a success', 'guessed', reply('declined'), [operation()], [declined]],
  ['a rejection with an effect', 'guessed', reply('rejected'), [operation()], [ledgerEntry()]],
  [
    'another amount in the database',
    'guessed',
    reply('approved'),
    [operation({ amount: 501 })],
    [ledgerEntry()],
  ],
  [
    'another amount in the ledger',
    'guessed',
    reply('approved'),
    [operation()],
    [ledgerEntry({ amountMinor: 50 })],
  ],
])('%s is found', (_, kind, journal, operations, ledger) => {
  expect(compareBooks([journal], operations, ledger)[kind]).not.toEqual([]);
});

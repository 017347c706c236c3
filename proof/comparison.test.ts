import { expect, test } from 'vitest';
import type { LedgerEntry } from '~/acquirers/simulator/ledger-entry';
import { compareBooks, type OperationRow } from './comparison';
import type { JournalEntry } from './merchant';

const operation = (changes: Partial<OperationRow> = {}): OperationRow => ({
  id: 'op_1',
  external_id: 'a',
  status: 'SUCCEEDED',
  amount: 500,
  ...changes,
});
const booked = (changes: Partial<LedgerEntry> = {}): LedgerEntry => ({
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
const reversal = booked({ reference: 'op_2', kind: 'void', authorization: 'op_1' });
const failed = operation({ status: 'FAILED' });
const declined = booked({ outcome: 'do_not_honor' });

test.each<[string, JournalEntry, OperationRow[], LedgerEntry[]]>([
  ['an approved operation', reply('approved'), [operation()], [booked()]],
  [
    'an approved operation of an unknown amount',
    { ...reply('approved'), amount: undefined },
    [operation()],
    [booked()],
  ],
  ['an approved authorization that was voided', reply('approved'), [operation()], [booked(), reversal]],
  ['a declined operation', reply('declined'), [failed], [declined]],
  ['a declined operation that was reversed', reply('declined'), [failed], [booked(), reversal]],
  ['a rejected request', reply('rejected'), [], []],
])('%s agrees', (_, journal, operations, ledger) => {
  expect(compareBooks([journal], operations, ledger)).toEqual({ lost: [], doubled: [], guessed: [] });
});

test.each<[string, 'lost' | 'doubled' | 'guessed', JournalEntry, OperationRow[], LedgerEntry[]]>([
  ['an approval that isn’t stored', 'lost', reply('approved'), [], []],
  ['an approval that the acquirer doesn’t have', 'lost', reply('approved'), [operation()], []],
  ['an approval that is stored as failed', 'lost', reply('approved'), [failed], [booked()]],
  ['a request without a final reply', 'lost', reply('unanswered'), [], []],
  ['an operation that stays pending', 'lost', reply('declined'), [operation({ status: 'PENDING' })], []],
  ['two operations', 'doubled', reply('approved'), [operation(), operation({ id: 'op_2' })], [booked()]],
  ['two ledger entries', 'doubled', reply('approved'), [operation()], [booked(), booked()]],
  ['a decline that the acquirer has approved', 'guessed', reply('declined'), [failed], [booked()]],
  ['a decline that is stored as a success', 'guessed', reply('declined'), [operation()], [declined]],
  ['a rejection with an effect', 'guessed', reply('rejected'), [operation()], [booked()]],
  ['another amount in the database', 'guessed', reply('approved'), [operation({ amount: 501 })], [booked()]],
  [
    'another amount in the ledger',
    'guessed',
    reply('approved'),
    [operation()],
    [booked({ amountMinor: 50 })],
  ],
])('%s is found', (_, kind, journal, operations, ledger) => {
  expect(compareBooks([journal], operations, ledger)[kind]).not.toEqual([]);
});

import { expect, test } from 'vitest';
import { applyCorrections, correctKeyword, replaceTerms } from './keyword-corrections';

test.each([
  ['refunedd', 'refunded'],
  ['yesterdya', 'yesterday'],
  ['Saterday', 'Saturday'],
  ['declinde', 'declined'],
  ['insufficent', 'insufficient'],
  ['payuot', 'payout'],
  ['yesterday', null],
  ['harbor', null],
  ['Smith', null],
  ['vista', null],
])('%s', (word, keyword) => expect(correctKeyword(word)).toBe(keyword));

test('whole words are replaced', () => {
  expect(applyCorrections('todyas todya', [{ word: 'todya', keyword: 'today' }])).toBe('todyas today');
  expect(replaceTerms('at Oka Cfae, today', ['Oka', 'Cfae'], 'Oak Cafe')).toBe('at Oak Cafe, today');
  expect(replaceTerms('Booking.com (NL) yesterday', ['Booking.com'], '')).toBe('(NL) yesterday');
});

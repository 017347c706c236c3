import { expect, test } from 'vitest';
import { correctKeyword } from './keyword-corrections';

test.each([
  ['refunedd', 'refunded'],
  ['yesterdya', 'yesterday'],
  ['Saterday', 'Saturday'],
  ['declinde', 'declined'],
  ['insufficent', 'insufficient'],
  ['yesterday', null],
  ['harbor', null],
  ['Smith', null],
  ['vista', null],
])('%s', (word, keyword) => expect(correctKeyword(word)).toBe(keyword));

import { expect, test } from 'vitest';
import { toExactTextLine, toTextLine } from './line-input';

test('a line has no zero byte, surrounding space or lone surrogate', () => {
  expect(toTextLine(' a\0b \0')).toBe('ab');
  expect(toTextLine('x'.repeat(300))).toHaveLength(255);
  expect(toTextLine('ab😀', 4)).toBe('ab😀');
  expect(toTextLine('ab😀c', 3)).toBe('ab😀');
  expect(toTextLine('ab\ud83d', 3)).toBe('ab\ufffd');
  expect(toExactTextLine(' a\0b 😀c', 5)).toBe(' ab 😀');
  expect(toExactTextLine('😀'.repeat(300))).toBe('😀'.repeat(255));
});

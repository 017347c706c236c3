import { expect, test } from 'vitest';
import { exactLineOf, lineOf } from './typed-line';

test('a line has no zero byte, no space around it and no half of a character', () => {
  expect(lineOf(' a\0b \0')).toBe('ab');
  expect(lineOf('x'.repeat(300))).toHaveLength(255);
  expect(lineOf('ab😀', 4)).toBe('ab😀');
  expect(lineOf('ab😀c', 3)).toBe('ab😀');
  expect(lineOf('ab\ud83d', 3)).toBe('ab\ufffd');
  expect(exactLineOf(' a\0b 😀c', 5)).toBe(' ab 😀');
  expect(exactLineOf('😀'.repeat(300))).toBe('😀'.repeat(255));
});

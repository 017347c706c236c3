import { expect, test } from 'vitest';
import { readTyped } from './typed-settings';

test('what is too long is cut without leaving half a character', () => {
  const form = new FormData();
  form.set('time_zone', `${'x'.repeat(99)}😀`);
  form.set('hold_days', ' 7\0 ');
  const typed = readTyped(form);
  expect([typed.time_zone!.isWellFormed(), typed.time_zone!.length, typed.hold_days]).toEqual([true, 100, '7']);
});

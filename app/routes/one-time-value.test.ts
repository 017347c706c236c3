import { expect, test } from 'vitest';
import { keepOneTimeValue } from './one-time-value';

test('a secret stays while its page is loaded again, but never on another page', () => {
  const kept = { owner: 'hook_1', value: 'whsec_1' };
  expect(keepOneTimeValue(kept, { owner: 'hook_1', value: null })).toBe(kept);
  expect(keepOneTimeValue(kept, { owner: 'hook_1', value: 'whsec_1' })).toBe(kept);
  expect(keepOneTimeValue(kept, { owner: 'hook_1', value: 'whsec_2' })).toEqual({
    owner: 'hook_1',
    value: 'whsec_2',
  });
  expect(keepOneTimeValue(kept, { owner: 'hook_2', value: null })).toEqual({ owner: 'hook_2', value: null });
});

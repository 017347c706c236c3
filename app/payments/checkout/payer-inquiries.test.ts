import { expect, test } from 'vitest';
import { createId } from '~/platform/ids';
import { inquireOnce } from './payer-inquiries';

test('a page doesn’t wait for an acquirer that doesn’t answer', async () => {
  expect(await inquireOnce(createId('op'), 'waiting', () => new Promise(() => {}))).toBe(false);
});

import { expect, test } from 'vitest';
import { listDifferences, createFingerprint } from './request-fingerprint';

test('depends on the values of the members and not on their order', () => {
  const one = createFingerprint('test', { a: { x: 1, y: [1, 2] }, b: 'text' });
  expect(createFingerprint('test', { b: 'text', a: { y: [1, 2], x: 1 } })).toBe(one);
  expect(listDifferences(one, createFingerprint('test', { a: { x: 1, y: [2, 1] }, b: 'text' }))).toEqual([
    'a',
  ]);
  expect(listDifferences(one, createFingerprint('test', { b: 'text', c: 1 }))).toEqual(['a', 'c']);
});

test('treats a null member like a missing one', () => {
  expect(createFingerprint('test', { a: 1, b: undefined })).toBe(createFingerprint('test', { a: 1 }));
});

test('uses separate hash keys in test and live, and reveals nothing', () => {
  const content = { 'card.pan': '4242424242424242' };
  expect(createFingerprint('test', content)).not.toBe(createFingerprint('live', content));
  expect(createFingerprint('test', content)).not.toContain('4242');
});

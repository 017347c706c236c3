import { expect, test } from 'vitest';
import { differingMembers, fingerprint } from './fingerprints';

test('the order of members does not count, their values do', () => {
  const one = fingerprint('test', { a: { x: 1, y: [1, 2] }, b: 'text' });
  expect(fingerprint('test', { b: 'text', a: { y: [1, 2], x: 1 } })).toBe(one);
  expect(differingMembers(one, fingerprint('test', { a: { x: 1, y: [2, 1] }, b: 'text' }))).toEqual(['a']);
  expect(differingMembers(one, fingerprint('test', { b: 'text', c: 1 }))).toEqual(['a', 'c']);
});

test('an absent member is one that was not sent', () => {
  expect(fingerprint('test', { a: 1, b: undefined })).toBe(fingerprint('test', { a: 1 }));
});

test('test and live hash with keys of their own, and nothing shows through', () => {
  const content = { 'card.pan': '4242424242424242' };
  expect(fingerprint('test', content)).not.toBe(fingerprint('live', content));
  expect(fingerprint('test', content)).not.toContain('4242');
});

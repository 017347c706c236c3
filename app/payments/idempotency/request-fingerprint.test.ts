import { expect, test } from 'vitest';
import { requirePersistentKey } from '~/platform/secrets/persistent-keys.server';
import { hmacDigest } from '~/platform/secrets/secrets.server';
import { listDifferences, createFingerprint } from './request-fingerprint';

test('depends on the values of the members and not on their order', () => {
  const one = createFingerprint('test', { a: { x: 1, y: [1, 2] }, b: 'text' });
  expect(createFingerprint('test', { b: 'text', a: { y: [1, 2], x: 1 } })).toBe(one);
  expect(listDifferences(one, createFingerprint('test', { a: { x: 1, y: [2, 1] }, b: 'text' }))).toEqual([
    'a',
  ]);
  expect(listDifferences(one, createFingerprint('test', { b: 'text', c: 1 }))).toEqual(['a', 'c']);
});

// Stored fingerprints are compared with those of later versions of the code.
test('is the hash of a member with the names of its own members in order', () => {
  const hash = hmacDigest(requirePersistentKey('idempotency/test'), 'a:{"b":{"d":1,"e":2},"c":[3]}');
  expect(createFingerprint('test', { a: { c: [3], b: { e: 2, d: 1 } } })).toBe(`a=${hash.slice(0, 24)}`);
});

test('treats a null member like a missing one', () => {
  expect(createFingerprint('test', { a: 1, b: undefined })).toBe(createFingerprint('test', { a: 1 }));
});

test('uses separate hash keys in test and live, and reveals nothing', () => {
  const content = { 'card.pan': '4242424242424242' };
  expect(createFingerprint('test', content)).not.toBe(createFingerprint('live', content));
  expect(createFingerprint('test', content)).not.toContain('42424242');
});

test('has a short hash of each member, in the order of their names', () => {
  const fingerprint = createFingerprint('test', {
    'card.pan': '4242',
    amount: 1,
    note: null,
    gone: undefined,
  });
  expect(fingerprint).toMatch(/^amount=[\w-]{24} card\.pan=[\w-]{24} note=[\w-]{24}$/);
  // Members with equal values have different hashes.
  const equal = createFingerprint('test', { a: 1, b: 1 }).split(' ');
  expect(equal[0]!.slice(2)).not.toBe(equal[1]!.slice(2));
});

test.each([
  ['lists', [1, 2], { 0: 1, 1: 2 }],
  ['empty values', null, {}],
  ['numbers and text', 1, '1'],
  ['members of members', { x: { y: 1, z: 2 } }, { x: { y: 2, z: 1 } }],
  ['lists of objects', [{ x: 1 }, { y: 2 }], [{ y: 2 }, { x: 1 }]],
])('tells %s apart', (_, one, other) => {
  expect(
    listDifferences(createFingerprint('test', { a: one }), createFingerprint('test', { a: other })),
  ).toEqual(['a']);
});

test('depends on the members of a list of objects, whatever their order', () => {
  expect(createFingerprint('test', { a: [{ c: { e: 1, d: 2 }, b: 1 }] })).toBe(
    createFingerprint('test', { a: [{ b: 1, c: { d: 2, e: 1 } }] }),
  );
});

test('lists differences in the order of their names', () => {
  const [one, other] = [
    createFingerprint('test', { z: 1, m: 1, same: 1 }),
    createFingerprint('test', { m: 2, b: 1, same: 1 }),
  ];
  expect(listDifferences(one, other)).toEqual(['b', 'm', 'z']);
  expect(listDifferences(one, one)).toEqual([]);
});

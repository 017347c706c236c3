import { expect, test } from 'vitest';
import { toArrayLiteral } from './array-literal';
import { queryRows } from './query.server';

/** What the database reads. */
const readBack = async (type: string, elements: Parameters<typeof toArrayLiteral>[0]) =>
  (
    await queryRows<{ elements: unknown[] }>({
      text: `select $1::${type}[] as elements`,
      values: [toArrayLiteral(elements)],
    })
  )[0]!.elements;

const everyCharacter = Array.from({ length: 0xd7ff }, (_, code) => String.fromCharCode(code + 1));

test.each<[string, string, (string | number | boolean | Date | null)[]]>([
  ['texts', 'text', ['a', 'Ada Example', '']],
  [
    'texts that look like something else',
    'text',
    ['NULL', 'null', '{}', '{a,b}', '1', 'a,b', ' a ', '"', "'"],
  ],
  ['missing texts', 'text', [null, 'a', null]],
  ['escapes', 'text', ['\\', '\\\\n', '\\"', '"\\', '\\n', '\n', '\t\b\f\r', 'a\\', '\\u0041']],
  ['JSON texts', 'text', [JSON.stringify({ a: 'b\n"c"\\', d: [1, null, '\\n'] })]],
  ['all characters', 'text', [...everyCharacter, everyCharacter.join('')]],
  ['characters of two units', 'text', ['😀', '😀\n']],
  ['integers', 'int', [0, -1, 2_147_483_647, null]],
  ['times', 'timestamptz', [new Date('2026-02-28T23:59:59.999Z'), null]],
  ['nothing', 'text', []],
])('%s', async (_, type, elements) => expect(await readBack(type, elements)).toEqual(elements));

test('a missing element is null', async () =>
  expect(await readBack('text', [undefined, 'a\n', undefined])).toEqual([null, 'a\n', null]));

test('half a character becomes the replacement character', async () =>
  expect(await readBack('text', ['a\ud800', '\udc00"'])).toEqual(['a\ufffd', '\ufffd"']));

test('large amounts are exact', async () =>
  expect(await readBack('bigint', [999_999_999_999, null])).toEqual(['999999999999', null]));

import { expect, test } from 'vitest';
import { batchByKey } from './batching';

test('requests of one turn share a call; later ones cause another', async () => {
  let value = 'before';
  const loadedKeys: string[] = [];
  const load = batchByKey(async (key) => {
    loadedKeys.push(key);
    return `${key} ${value}`;
  });
  const first = load('a');
  // A loader that starts a few promises later is in the same turn.
  const second = Promise.resolve()
    .then(() => Promise.resolve())
    .then(() => load('a'));
  const other = load('b');
  value = 'after';
  expect(await Promise.all([first, second, other])).toEqual(['a after', 'a after', 'b after']);
  expect(loadedKeys).toEqual(['a', 'b']);
  value = 'later';
  expect(await load('a')).toBe('a later');
});

test('while one call is pending, the next one waits for it', async () => {
  const resolvers: ((text: string) => void)[] = [];
  const load = batchByKey(() => new Promise<string>((resolve) => resolvers.push(resolve)));
  const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
  const early = load('session');
  await turn();
  const late = load('session');
  await turn();
  expect(resolvers).toHaveLength(2);
  resolvers[0]!('logged in');
  resolvers[1]!('logged out');
  expect({ early: await early, late: await late }).toEqual({ early: 'logged in', late: 'logged out' });
});

test('an error reaches everyone who asked, and nobody later', async () => {
  let isFailing = true;
  const load = batchByKey(async () => {
    if (isFailing) throw new Error('no database');
    return 'here';
  });
  const results = await Promise.allSettled([load('a'), load('a')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isFailing = false;
  expect(await load('a')).toBe('here');
});

import { expect, test } from 'vitest';
import { askedTogether } from './asked-together';

test('what is asked in one turn is asked once, after all have asked; what is asked later is asked anew', async () => {
  let value = 'before';
  const asked: string[] = [];
  const ask = askedTogether(async (key) => {
    asked.push(key);
    return `${key} ${value}`;
  });
  const first = ask('a');
  // A loader that begins a few promises later belongs to the same turn.
  const second = Promise.resolve()
    .then(() => Promise.resolve())
    .then(() => ask('a'));
  const other = ask('b');
  value = 'after';
  expect(await Promise.all([first, second, other])).toEqual(['a after', 'a after', 'b after']);
  expect(asked).toEqual(['a', 'b']);
  value = 'later';
  expect(await ask('a')).toBe('a later');
});

test('while one answer is on its way, the next question is put by itself', async () => {
  const answers: ((text: string) => void)[] = [];
  const ask = askedTogether(() => new Promise<string>((resolve) => answers.push(resolve)));
  const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
  const early = ask('session');
  await turn();
  const late = ask('session');
  await turn();
  expect(answers).toHaveLength(2);
  answers[0]!('logged in');
  answers[1]!('logged out');
  expect([await early, await late]).toEqual(['logged in', 'logged out']);
});

test('an error reaches everybody who asked, and nobody after them', async () => {
  let broken = true;
  const ask = askedTogether(async () => {
    if (broken) throw new Error('no database');
    return 'here';
  });
  const results = await Promise.allSettled([ask('a'), ask('a')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  broken = false;
  expect(await ask('a')).toBe('here');
});

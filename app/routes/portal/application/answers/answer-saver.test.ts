import { expect, test } from 'vitest';
import { createSaver, type Progress } from './answer-saver';

type Sent = { reply: string } | 'failed' | 'logged_out' | 'closed';

/** A saver with a server that sends the given replies in order, and a record of what it received. */
function build(...answers: Sent[]) {
  const seen: Record<string, string>[] = [];
  const received: string[] = [];
  const again: (() => void)[] = [];
  const saver = createSaver<string>({
    send: async (batch) => (seen.push(batch), answers.shift() ?? { reply: 'kept' }),
    accept: () => {},
    report: (names, progress: Progress) => void received.push(`${names.join()} ${progress}`),
    later: (_, retry) => void again.push(retry),
  });
  return { ...saver, seen, received: received, again };
}

test('answers given during a save are sent together after it', async () => {
  const { save, settle, seen } = build();
  save({ a: '1' });
  save({ b: '2' });
  save({ b: '3' });
  expect(await settle()).toBe(true);
  expect(seen).toEqual([{ a: '1' }, { b: '3' }]);
});

test('when the page is left, waiting answers are sent at once, and are the last if the page stays', async () => {
  const { save, settle, leave, seen } = build();
  leave();
  save({ a: '1' });
  leave();
  save({ b: '2' });
  leave();
  expect(seen).toEqual([{ a: '1' }, { b: '2' }]);
  expect(await settle()).toBe(true);
  expect(seen).toEqual([{ a: '1' }, { b: '2' }, { b: '2' }]);
});

test('failed answers are sent again, with their newest values', async () => {
  const { save, settle, seen, received: received, again } = build('failed');
  save({ a: '1', b: '1' });
  expect(await settle()).toBe(false);
  expect(received).toEqual(['a,b saving', 'a,b failed']);
  save({ b: '2' });
  expect(await settle()).toBe(true);
  expect(seen.at(-1)).toEqual({ a: '1', b: '2' });
  expect(again).toHaveLength(1);
});

test('once the application is closed, nothing is sent, and nothing counts as saved', async () => {
  const { save, settle, seen, received: received, again } = build('closed');
  save({ a: '1' });
  expect(await settle()).toBe(false);
  save({ b: '2' });
  expect(await settle()).toBe(false);
  expect({ sentCount: seen.length, repeatedCount: again.length, received: received.at(-1) }).toEqual({
    sentCount: 1,
    repeatedCount: 0,
    received: 'a closed',
  });
});

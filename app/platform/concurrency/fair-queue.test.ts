import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue';

const turn = () => new Promise(setImmediate);

/** A queue whose tasks end on request. */
function observeQueue(limits: { slots: number; waitingPerOwner: number }) {
  const runInTurn = createFairQueue(limits);
  const started: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  return {
    started,
    add: (name: string) =>
      runInTurn(name[0]!, () => {
        started.push(name);
        return new Promise<string>((resolve, reject) =>
          ends.set(name, (error) => (error ? reject(error) : resolve(name))),
        );
      }),
    end: async (name: string, error?: Error) => {
      ends.get(name)!(error);
      await turn();
    },
  };
}

test('no owner gets more than half of the slots', async () => {
  const { add, end, started } = observeQueue({ slots: 4, waitingPerOwner: 9 });
  for (const name of ['a1', 'a2', 'a3', 'b1']) void add(name);
  await turn();
  expect(started).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  expect(started).toEqual(['a1', 'a2', 'b1']);
  await end('a2');
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('a newcomer precedes owners whose tasks are in progress', async () => {
  const { add, end, started } = observeQueue({ slots: 4, waitingPerOwner: 9 });
  for (const name of ['a1', 'a2', 'b1', 'b2', 'a3', 'b3', 'c1', 'c2']) void add(name);
  await turn();
  await end('a1');
  await end('b1');
  expect(started.slice(4)).toEqual(['c1', 'a3']);
});

test('an owner with too many waiting tasks is rejected, and no other', async () => {
  const { add, end, started } = observeQueue({ slots: 2, waitingPerOwner: 1 });
  const [first, second, third] = [add('a1'), add('a2'), add('a3')];
  expect(await third).toBe('too_busy');
  void add('b1');
  await end('a1');
  await end('a2');
  expect(await Promise.all([first, second])).toEqual(['a1', 'a2']);
  expect(started).toEqual(['a1', 'b1', 'a2']);
});

test('a failed task frees its slot', async () => {
  const { add, end, started } = observeQueue({ slots: 2, waitingPerOwner: 1 });
  const failed = expect(add('a1')).rejects.toThrow('broken');
  void add('a2');
  await turn();
  await end('a1', new Error('broken'));
  await failed;
  expect(started).toEqual(['a1', 'a2']);
});

import { expect, test } from 'vitest';
import { BatchQueue, QueueFullError, type BatchOptions } from './batch-queue';

type Values = { id: string; merchant: string; payment?: string };

/** A queue whose writers finish when the test says so. */
function openQueue(options: Partial<BatchOptions<Values, string>> = {}) {
  const batches: string[][] = [];
  const finish: ((error?: Error) => void)[] = [];
  const queue = new BatchQueue<Values, string>({
    writers: 1,
    maximumSize: 4,
    maximumWaiting: 100,
    maximumWaitingPerMerchant: 100,
    merchantOf: ({ merchant }) => merchant,
    locksOf: ({ payment }) => (payment ? [payment] : []),
    isRejected: (error) => (error as Error).message === 'rejected',
    write: (values) =>
      new Promise((resolve, reject) => {
        batches.push(values.map(({ id }) => id));
        finish.push((error) => (error ? reject(error) : resolve(values.map(({ id }) => `row of ${id}`))));
      }),
    ...options,
  });
  return { queue, batches, finishNext: (error?: Error) => finish.shift()!(error) };
}

const add = (queue: BatchQueue<Values, string>, id: string, merchant = 'm', payment?: string) =>
  queue.add({ id, merchant, payment });
const turn = () => new Promise((resolve) => setImmediate(resolve)).then(() => new Promise(setImmediate));

test('requests of one turn are one batch; those that come meanwhile are the next', async () => {
  const { queue, batches, finishNext } = openQueue();
  const first = ['a', 'b'].map((id) => add(queue, id));
  await turn();
  const second = ['c', 'd'].map((id) => add(queue, id));
  await turn();
  expect(batches).toEqual([['a', 'b']]);
  finishNext();
  await turn();
  expect(batches).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  finishNext();
  expect(await Promise.all([...first, ...second])).toEqual(['a', 'b', 'c', 'd'].map((id) => `row of ${id}`));
});

test('a single request is written at once', async () => {
  const { queue, batches } = openQueue();
  void add(queue, 'a');
  await turn();
  expect(batches).toEqual([['a']]);
});

test('several writers share what waits', async () => {
  const { queue, batches } = openQueue({ writers: 2, maximumSize: 2 });
  for (const id of ['a', 'b', 'c', 'd', 'e']) void add(queue, id);
  await turn();
  expect(batches).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

test('requests about one payment are in different batches, in their order', async () => {
  const { queue, batches, finishNext } = openQueue();
  for (const [id, payment] of [
    ['a', 'p'],
    ['b', 'p'],
    ['c', 'q'],
    ['d', 'p'],
  ] as const)
    void add(queue, id, 'm', payment);
  for (let batch = 0; batch < 3; batch++) {
    await turn();
    finishNext();
  }
  expect(batches).toEqual([['a', 'c'], ['b'], ['d']]);
});

test('a request about a payment that is being written waits, and takes no writer', async () => {
  const { queue, batches, finishNext } = openQueue({ writers: 2 });
  void add(queue, 'a', 'm', 'p');
  await turn();
  for (const [id, payment] of [
    ['b', 'p'],
    ['c', 'q'],
  ] as const)
    void add(queue, id, 'm', payment);
  await turn();
  expect(batches).toEqual([['a'], ['c']]);
  finishNext();
  await turn();
  expect(batches).toEqual([['a'], ['c'], ['b']]);
});

test('more merchants than fit into a batch take turns', async () => {
  const { queue, batches, finishNext } = openQueue({ maximumSize: 2 });
  for (const index of [0, 1])
    for (const merchant of ['k', 'l', 'm', 'n']) void add(queue, `${merchant}${index}`, merchant);
  for (let batch = 0; batch < 4; batch++) {
    await turn();
    finishNext();
  }
  expect(batches).toEqual([
    ['k0', 'l0'],
    ['m0', 'n0'],
    ['k1', 'l1'],
    ['m1', 'n1'],
  ]);
});

test('a burst of one merchant leaves room for the others', async () => {
  const { queue, batches, finishNext } = openQueue();
  for (let index = 0; index < 20; index++) void add(queue, `burst-${index}`, 'busy');
  await turn();
  for (const id of ['x', 'y']) void add(queue, id, 'quiet');
  finishNext();
  await turn();
  expect(batches).toEqual([
    ['burst-0', 'burst-1', 'burst-2', 'burst-3'],
    ['burst-4', 'x', 'burst-5', 'y'],
  ]);
});

test('the requests of a rejected batch are written singly, and one of them fails', async () => {
  const { queue } = openQueue({
    write: (values) =>
      values.some(({ id }) => id === 'bad')
        ? Promise.reject(new Error('rejected'))
        : Promise.resolve(values.map(({ id }) => id)),
  });
  const results = await Promise.allSettled(['a', 'bad', 'c'].map((id) => add(queue, id)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('a lost connection leaves the outcome of the whole batch open, and nothing is written again', async () => {
  const { queue, batches, finishNext } = openQueue();
  const results = Promise.allSettled(['a', 'b'].map((id) => add(queue, id)));
  await turn();
  finishNext(new Error('connection lost'));
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await turn();
  expect(batches).toHaveLength(1);
});

test('what waits of one merchant is bounded, and leaves room for others', async () => {
  const { queue } = openQueue({ maximumSize: 1, maximumWaitingPerMerchant: 1 });
  void add(queue, 'a', 'busy');
  await turn();
  void add(queue, 'b', 'busy');
  await expect(add(queue, 'c', 'busy')).rejects.toThrow(QueueFullError);
  void add(queue, 'd', 'quiet');
});

test('what waits is bounded', async () => {
  const { queue, finishNext } = openQueue({ maximumSize: 1, maximumWaiting: 2 });
  const written = add(queue, 'a');
  await turn();
  const waiting = [add(queue, 'b'), add(queue, 'c')];
  await expect(add(queue, 'd')).rejects.toThrow(QueueFullError);
  for (let batch = 0; batch < 3; batch++) {
    finishNext();
    await turn();
  }
  expect(await Promise.all([written, ...waiting])).toHaveLength(3);
});

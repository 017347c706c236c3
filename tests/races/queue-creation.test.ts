import { expect, test } from 'vitest';
import { createId } from '~/platform/ids';
import { boss } from '~/platform/jobs/queue.server';
import { createQueue } from '~/platform/jobs/queues';

test('processes that start together on a new database create the queues once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const name = createId('req');
    await Promise.all(Array.from({ length: 3 }, () => createQueue(boss, name, { retryLimit: 7 })));
    expect(await boss.getQueue(name)).toMatchObject({ retryLimit: 7 });
    await boss.deleteQueue(name);
  }
});

import { expect, test } from 'vitest';
import { openQueues } from '~/jobs/timetable';
import { createId } from '~/platform/ids';
import { boss, openQueue, type QueueName } from '~/platform/queue.server';

test('processes that start together on a new database make the queues once', async () => {
  await openQueues();
  for (let round = 0; round < 5; round += 1) {
    const name = createId('req') as string as QueueName;
    await Promise.all(Array.from({ length: 3 }, () => openQueue(name, { retryLimit: 7 })));
    expect(await boss.getQueue(name)).toMatchObject({ retryLimit: 7 });
    await boss.deleteQueue(name);
  }
});

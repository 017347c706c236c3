import { expect, test } from 'vitest';
import { createQueues } from '~/jobs/timetable';
import { createId } from '~/platform/ids';
import { boss, createQueue, type QueueName } from '~/platform/jobs/queue.server';

test('processes that start together on a new database create the queues once', async () => {
  await createQueues();
  for (let round = 0; round < 5; round += 1) {
    const name = createId('req') as string as QueueName;
    await Promise.all(Array.from({ length: 3 }, () => createQueue(name, { retryLimit: 7 })));
    expect(await boss.getQueue(name)).toMatchObject({ retryLimit: 7 });
    await boss.deleteQueue(name);
  }
});

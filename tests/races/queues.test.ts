import { expect, test } from 'vitest';
import { openQueues } from '~/jobs/timetable';
import { boss, openQueue } from '~/platform/queue.server';

test('processes that start together on a new database make the queues once', async () => {
  await openQueues();
  for (let round = 0; round < 5; round += 1) {
    await boss.deleteQueue('settle-upload');
    await Promise.all(Array.from({ length: 3 }, () => openQueue('settle-upload', { retryLimit: 7 })));
    expect(await boss.getQueue('settle-upload')).toMatchObject({ retryLimit: 7 });
  }
  await boss.deleteQueue('settle-upload');
  await openQueues();
});

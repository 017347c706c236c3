import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createId } from '~/platform/ids';
import { installQueues } from '~/platform/jobs/queues';

test('processes that start together on a new database create the queues once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const server = new pg.Client({ connectionString: process.env.MIGRATION_DATABASE_URL });
    await server.connect();
    onTestFinished(() => server.end());
    const database = createId('req');
    await server.query(`create database ${database}`);
    const url = new URL(process.env.MIGRATION_DATABASE_URL!);
    url.pathname = `/${database}`;
    const pools = Array.from({ length: 3 }, () => new pg.Pool({ connectionString: url.href, max: 2 }));
    await Promise.all(pools.map(installQueues));
    const { rows } = await pools[0]!.query(
      `select name, retry_limit as "retryLimit" from pgboss.queue where name not like '\\_\\_%' order by name`,
    );
    expect(rows).toEqual([
      { name: 'check-document', retryLimit: 60_000 },
      { name: 'send-mail', retryLimit: 12 },
      { name: 'settle-upload', retryLimit: 1_000 },
    ]);
    await Promise.all(pools.map((pool) => pool.end()));
    await server.query(`drop database ${database}`);
  }
});

// The cost of webhooks: a backlog of events is fanned out and sent one by one, without other work.
import { startWebhookReceiver } from '../tests/peers/services/webhook-receiver';
import { buildWorld, cpuMs, describeMachine, familyCpuMs } from './world';

const events = Number(process.env.BENCH_EVENTS ?? 10_000);
const responseMs = Number(process.env.BENCH_ANSWER_MS ?? 20);

const world = await buildWorld();
const receiver = await startWebhookReceiver(
  (response) => void setTimeout(() => response.writeHead(200).end('ok'), responseMs),
);
try {
  const { accountId, database } = world;
  await database.query(
    `update webhook_endpoints set deleted_at = null, url = $2, events = '{}' where id = (select id from webhook_endpoints where account_id = $1 and environment = 'test' and status = 'enabled' limit 1)`,
    [accountId, `${receiver.url}/webhooks`],
  );
  const before = { node: cpuMs(world.server.processId), postgres: familyCpuMs(...world.postgres.processIds) };
  const startTime = performance.now();
  await database.query(
    `insert into webhook_events (id, account_id, environment, type, transaction_id, payload)
     select 'evt_bench' || lpad(n::text, 23, '0'), account_id, environment, type, transaction_id, payload
     from (select * from webhook_events where account_id = $1 and environment = 'test' and type = 'transaction.captured' limit 1) like_this, generate_series(1, $2::int) n`,
    [accountId, events],
  );
  while (receiver.received.length < events) await new Promise((done) => setTimeout(done, 50));
  const seconds = (performance.now() - startTime) / 1000;
  const spent = {
    node: cpuMs(world.server.processId) - before.node,
    postgres: familyCpuMs(...world.postgres.processIds) - before.postgres,
  };
  console.log(
    `${describeMachine()}; ${events} events for one endpoint, which answers after ${responseMs} ms\n`,
  );
  console.log('| sent /s | Node ms | PostgreSQL ms |\n| --- | --- | --- |');
  console.log(
    `| ${(events / seconds).toFixed(0)} | ${(spent.node / events).toFixed(2)} | ${(spent.postgres / events).toFixed(2)} |`,
  );
} finally {
  await receiver.stop();
  await world.stop();
}

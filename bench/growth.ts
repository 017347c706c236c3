// Whether a payment's cost is independent of the number of previous payments: CPU time of Node and
// PostgreSQL, on small and large tables.
import { sendLoad, type Call } from './load/wrk';
import { buildWorld, cpuMs, describeMachine, familyCpuMs, type World } from './world';

const sizes = (process.env.BENCH_SIZES ?? '5000,5000000').split(',').map(Number);
const seconds = Number(process.env.BENCH_SECONDS ?? 8);

/** Fills the tables with this many past payments, captured and settled. */
async function fillTables({ database, accountId }: World, upTo: number): Promise<void> {
  const { rows } = await database.query<{ count: number }>(
    "select count(*)::int as count from transactions where id like 'trx_0%'",
  );
  const numbers = `generate_series(${rows[0]!.count + 1}, ${upTo}) as n`;
  // IDs as the product creates them: time first, so that old rows are adjacent.
  const id = (prefix: string) =>
    `'${prefix}_0' || lpad(n::text, 9, '0') || substr(md5(n::text || '${prefix}') || md5(n::text), 1, 26)`;
  await database.query(`
    insert into transactions (id, account_id, environment, type, status, order_id, order_amount, order_currency, amount_authorized, amount_captured, external_id,
      authorization_id, "order", connection_id, card_brand, card_bin, card_last_four, card_expiry, settled_at, version)
    select ${id('trx')}, '${accountId}', 'test', 'PAYMENT', 'SETTLED', 'old-' || n, 10000, 'USD', 10000, 10000, 'old-' || n,
      ${id('op')}, '{"order_amount":10000,"order_currency":"USD"}', 'con_simulator_test', 'visa', '424242', '4242', '2040-12', now(), 3 from ${numbers}`);
  await database.query(`
    insert into operations (id, transaction_id, type, status, amount, currency, external_id, operator, acquirer_reference, completed_at, response_body)
    select ${id('op')}, ${id('trx')}, 'authcap', 'SUCCEEDED', 10000, 'USD', 'old-' || n, 'api:key', 'sim', now(), repeat('x', 600) from ${numbers}`);
  await database.query(`
    insert into idempotency_keys (account_id, environment, family, external_id, fingerprint, resource_id, operation_id)
    select '${accountId}', 'test', 'transaction', 'old-' || n, repeat('0', 200), ${id('trx')}, ${id('op')} from ${numbers}`);
  await database.query(`
    insert into acquirer_statement_entries (connection_id, environment, reference, kind, "authorization", amount, currency, approved, handled_at)
    select 'con_simulator_test', 'test', ${id('op')}, 'authcap', ${id('op')}, 10000, 'USD', true, now() from ${numbers}`);
  await database.query(
    'vacuum analyze transactions, operations, idempotency_keys, acquirer_statement_entries',
  );
  await database.query('checkpoint');
}

/** Milliseconds of CPU time per call. */
async function measureCost(world: World, call: Call): Promise<number> {
  const status = { capture: 'AUTHORIZED', refund: 'CAPTURED', authorize: '', get: '' }[call];
  const { rows } = await world.database.query<{ id: string }>(
    "select id from transactions where status = $1 and type = 'PAYMENT' and amount_refunded = 0 limit 100000",
    [status],
  );
  const spent = () => cpuMs(world.server.processId) + familyCpuMs(...world.postgres.processIds);
  const before = spent();
  const { requests } = await sendLoad(world, call, { ids: rows.map(({ id }) => id), clients: 16, seconds });
  return (spent() - before) / requests;
}

const world = await buildWorld();
try {
  await sendLoad(world, 'authorize', { clients: 16, seconds: 3 });
  console.log(
    `${describeMachine()}\n\n| transactions before | CPU ms of authorize + capture + refund |\n| --- | --- |`,
  );
  for (const size of sizes) {
    await fillTables(world, size);
    let total = 0;
    for (const call of ['authorize', 'capture', 'refund'] as const) total += await measureCost(world, call);
    console.log(`| ${size} | ${total.toFixed(2)} |`);
  }
} finally {
  await world.stop();
}

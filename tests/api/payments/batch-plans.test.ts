import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import '~/payments/checkout/card-intents';
import '~/payments/checkout/payment-intents';
import '~/payments/operations/capture-void';
import '~/payments/operations/refund-statements';
import '~/payments/transactions/payment-statements';
import { batchedStatements } from '~/platform/database/batched-statement.server';
import { isEmbedded } from '~/platform/database/db.server';
import { lookupOptions } from '~/platform/database/lookup-options';

type Plan = {
  'Node Type': string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
};

/** Indexes that find one row, and what they search for. */
const lookups: Record<string, RegExp> = {
  accounts_pkey: /^\(id = /,
  idempotency_keys_pkey:
    /^\(\(account_id = .+ AND \(+environment\S* = .+ AND \(+family\S* = .+ AND \(external_id = /,
  operations_pkey: /^\(id = /,
  payment_intents_account_id_environment_id_idx:
    /^\(\(account_id = .+ AND \(+environment\S* = .+ AND \(id = /,
  payment_intents_pkey: /^\(id = /,
  transactions_id_order_currency_key: /^\(id = /,
  transactions_parent: /^\(parent_id = /,
  transactions_pkey: /^\(id = /,
  webhook_endpoints_account_id_environment_id_idx: /^\(\(account_id = .+ AND \(+environment\S* = /,
};
/** As many rows as autovacuum waits for before it analyzes a table for the first time. Other tests may have left more. */
const rows = `(select i, lpad(i::text, 36, '0') as id from generate_series(1, 50) i) as row`;
const fewRows = `
  set local session_replication_role = replica;
  truncate transactions, operations, idempotency_keys, payment_intents cascade;
  insert into transactions (id, account_id, environment, type, status, order_amount, order_currency, external_id, authorization_id, connection_id)
    select 'trx_' || id, 'acc_' || id, 'test', 'PAYMENT', 'PENDING', 1, 'EUR', id, 'op_' || id, 'con_simulator_test' from ${rows};
  insert into operations (id, transaction_id, type, amount, currency, operator)
    select 'op_' || id, 'trx_' || id, 'authcap', 1, 'EUR', 'api' from ${rows};
  insert into idempotency_keys (account_id, environment, family, external_id, fingerprint, resource_id)
    select 'acc_' || id, 'test', 'transaction', id, 'a', 'trx_' || id from ${rows};
  insert into payment_intents (id, account_id, environment, external_id, operation, amount, currency, "order", success_url, failure_url, expires_at)
    select 'int_' || id, 'acc_' || id, 'test', id, 'authcap', 1, 'EUR', '{}', 'https://a.example', 'https://a.example', now() from ${rows}`;
const tables = 'transactions, operations, idempotency_keys, payment_intents';

const listNodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)];

// A statement keeps its plan from when the tables had only a few rows, and reading all of them was cheapest.
describe.skipIf(isEmbedded)('the plan of a batched statement', () => {
  // As the superuser, who may turn off foreign keys.
  const connection = new pg.Client({
    connectionString: process.env.MIGRATION_DATABASE_URL,
    options: lookupOptions,
  });
  beforeAll(async () => {
    await connection.connect();
    await connection.query(`begin; ${fewRows}; analyze ${tables}`);
  });
  afterAll(() => connection.end());

  test.each([...batchedStatements])('%s finds every row by its key', async (name, { text, columns }) => {
    const types = Object.values(columns).map((type) => `${type}[]`);
    await connection.query(`prepare "${name}" (${types.join(', ')}) as ${text}`);
    const { rows: plans } = await connection.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (format json) execute "${name}" (${types.map(() => 'null').join(', ')})`,
    );
    const nodes = listNodes(plans[0]!['QUERY PLAN'][0].Plan);
    expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
    for (const { 'Index Name': index, 'Index Cond': condition = '' } of nodes)
      if (index) expect(condition, index).toMatch(lookups[index] ?? /never/);
  });
});

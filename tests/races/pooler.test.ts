import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkConnections } from '~/platform/database/connection-checks';
import { lookupSettings } from '~/platform/database/lookup-options';
import { applyMigrations } from '~/platform/database/migrations/migrations.server';
import { ownerPool } from '../world/database-owner';
import { pgbouncerVersion, preparedStatementsVersion, startPgbouncer } from '../peers/services/pgbouncer';
import pg from 'pg';

// A pooler in front of PostgreSQL. Debian 12's can't keep prepared statements, Debian 13's can.

const databaseUrl = process.env.MIGRATION_DATABASE_URL!;
const keepsStatements = pgbouncerVersion() >= preparedStatementsVersion;
let pgbouncer: Awaited<ReturnType<typeof startPgbouncer>>;
beforeAll(async () => {
  pgbouncer = await startPgbouncer(databaseUrl);
});
afterAll(() => pgbouncer.stop());

test('a direct connection has no findings', async () => {
  expect(await checkConnections({ databaseUrl, paymentDatabaseUrl: databaseUrl })).toEqual({
    refusals: [],
    warnings: [],
  });
});

test.skipIf(keepsStatements)('a pooler that loses prepared statements is refused', async () => {
  const { refusals } = await checkConnections({
    databaseUrl: pgbouncer.url,
    paymentDatabaseUrl: pgbouncer.paymentUrl,
  });
  expect(refusals).toEqual([expect.stringMatching(/^DATABASE_URL: the connection pooler loses prepared/)]);
});

test.runIf(keepsStatements)('PgBouncer with our configuration has no findings', async () => {
  expect(
    await checkConnections({ databaseUrl: pgbouncer.url, paymentDatabaseUrl: pgbouncer.paymentUrl }),
  ).toEqual({ refusals: [], warnings: [] });
});

test('the database for payments has each of its settings', async () => {
  const client = new pg.Client({ connectionString: pgbouncer.paymentUrl });
  await client.connect();
  for (const [name, value] of Object.entries(lookupSettings))
    expect((await client.query(`show ${name}`)).rows[0], name).toEqual({ [name]: value });
  await client.end();
});

test('a pooler without the settings for payments is reported', async () => {
  const { warnings } = await checkConnections({
    databaseUrl: pgbouncer.url,
    paymentDatabaseUrl: pgbouncer.url,
  });
  expect(warnings).toEqual([
    expect.stringMatching(/^DATABASE_URL: the connection pooler drops the settings/),
  ]);
});

test('a database for payments that doesn’t respond is refused', async () => {
  const { refusals } = await checkConnections({ databaseUrl, paymentDatabaseUrl: `${databaseUrl}_missing` });
  expect(refusals).toEqual([expect.stringMatching(/^PAYMENT_DATABASE_URL: could not connect for payments/)]);
});

test('a replica that doesn’t follow the primary is reported', async () => {
  const check = async (databaseReplicaUrl: string) =>
    (await checkConnections({ databaseUrl, databaseReplicaUrl })).warnings;
  expect(await check(databaseUrl)).toEqual([
    expect.stringMatching(/^DATABASE_REPLICA_URL: the server is not a replica/),
  ]);
  expect(await check(`${databaseUrl}_missing`)).toEqual([
    expect.stringMatching(/^DATABASE_REPLICA_URL: the replica does not respond/),
  ]);
});

test('migrations refuse a pooler', async () => {
  const pool = new pg.Pool({ connectionString: pgbouncer.url, max: 1 });
  await expect(applyMigrations(pool)).rejects.toThrow(
    /^MIGRATION_DATABASE_URL: name PostgreSQL’s own address/,
  );
  await pool.end();
  expect(await applyMigrations(ownerPool)).toEqual([]);
});

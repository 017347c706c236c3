import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createCertificate, type Certificate } from '../../peers/services/certificates';
import { buildPaymentBody } from '../../peers/server-fleet';
import { connectMerchant } from '../../peers/merchant-client';
import { startPostgres, type Postgres } from '../../peers/services/postgres';
import { createDataDir, startExpectingFailure, startServer } from '../../peers/server';

let certificate: Certificate;
let otherCertificate: Certificate;
let postgres: Postgres;
beforeAll(async () => {
  [certificate, otherCertificate] = await Promise.all([
    createCertificate('localhost'),
    createCertificate('localhost'),
  ]);
  postgres = await startPostgres({ certificate });
});
afterAll(() => postgres.stop());

const settings = (host: string, query: string) => ({
  DATA_DIR: createDataDir(),
  DATABASE_URL: `${postgres.url.replace('127.0.0.1', host)}${query}`,
});

test(
  'a payment is stored in a database that requires TLS on every connection',
  { timeout: 120_000 },
  async () => {
    const server = await startServer(
      settings('localhost', `?sslmode=verify-full&sslrootcert=${certificate.authority}`),
    );
    onTestFinished(server.kill);
    const merchant = await connectMerchant(server);
    expect((await merchant.call('/transactions', buildPaymentBody('over-tls'))).json).toMatchObject({
      status: 'CAPTURED',
    });
    const client = new pg.Client({
      connectionString: postgres.url.replace('127.0.0.1', 'localhost'),
      ssl: { ca: readFileSync(certificate.authority, 'utf8') },
    });
    await client.connect();
    onTestFinished(() => client.end());
    const { rows } = await client.query<{ all: number; safe: number }>(
      `select count(*)::int as "all", count(*) filter (where ssl)::int as safe from pg_stat_activity join pg_stat_ssl using (pid) where application_name like 'tillway%'`,
    );
    expect(rows[0]!.all).toBeGreaterThan(0);
    expect(rows[0]!.safe).toBe(rows[0]!.all);
  },
);

test.each([
  [
    'an authority that did not vouch for it',
    'localhost',
    () => `?sslmode=verify-full&sslrootcert=${otherCertificate.authority}`,
  ],
  ['an authority that no one knows', 'localhost', () => '?sslmode=verify-full'],
  [
    'another name than it was made for',
    '127.0.0.1',
    () => `?sslmode=verify-full&sslrootcert=${certificate.authority}`,
  ],
  ['no TLS at all', 'localhost', () => ''],
])('the start fails with %s', { timeout: 60_000 }, async (_, host, query) => {
  const { code, errorOutput } = await startExpectingFailure(settings(host, query()));
  expect(code).toBe(1);
  expect(errorOutput).toMatch(/^DATABASE_URL: .+\n$/);
});

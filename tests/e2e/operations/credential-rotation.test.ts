import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startBackgroundPayments, buildPaymentBody, startServerFleet } from '../../peers/server-fleet';
import { startPostgres, type Postgres } from '../../peers/services/postgres';
import { startS3, type S3Peer } from '../../peers/services/s3';
import { createDataDir, startExpectingFailure } from '../../peers/server';
import { startSmtp } from '../../peers/services/smtp';

let [postgres, s3, smtp]: [Postgres, S3Peer, Awaited<ReturnType<typeof startSmtp>>] = [] as never;
let admin: pg.Client;
let shop: pg.Client;
const dataDir = createDataDir();
beforeAll(async () => {
  [postgres, s3, smtp] = await Promise.all([startPostgres({ passwords: true }), startS3(), startSmtp()]);
  admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
}, 120_000);
afterAll(async () => {
  await admin.end();
  await smtp.goOffline();
  await s3.stop();
  await postgres.stop();
});

/** A password reset sends an email, and a document can be uploaded. */
async function expectMailAndDocument(origin: string, email: string): Promise<void> {
  // The demo's own emails are being sent meanwhile.
  const links = () =>
    smtp.mails.filter(
      ({ to, subject }) => to?.[0]?.address === email && subject?.startsWith('Choose a new password'),
    ).length;
  const before = links();
  const { status } = await fetch(`${origin}/forgot-password`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({ email }),
    redirect: 'manual',
  });
  expect(status).toBe(302);
  await expect.poll(links, { timeout: 30_000 }).toBe(before + 1);
  const probes = async () =>
    (
      await shop.query<{ runs: number; failures: number }>(
        `select runs, failures from job_timers where job = 'probe-storage'`,
      )
    ).rows[0]!;
  const { runs } = await probes();
  await shop.query(`update job_timers set next_run_at = now() where job = 'probe-storage'`);
  await expect.poll(async () => (await probes()).runs, { timeout: 60_000 }).toBeGreaterThan(runs);
  expect((await probes()).failures).toBe(0);
}

test(
  'the credentials for the database, mail server and bucket are rotated during operation, and no request fails',
  { timeout: 300_000 },
  async () => {
    await admin.query(`create role shop_owner login password 'owner' nosuperuser`);
    await admin.query(`create role shop login password 'first' nosuperuser`);
    await admin.query('create database shop owner shop_owner template template0');
    smtp.logins.set('shop', 'first');
    const address = new URL(postgres.url);
    const databaseAs = (user: string, password: string) =>
      `postgresql://${user}:${password}@${address.host}/shop`;
    const { code } = await startExpectingFailure(
      {
        DATABASE_URL: databaseAs('shop', 'first'),
        MIGRATION_DATABASE_URL: databaseAs('shop_owner', 'owner'),
      },
      [process.execPath, 'scripts/migrate.mjs'],
    );
    expect(code).toBe(0);
    const mailAs = (user: string, password: string) => smtp.url.replace('//', `//${user}:${password}@`);
    const fixed = { DATA_DIR: dataDir, PORTAL_URL: 'http://localhost:3000', SECRET_KEY: 'ab'.repeat(32) };
    const oldCredentials = {
      ...fixed,
      DATABASE_URL: databaseAs('shop', 'first'),
      SMTP_URL: mailAs('shop', 'first'),
      ...s3.env,
    };

    const fleet = await startServerFleet(oldCredentials);
    onTestFinished(fleet.kill);
    shop = new pg.Client({
      connectionString: Object.assign(new URL(postgres.url), { pathname: '/shop' }).href,
    });
    await shop.connect();
    onTestFinished(() => shop.end());
    const { origin, output } = fleet.running()[0]!;
    const [, email] = /Demo login +(\S+)/.exec(output())!;
    await expectMailAndDocument(origin, email!);
    const first = buildPaymentBody('first');
    const backgroundPayments = startBackgroundPayments(fleet, first);
    await expect.poll(() => backgroundPayments.sent).toBeGreaterThan(20);

    // As in the guide: two database logins for a while, and one process after the other switches.
    await admin.query(`create role shop_2 login password 'second' in role shop`);
    smtp.logins.set('shop-2', 'second');
    const bucket = await s3.addKey();
    const newCredentials = {
      ...fixed,
      DATABASE_URL: databaseAs('shop_2', 'second'),
      SMTP_URL: mailAs('shop-2', 'second'),
      ...bucket,
    };
    await fleet.restart(newCredentials);
    expect((await admin.query(`select 1 from pg_stat_activity where usename = 'shop'`)).rows).toEqual([]);
    await admin.query('alter role shop nologin');
    smtp.logins.delete('shop');
    await s3.removeKey(s3.env);

    await shop.query(`delete from rate_limits`);
    await expectMailAndDocument(fleet.running()[0]!.origin, email!);
    const sent = backgroundPayments.sent;
    await expect.poll(() => backgroundPayments.sent).toBeGreaterThan(sent + 20);
    await backgroundPayments.end();
    expect(backgroundPayments.failures).toEqual([]);
    // Neither login owns anything, and the old one no longer works.
    expect(
      (await shop.query(`select distinct tableowner from pg_tables where schemaname in ('public', 'pgboss')`))
        .rows,
    ).toEqual([{ tableowner: 'shop_owner' }]);
    await expect(new pg.Client({ connectionString: oldCredentials.DATABASE_URL }).connect()).rejects.toThrow(
      'not permitted to log in',
    );
  },
);

import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import routeConfig from '~/routes';
import { launchChromium } from '../../peers/browser/chromium';
import { startPostgres, type Postgres } from '../../peers/services/postgres';
import { createDataDir, startServer, type Server } from '../../peers/server';
import { createSessionCookie } from '../../peers/browser/session-cookie';

// Threat T5: another site's page, in a browser that is logged in to both areas, sends everything to every URL
// that a page can send without permission: forms and requests, in each of the three encodings. Nothing changes.

type Entry = { path?: string; children?: Entry[] };
const pathsOf = (entries: Entry[]): string[] =>
  entries.flatMap(({ path, children = [] }) => [
    ...(path === undefined || path === '*' ? [] : [`/${path.replace(/:\w+/g, 'x')}`]),
    ...pathsOf(children),
  ]);

let postgres: Postgres;
let server: Server;
let database: pg.Client;
let attackerServer: HttpServer;
let browser: Browser;
let context: BrowserContext;
let paths: string[];

beforeAll(async () => {
  postgres = await startPostgres();
  [server, browser] = await Promise.all([
    startServer({ DATABASE_URL: postgres.url, DATA_DIR: createDataDir(), SECRET_KEY: 'ef'.repeat(32) }),
    launchChromium(),
  ]);
  database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  attackerServer = createServer(
    (_, response) =>
      void response
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end('<!doctype html><title>Win a prize</title>'),
  );
  await new Promise<void>((resolve) => attackerServer.listen(0, resolve));
  paths = ['/', ...new Set(pathsOf((await routeConfig) as Entry[]))];
  context = await browser.newContext();
  const [owner, admin] = [/Demo login +(\S+)/, /Demo admin +(\S+)/].map(
    (line) => line.exec(server.output())![1]!,
  );
  const sessions = [
    await createSessionCookie(database, 'portal', owner!),
    await createSessionCookie(database, 'staff', admin!),
  ];
  await context.addCookies(
    sessions.map((cookie) => ({ ...cookie, url: server.origin, sameSite: 'Lax', httpOnly: true })),
  );
}, 300_000);

afterAll(async () => {
  await browser.close();
  attackerServer.close();
  await database.end();
  await server.stop();
  await postgres.stop();
});

/** Tables that only jobs write to, never forms. All others must stay unchanged. */
const timerTables: Record<string, string> = {
  job_timers: 'when each job ran last',
  rate_limits: 'also counts rejected requests',
  audit_chains: 'how far the log is verified; its entries are compared',
  audit_links: 'the chain of system entries; those of people are compared',
  audit_anchors: 'written after each verification',
  acquirer_statements: 'how far the acquirer statement has been read',
  daily_totals: 'computed from transactions, which are compared',
  daily_totals_watermark: 'how far totals have been computed',
};

/**
 * Columns that jobs write to in other tables. A requested delivery is visible in other columns and in its
 * attempt.
 */
const timerColumns: Record<string, string[]> = {
  sessions: ['expires_at', 'last_used_at'],
  webhook_deliveries: [
    'status',
    'attempts',
    'scheduled_attempts',
    'next_attempt_at',
    'leased_until',
    'finished_at',
  ],
  webhook_endpoints: ['failing_since', 'failures', 'failing_notified_at'],
};
const ownRows: Record<string, string> = {
  audit_entries: `actor not like 'system:%'`,
  webhook_attempts: 'requested_by is not null',
};

async function digestDatabase(): Promise<Record<string, string>> {
  const { rows } = await database.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of rows.filter(({ name }) => !(name in timerTables))) {
    const row =
      name in timerColumns ? `(to_jsonb(t) - '{${timerColumns[name]!.join(',')}}'::text[])::text` : 't::text';
    digests[name] = (
      await database.query<{ digest: string }>(
        `select md5(coalesce(string_agg(${row}, '|' order by ${row}), '')) as digest from "${name}" t where ${ownRows[name] ?? 'true'}`,
      )
    ).rows[0]!.digest;
  }
  return digests;
}

/** Waits until the first start's jobs are done: nothing changes for longer than the interval of frequent jobs. */
async function waitUntilIdle(): Promise<void> {
  for (let attempts = 1; ; attempts++) {
    const before = await digestDatabase();
    await new Promise((resolve) => setTimeout(resolve, 16_000));
    const after = await digestDatabase();
    if (attempts === 6) expect(after).toEqual(before);
    if (Object.keys(after).every((name) => after[name] === before[name])) return;
  }
}

const fields = {
  environment: 'live',
  email: 'eve@example.com',
  role: 'owner',
  name: 'Eve',
  account: 'x',
  do: 'delete',
  remove: 'yes',
  confirm: 'yes',
  time_zone: 'Asia/Tokyo',
  capture_mode: 'authorize',
  three_d_secure: 'always',
  billing_details: 'full',
  billing_required: 'true',
  hold_days: '3',
  host: 'evil.example',
  seen: 'disputes',
  overlap: '0',
};

test('without requests, only timers change anything', { timeout: 150_000 }, waitUntilIdle);

test('the same browser is logged in to both areas on our own pages', async () => {
  const page = await context.newPage();
  for (const path of ['/settings/general', '/staff/members'])
    expect({
      path,
      status: (await page.goto(server.origin + path))!.status(),
      pathname: new URL(page.url()).pathname,
    }).toEqual({ path, status: 200, pathname: path });
  await page.close();
});

// Requests from another site carry no Lax cookies; those from another port of the same host carry all of them.
test.each(['127.0.0.1', 'localhost'])(
  'a page of %s changes nothing, whatever it sends to each of our URLs',
  { timeout: 240_000 },
  async (host) => {
    expect(paths.length).toBeGreaterThan(100);
    const before = await digestDatabase();
    const page = await context.newPage();
    const answers: string[] = [];
    page.on(
      'response',
      (response) =>
        void (
          response.request().method() === 'POST' &&
          answers.push(`${response.status()} ${new URL(response.url()).pathname}`)
        ),
    );
    await page.goto(`http://${host}:${(attackerServer.address() as AddressInfo).port}/`);
    await page.evaluate(
      async ({ origin, paths, fields }) => {
        const multipart = () =>
          Object.entries(fields).reduce(
            (form, [name, value]) => (form.append(name, value), form),
            new FormData(),
          );
        const bodies = [
          () => new URLSearchParams(fields),
          () => new Blob([new URLSearchParams(fields).toString()], { type: 'text/plain' }),
          multipart,
        ];
        for (const path of paths) {
          await Promise.all(
            [path, path === '/' ? '/_root.data' : `${path}.data`].flatMap((target) =>
              bodies.map((body) =>
                fetch(origin + target, {
                  method: 'POST',
                  mode: 'no-cors',
                  credentials: 'include',
                  body: body(),
                }).catch(() => {}),
              ),
            ),
          );
          for (const enctype of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
            const [frame, form] = [document.createElement('iframe'), document.createElement('form')];
            frame.name = `${path} ${enctype}`;
            Object.assign(form, { method: 'post', action: origin + path, enctype, target: frame.name });
            for (const [name, value] of Object.entries(fields))
              form.append(Object.assign(document.createElement('input'), { name, value }));
            document.body.append(frame, form);
            const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
            HTMLFormElement.prototype.submit.call(form);
            await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, 300))]);
            Element.prototype.remove.call(frame);
            Element.prototype.remove.call(form);
          }
        }
      },
      { origin: server.origin, paths, fields },
    );
    expect(answers.length).toBeGreaterThan(paths.length * 6);
    expect.soft(answers.filter((answer) => !answer.startsWith('403 '))).toEqual([]);
    expect(await digestDatabase()).toEqual(before);
    await page.close();
  },
);

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '~/identity/passwords/passwords';
import { createId } from '~/platform/ids';
import { openRequestRace, type RawReply, type RequestRace } from '../peers/synchronized-requests';
import { startPostgres, type Postgres } from '../peers/services/postgres';
import { readDemoCredentials, createDataDir, startServer, type Server } from '../peers/server';

// Threat T8: ten thousand guesses from fifty IP addresses, a hundred at a time, released together by their
// last byte, at two processes on one database that restart in the middle. A guess counts as checked if the
// right password would have logged in; after ten for an account, the right one is rejected.

const password = 'nine patient herons';
const parallel = 100;
const guesses = 10_000;
const victims = Array.from({ length: 5 }, (_, index) => `victim-${index}@guessed.test`);
const addresses = Array.from({ length: 50 }, (_, index) => `198.51.100.${index + 1}`);

const dataDir = createDataDir();
let postgres: Postgres;
let database: pg.Client;
let servers: Server[] = [];
let requestRace: RequestRace;

async function startServers(): Promise<void> {
  const settings = {
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    SECRET_KEY: 'cd'.repeat(32),
    PORTAL_URL: 'http://localhost:3000',
    TRUSTED_PROXIES: '1',
  };
  servers = await Promise.all([startServer(settings), startServer(settings)]);
  requestRace = await openRequestRace(
    servers.map(({ origin }) => Number(new URL(origin).port)),
    parallel,
  );
}

async function stopServers(): Promise<void> {
  requestRace.close();
  await Promise.all(servers.map((server) => server.stop()));
}

beforeAll(async () => {
  postgres = await startPostgres();
  await startServers();
  database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  const passwordHash = await hashPassword(password);
  for (const email of victims)
    await database.query('insert into users (id, email, name, password_hash) values ($1, $2, $3, $4)', [
      createId('usr'),
      email,
      'Ada',
      passwordHash,
    ]);
}, 300_000);

afterAll(async () => {
  await stopServers();
  await database.end();
  await postgres.stop();
});

/** As a client-side navigation, which renders no page. */
const login = (email: string, passwordGuess: string, clientAddress: string, cookie?: string) => ({
  path: '/login.data',
  form: { email, password: passwordGuess },
  headers: [`X-Forwarded-For: ${clientAddress}`, ...(cookie ? [`Cookie: ${cookie}`] : [])],
});

const isOpen = ({ head }: RawReply) => /\r\nset-cookie: session=/i.test(head);
const isRefused = ({ status, head }: RawReply) => status === 429 && /\r\nretry-after: \d+/i.test(head);

describe('guessing passwords', () => {
  test(
    "gets ten attempts per account, over two processes and a restart, and doesn't lock out the owner",
    { timeout: 240_000 },
    async () => {
      const [deviceCookie] = await requestRace.race([login(victims[0]!, password, '203.0.113.9')]);
      const device = /device=[^;]+/.exec(deviceCookie!.head)![0];
      expect(isOpen(deviceCookie!)).toBe(true);

      let sent = 0;
      const round = (email: (index: number) => string, passwordGuess: string) =>
        requestRace.race(
          Array.from({ length: parallel }, (_, index) =>
            login(email(index), passwordGuess, addresses[sent++ % addresses.length]!),
          ),
        );
      for (const victim of victims) {
        const replies = await round(() => victim, 'a wrong guess indeed');
        expect({
          rejectedCount: replies.filter(({ status }) => status === 422).length,
          limitedCount: replies.filter(isRefused).length,
          total: replies.length,
        }).toEqual({ rejectedCount: 10, limitedCount: parallel - 10, total: parallel });
      }
      while (sent < guesses) {
        if (sent === guesses / 2) {
          await stopServers();
          await startServers();
        }
        const replies = await round((index) => victims[index % victims.length]!, password);
        expect(replies.filter(isRefused)).toHaveLength(parallel);
      }
      // From new IP addresses, so only the account's lock applies.
      for (const victim of victims)
        expect(
          (await requestRace.race([login(victim, password, `192.0.2.${victims.indexOf(victim) + 1}`)])).every(
            isRefused,
          ),
        ).toBe(true);
      // Meanwhile the owner's own browser can log in, even from a guesser's IP address.
      const owner = await requestRace.race([
        ...victims.slice(1).map((victim) => login(victim, password, addresses[0]!)),
        login(victims[0]!, password, addresses[0]!, device),
      ]);
      expect(owner.map(isOpen)).toEqual([false, false, false, false, true]);
      const { rows } = await database.query<{ email: string; sessions: number }>(
        'select u.email, count(s.id)::int as sessions from users u left join sessions s on s.user_id = u.id where u.email = any($1) group by 1 order by 1',
        [victims],
      );
      expect(rows.map(({ sessions }) => sessions)).toEqual([2, 0, 0, 0, 0]);
    },
  );
});

test('guessing API secrets: ten wrong ones per minute get a reply', { timeout: 60_000 }, async () => {
  const { client_id } = readDemoCredentials(servers[0]!);
  const replies = await requestRace.race(
    Array.from({ length: parallel }, () => ({
      path: '/auth/token',
      body: { client_id, client_secret: 'sk_test_guessed' },
    })),
  );
  expect({
    rejectedCount: replies.filter(({ status }) => status === 401).length,
    limitedCount: replies.filter(isRefused).length,
  }).toEqual({ rejectedCount: 10, limitedCount: parallel - 10 });
});

test('requesting links: of a hundred at once, one is sent', { timeout: 60_000 }, async () => {
  const linkRequest = { path: '/forgot-password.data', form: { email: victims[1]! } };
  await requestRace.race(
    Array.from({ length: parallel }, (_, index) => ({
      ...linkRequest,
      headers: [`X-Forwarded-For: 192.0.2.${100 + index}`],
    })),
  );
  const { rows } = await database.query<{ count: number }>(
    'select count(*)::int from mails where recipient = $1',
    [victims[1]],
  );
  expect(rows[0]!.count).toBe(1);
});

import { randomInt, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testCards, type TestCard } from '~/acquirers/test-cards';
import { getSecurityCodeLength } from '~/payments/checkout/cards';
import { passesLuhn } from '~/platform/cards/card-numbers';
import { startPostgres, type Postgres } from '../../peers/services/postgres';
import { readDemoCredentials, createDataDir, startServer, type Server } from '../../peers/server';
import { listCardSpellings } from '../../world/payments/card-spellings';

// Threat T15: card numbers and security codes take every path of a request, and then everything that was
// written anywhere is searched for them.

// With a leading zero, it can't be a process ID, port, or duration by chance.
const securityCode = '0836';
const dataDir = createDataDir();
let postgres: Postgres;
let server: Server;
let database: pg.Client;

beforeAll(async () => {
  postgres = await startPostgres();
  database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  // The server's log contains every statement with its parameters.
  await database.query(`alter system set log_statement = 'all'`);
  await database.query(`alter system set log_min_duration_statement = 0`);
  await database.query('select pg_reload_conf()');
  server = await startServer({
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    LOG_LEVEL: 'trace',
    RATE_LIMIT_PER_SECOND: '10000',
  });
});

afterAll(async () => {
  await server?.stop();
  await database?.end();
  await postgres?.stop();
});

/** Realistic numbers of several schemes that aren't published test cards. */
function buildUnpublishedPans(): string[] {
  return ['453957', '520424', '371292', '601100'].map((bin) => {
    const length = bin.startsWith('37') ? 14 : 15;
    const body =
      bin +
      String(randomInt(1e9))
        .padStart(length - bin.length, '7')
        .slice(0, length - bin.length);
    return body + [...'0123456789'].find((digit) => passesLuhn(body + digit))!;
  });
}

/** A security code of the right length. Three digits occur in times and amounts by chance, so it isn't searched for. */
const getSecurityCode = (pan: string) => securityCode.slice(0, getSecurityCodeLength(pan));

function listFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? listFiles(path) : [path];
  });
}

test('no card number or security code is stored or logged anywhere', { timeout: 180_000 }, async () => {
  const pans = [...testCards.map(({ pan }) => pan), ...buildUnpublishedPans()];
  const replies: string[] = [];
  const tokens: string[] = [];
  const credentials = readDemoCredentials(server);
  let token = '';
  const post = async (path: string, body: object | string, type = 'application/json') => {
    const response = await fetch(`${server.origin}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': type, Authorization: `Bearer ${token}`, Origin: server.origin },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    replies.push(JSON.stringify([...response.headers]), await response.text());
    return replies.at(-1)!;
  };
  const get = async (path: string) => {
    const text = await (
      await fetch(`${server.origin}${path}`, { headers: { Authorization: `Bearer ${token}` } })
    ).text();
    replies.push(text);
    return JSON.parse(text);
  };
  token = JSON.parse(await post('/test/api/auth/token', credentials)).access_token;

  for (const pan of pans) {
    const payment = {
      operation: 'authcap',
      external_id: randomUUID(),
      order: { order_amount: 100, order_currency: 'EUR' },
      card: { pan, code: getSecurityCode(pan), expiry: '12/40', name: 'Ünusual Name' },
    };
    await post('/test/api/transactions', payment);
    await post('/test/api/transactions', payment);
    await post('/test/api/transactions', { ...payment, order: { order_amount: 0, order_currency: '?' } });
    await post('/test/api/transactions', {
      ...payment,
      external_id: pan,
      card: { ...payment.card, code: securityCode, name: pan, pan: `${pan}0`, extra: pan },
    });
    await post('/test/api/transactions', JSON.stringify(payment).slice(0, -3));
    await post('/test/api/transactions', JSON.stringify(payment), 'text/plain');
    await post(`/test/api/transactions/${pan}`, { operation: 'capture', external_id: randomUUID() });
    await post('/api/transactions', payment);

    const order = { order_id: 'o', order_amount: 100, order_currency: 'EUR' };
    const redirect_urls = { success: 'https://shop.test/', failure: 'https://shop.test/' };
    await post('/test/api/intents/payment', {
      external_id: randomUUID(),
      order: { ...order, order_id: pan },
      redirect_urls: { ...redirect_urls, success: `https://shop.test/?c=${pan}` },
    });
    const { intent_id } = JSON.parse(
      await post('/test/api/intents/payment', { external_id: randomUUID(), order, redirect_urls }),
    );
    const form = {
      number: pan,
      expiry: '12/40',
      code: getSecurityCode(pan),
      name: 'Ünusual Name',
      form_id: randomUUID(),
    };
    for (const change of [{ expiry: 'x' }, { name: pan }, {}])
      await post(
        `/test/checkout?${new URLSearchParams({ client_id: credentials.client_id, intent_id })}`,
        new URLSearchParams({ ...form, ...change }).toString(),
        'application/x-www-form-urlencoded',
      );

    await post('/test/api/intents/card', { external_id: pan });
    const customer_id = `customer-${randomUUID()}`;
    const saving = JSON.parse(
      await post('/test/api/intents/card', { external_id: randomUUID(), customer_id }),
    ).intent_id;
    for (const change of [{ expiry: 'x' }, { name: pan }, {}, {}])
      await post(
        `/test/checkout?${new URLSearchParams({ client_id: credentials.client_id, intent_id: saving })}`,
        new URLSearchParams({ ...form, ...change }).toString(),
        'application/x-www-form-urlencoded',
      );
    const { card } = await get(`/test/api/intents/card/${saving}`);
    const charge = { ...payment, external_id: randomUUID(), card: { token: card?.token ?? pan } };
    await post('/test/api/transactions', charge);
    await post('/test/api/transactions', charge);
    await post('/test/api/transactions', { ...charge, card: { ...charge.card, pan } });
    if (!card) continue;
    tokens.push(card.token);
    const returning = JSON.parse(
      await post('/test/api/intents/payment', {
        external_id: randomUUID(),
        customer_id,
        order,
        redirect_urls,
      }),
    );
    const query = new URLSearchParams({
      client_id: credentials.client_id,
      intent_id: returning.intent_id,
    });
    // The number where the choice belongs, a code of the wrong length, and a payment.
    for (const change of [{ card: pan }, { code: `${securityCode}0` }, {}])
      await post(
        `/test/checkout?${query}`,
        new URLSearchParams({ ...form, form_id: randomUUID(), card: card.token, ...change }).toString(),
        'application/x-www-form-urlencoded',
      );
    await post(`/test/checkout/remove-card?${query}&card=${pan}`, '', 'application/x-www-form-urlencoded');
  }

  // A process that is killed before the acquirer has answered.
  const dying = await startServer({
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    LOG_LEVEL: 'trace',
    PORTAL_URL: server.origin,
    SIMULATOR_DELAY_MS: '20000',
  });
  const order = { order_amount: 100, order_currency: 'EUR' };
  const { intent_id } = JSON.parse(
    await post('/test/api/intents/payment', {
      external_id: randomUUID(),
      order,
      redirect_urls: { success: 'https://shop.test/', failure: 'https://shop.test/' },
    }),
  );
  const form = {
    number: pans[0]!,
    expiry: '12/40',
    code: getSecurityCode(pans[0]!),
    name: 'Ünusual Name',
    form_id: randomUUID(),
  };
  const headers = { Authorization: `Bearer ${token}`, Origin: dying.origin };
  const cutOff = Promise.allSettled([
    fetch(
      `${dying.origin}/test/checkout?${new URLSearchParams({ client_id: credentials.client_id, intent_id })}`,
      { method: 'POST', headers, body: new URLSearchParams(form) },
    ),
    ...pans.slice(0, 5).map((pan) => {
      const body = {
        operation: 'authcap',
        external_id: randomUUID(),
        order,
        card: { pan, code: getSecurityCode(pan), expiry: '12/40', name: 'Ünusual Name' },
      };
      return fetch(`${dying.origin}/test/api/transactions`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    }),
  ]);
  await expect
    .poll(async () => (await database.query(`select from transactions where status = 'PENDING'`)).rowCount, {
      timeout: 15_000,
    })
    .toBeGreaterThan(4);
  await dying.kill();
  expect((await cutOff).map(({ status }) => status)).toEqual(Array(6).fill('rejected'));

  const { rows: tables } = await database.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const written = new Map<string, string>([
    ['console', server.output() + dying.output()],
    ['replies', replies.join('\n')],
    ['mailbox', await (await fetch(`${server.origin}/dev/mailbox.json`)).text()],
    [
      'statements',
      (await database.query(`select pg_read_file(current_setting('data_directory') || '/../log') as log`))
        .rows[0].log,
    ],
  ]);
  for (const { name } of tables)
    written.set(
      name,
      (await database.query(`select coalesce(string_agg(t::text, E'\\n'), '') as rows from ${name} t`))
        .rows[0].rows,
    );
  for (const file of listFiles(dataDir)) written.set(file, readFileSync(file, 'latin1'));

  expect(written.get('statements')).toContain('reserve-payment');
  expect(written.get('public.transactions')).toContain('CAPTURED');
  // Others are blocked, because all of these cards come from one address.
  const { rowCount: paidWithSavedCards } = await database.query(
    `select from transactions where intent_id is not null and card_token_id is not null`,
  );
  expect(paidWithSavedCards).toBeGreaterThan(5);
  // All approved cards, and those that can be saved but are always declined. Some wait for their payers.
  const isChallenged = ({ authentication }: TestCard) => authentication?.flow === 'challenge';
  const isSaved = ({ outcome, silent, verified }: TestCard) =>
    verified || (outcome === 'approved' && !silent);
  expect(tokens).toHaveLength(testCards.filter((card) => isSaved(card) && !isChallenged(card)).length);
  expect(written.get('public.card_verifications')!.split('\n')).toHaveLength(
    testCards.filter(isChallenged).length,
  );
  for (const kept of tokens)
    for (const table of ['card_tokens', 'card_intents', 'transactions'])
      expect(written.get(`public.${table}`)).toContain(kept);
  const hits = [...written].flatMap(([place, text]) => {
    const numbers = pans.flatMap(listCardSpellings).filter((form) => text.includes(form));
    const codes = text.match(new RegExp(`\\b${securityCode}\\b`, 'g')) ?? [];
    return [...numbers, ...codes].map(
      (hit) =>
        `${place}: ${hit} in …${text.slice(Math.max(0, text.indexOf(hit) - 60), text.indexOf(hit) + 40)}`,
    );
  });
  expect(hits).toEqual([]);
});

// Whether response times reveal if an address exists, or how much of a guessed secret is right (threats T7
// and T29). Sends pairs of requests, one of each kind in random order, over one connection. The result is the
// AUC of each form: how often someone who sees both times would identify them correctly. 0.5 is a coin toss.
import { randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import { hash } from '@node-rs/argon2';
import { buildWorld, describeMachine } from './world';

const pairs = Number(process.env.BENCH_PAIRS ?? 500);
const secretPairs = Number(process.env.BENCH_SECRET_PAIRS ?? 2_000);
const warmUp = 30;

const world = await buildWorld({ TRUSTED_PROXIES: '1' });
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

type TimedRequest = { path: string; fields: object; cookie?: string; json?: true };
type TimedReply = { ms: number; status: number; cookies: string[]; body: string };

let sent = 0;
function sendPost({ path, fields, cookie, json }: TimedRequest): Promise<TimedReply> {
  const body = json
    ? JSON.stringify(fields)
    : new URLSearchParams(fields as Record<string, string>).toString();
  // Each from a different client address, so that no limit applies.
  const headers = {
    'Content-Type': json ? 'application/json' : 'application/x-www-form-urlencoded',
    'Content-Length': body.length,
    'Sec-Fetch-Site': 'same-origin',
    'X-Forwarded-For': `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent++ & 255}`,
    ...(cookie && { Cookie: cookie }),
  };
  return new Promise((resolve, reject) => {
    let startTime = 0;
    const clientRequest = request(
      new URL(path, world.server.origin),
      { method: 'POST', agent, headers },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () =>
          resolve({
            ms: performance.now() - startTime,
            status: response.statusCode!,
            cookies: (response.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]!),
            body: text,
          }),
        );
      },
    );
    clientRequest.on('error', reject);
    startTime = performance.now();
    clientRequest.end(body);
  });
}

const count = pairs + warmUp;
const emails = (kind: string) =>
  Array.from({ length: count }, (_, index) => `${kind}-${String(index).padStart(5, '0')}@timing.test`);
const [known, staff, unknown] = [emails('holder'), emails('helper'), emails('nobody')];

async function createUsers(): Promise<void> {
  const passwordHash = await hash('nine patient herons', { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  for (const email of [...known, ...staff])
    await world.database.query(
      `insert into users (id, email, name, password_hash) values ('usr_' || $1, $1, 'Ada', $2)`,
      [email, passwordHash],
    );
  await world.database.query(
    `insert into staff_members (user_id, role) select id, 'support' from users where email = any($1)`,
    [staff],
  );
}

const clearRateLimits = () => world.database.query('delete from rate_limits');

/** @param requests the requests of a pair, for an existing and an unknown address */
async function measure(
  name: string,
  requests: ((index: number) => TimedRequest)[],
  expected: number,
  total = pairs,
): Promise<void> {
  const times: [number[], number[]] = [[], []];
  for (let index = 0; index < total + warmUp; index++) {
    if (index % 4 === 0) await clearRateLimits();
    const first = randomInt(2);
    for (const kind of [first, 1 - first] as const) {
      const { ms, status, body } = await sendPost(requests[kind]!(index));
      if (status !== expected) throw new Error(`${name}: answered ${status}: ${body.slice(0, 300)}`);
      if (index >= warmUp) times[kind as 0 | 1].push(ms);
    }
  }
  const middle = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!.toFixed(2);
  console.log(
    `${name.padEnd(34)} ${String(total).padStart(6)} ${middle(times[0]).padStart(10)} ms ${middle(times[1]).padStart(10)} ms    AUC ${areaUnderCurve(...times).toFixed(3)}`,
  );
}

/** The share of pairs in which the slower request is of the same kind, for the more frequent one. */
function areaUnderCurve(one: number[], other: number[]): number {
  const wins = one.reduce(
    (sum, a) => sum + other.reduce((below, b) => below + (a > b ? 1 : a === b ? 0.5 : 0), 0),
    0,
  );
  const share = wins / (one.length * other.length);
  return Math.max(share, 1 - share);
}

async function logInAsOwner(): Promise<string> {
  const [, email, password] = /Demo login +(\S+) +password (.+)/.exec(world.server.output())!;
  const { cookies } = await sendPost({ path: '/login.data', fields: { email, password } });
  return cookies.join('; ');
}

try {
  await createUsers();
  console.log(`${describeMachine()}; PostgreSQL\n\n${'form'.padEnd(34)}  pairs    somebody         nobody`);
  const buildRequests = (path: string, fields: object, lists = [known, unknown]) =>
    lists.map((list) => (index: number) => ({ path, fields: { ...fields, email: list[index]! } }));
  await measure('a wrong password', buildRequests('/login', { password: 'wrong horse battery' }), 422);
  await measure(
    'a wrong password of the staff',
    buildRequests('/staff/login', { password: 'wrong horse battery' }, [staff, unknown]),
    422,
  );
  await measure('a registration', buildRequests('/register', { name: 'Ada' }), 302);
  await measure('a new password', buildRequests('/forgot-password', {}), 302);
  for (const [name, path, fields] of [
    ['a registration, sent again', '/register', { name: 'Ada' }],
    ['a new password, sent again', '/forgot-password', {}],
  ] as const) {
    const cookies = new Map<string, string>();
    for (const email of [...known, ...unknown]) {
      await clearRateLimits();
      cookies.set(
        email,
        (await sendPost({ path: `${path}.data`, fields: { ...fields, email } })).cookies.join('; '),
      );
    }
    await measure(
      name,
      [known, unknown].map((list) => (index: number) => ({
        path: `${path}/sent`,
        fields: {},
        cookie: cookies.get(list[index]!)!,
      })),
      302,
    );
  }
  const owner = await logInAsOwner();
  await world.database.query(
    'create function forget_invitation() returns trigger language plpgsql as $$ begin delete from member_invitations where id <> new.id; return null; end $$',
  );
  await world.database.query(
    'create trigger forget_invitation after insert on member_invitations for each row execute function forget_invitation()',
  );
  await measure(
    'an invitation',
    [known, unknown].map((list) => (index: number) => ({
      path: '/team',
      fields: { email: list[index]!, role: 'viewer' },
      cookie: owner,
    })),
    302,
  );

  const [, client_id, secret] = /Client ID +(acc_\w+)\n +Client secret +(sk_test_[\w-]+)/.exec(
    world.server.output(),
  )!;
  const nearMatch = `${secret!.slice(0, -1)}${secret!.endsWith('A') ? 'B' : 'A'}`;
  const random = () =>
    `sk_test_${Array.from({ length: nearMatch.length - 8 }, () => 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_'[randomInt(64)]).join('')}`;
  await measure(
    'a secret, right but for its end',
    [() => nearMatch, random].map((guess) => () => ({
      path: '/test/api/auth/token',
      fields: { client_id, client_secret: guess() },
      json: true as const,
    })),
    401,
    secretPairs,
  );
} finally {
  agent.destroy();
  await world.stop();
}

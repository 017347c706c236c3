import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyDemoFolder } from '../../peers/browser/demo-folder';
import { waitForMailLink } from '../../peers/browser/mailbox';
import { startServer, type Server } from '../../peers/server';

// What a stranger who sends raw bytes finds (threat T35), and the two areas on separate hosts (threat T25).

let server: Server;
let port: number;

beforeAll(async () => {
  const demo = await copyDemoFolder();
  port = Number(demo.PORT);
  server = await startServer({
    ...demo,
    LOG_LEVEL: 'trace',
    PORTAL_URL: `http://localhost:${port}`,
    STAFF_URL: `http://staff.localhost:${port}`,
    SECURITY_CONTACT: 'security@example.com',
  });
}, 240_000);
afterAll(() => server.stop());

/**
 * Everything received on one connection until the server closes it, or is silent for a second after a
 * response.
 */
function sendRaw(sent: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(sent));
    let responseText = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      responseText += chunk;
      socket.setTimeout(1_000);
    });
    socket.setTimeout(20_000, () => socket.destroy());
    socket.once('close', () => resolve(responseText)).once('error', reject);
  });
}

const buildRequest = (
  method: string,
  path: string,
  { host = `localhost:${port}`, headers = [] as string[] } = {},
) =>
  sendRaw(
    [`${method} ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...headers, '', ''].join('\r\n'),
  );
const getStatus = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
const listStatusLines = (responseText: string) => responseText.match(/HTTP\/1\.1 \d{3}/g) ?? [];

const hidden = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
test.each([
  ['both lengths', `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
  [
    'both lengths, the other way round',
    `Transfer-Encoding: chunked\r\nContent-Length: ${5 + hidden.length}\r\n\r\n0\r\n\r\n${hidden}`,
  ],
  ['two lengths', `Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`],
  ['a list of lengths', `Content-Length: 0, ${hidden.length}\r\n\r\n${hidden}`],
  ['a length with a sign', `Content-Length: +0\r\n\r\n${hidden}`],
  ['an encoding that hides', `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`],
  [
    'an encoding twice',
    `Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${hidden}`,
  ],
  ['a blank before the colon', `Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`],
  ['lines that end in LF', `Transfer-Encoding: chunked\n\n0\n\n${hidden}`],
  ['a chunk whose length overflows', `Transfer-Encoding: chunked\r\n\r\nffffffffffffffff0\r\n\r\n${hidden}`],
])('a request with %s is rejected, and the rest of the connection is ignored', async (_, rest) => {
  for (const path of ['/login', '/test/api/transactions']) {
    const responseText = await sendRaw(
      `POST ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\n${rest}`,
    );
    expect({ path, statusLines: listStatusLines(responseText) }).toEqual({
      path,
      statusLines: [expect.stringMatching(/ 4\d\d$/)],
    });
  }
});

test.each(['TRACE', 'TRACK', 'CONNECT', 'DEBUG', 'PROPFIND'])(
  '%s is answered without repeating the request',
  async (method) => {
    for (const path of ['/', '/login', '/test/api/transactions', '/checkout']) {
      const responseText = await buildRequest(method, path, {
        headers: ['Cookie: session=zqx-never-repeated', 'X-Odd: zqx-never-repeated'],
      });
      expect({
        path,
        repeatsInput: responseText.includes('zqx-never-repeated'),
        succeeds: getStatus(responseText) >= 200 && getStatus(responseText) < 300,
      }).toEqual({ path, repeatsInput: false, succeeds: false });
    }
  },
);

const leftovers = [
  '.git/HEAD',
  '.git/config',
  '.env',
  '.env.example',
  '.npmrc',
  '.DS_Store',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.json',
  'app/root.tsx',
  'prisma/schema.prisma',
  'node_modules/react/package.json',
  'data/secret.key',
  'secret.key',
  'build/server/index.js',
  'server/index.js',
  'assets/',
  'assets/../../server/index.js',
  '..%2f..%2fpackage.json',
  '%2e%2e/%2e%2e/package.json',
  'server-status',
  'server-info',
  'status',
  'metrics',
  'debug',
  'debug/pprof/',
  'actuator',
  'actuator/env',
  'phpinfo.php',
  'wp-login.php',
  'admin',
  'console',
  'graphql',
  'swagger',
  'api-docs',
  'config.json',
  'backup.zip',
  'dump.sql',
  'id_rsa',
  '.well-known/security.txt~',
  '@vite/client',
  '@fs/etc/passwd',
  '__inspect',
  'robots.txt.map',
];

test.each(leftovers)("/%s doesn't exist", async (path) => {
  const bases = ['/', '/test/api/', '/api/', '/checkout/', '/staff/', '/assets/'];
  for (const base of bases)
    expect({ base, status: getStatus(await buildRequest('GET', base + path)) }).toEqual({
      base,
      status: expect.toSatisfy((status: number) => status >= 400 && status < 500),
    });
});

test('browsers get no source maps', async () => {
  const files = readdirSync('build/client', { recursive: true }) as string[];
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
  const scripts = files.filter((file) => /\.(js|css)$/.test(file));
  expect(scripts.length).toBeGreaterThan(20);
  for (const file of scripts.slice(0, 20))
    expect({ file, status: getStatus(await buildRequest('GET', `/${file}.map`)) }).toEqual({
      file,
      status: 404,
    });
  expect(existsSync('build/client/assets')).toBe(true);
});

test('errors contain no stack, local path or library name', async () => {
  const requestedPaths = [
    buildRequest('GET', '/nope'),
    buildRequest('GET', '/%ff'),
    buildRequest('GET', '/transactions/%00'),
    buildRequest('GET', '/login.data?_routes=%00'),
    buildRequest('POST', '/login', {
      headers: ['Sec-Fetch-Site: same-origin', 'Content-Type: text/plain', 'Content-Length: 0'],
    }),
    buildRequest('DELETE', '/login', { headers: ['Sec-Fetch-Site: same-origin'] }),
    buildRequest('GET', '/__manifest?p=%00'),
    buildRequest('POST', '/test/api/auth/token', {
      headers: ['Content-Type: application/json', 'Content-Length: 0'],
    }),
  ];
  for (const responseText of await Promise.all(requestedPaths)) {
    expect({ isAnswered: getStatus(responseText) < 500, responseStart: responseText.slice(0, 40) }).toEqual({
      isAnswered: true,
      responseStart: expect.any(String),
    });
    expect(responseText).not.toMatch(
      /\n {4}at |node_modules|\/build\/server|file:\/\/|x-powered-by|TypeError|PrismaClient/i,
    );
    expect(responseText).not.toContain(process.cwd());
  }
});

test("a host that isn't ours is rejected, whatever other headers say", async () => {
  for (const headers of [[], [`X-Forwarded-Host: localhost:${port}`], [`Forwarded: host=localhost:${port}`]])
    for (const host of ['evil.example', `localhost.evil.example:${port}`, `evil.staff.localhost:${port}`])
      expect({ host, status: getStatus(await buildRequest('GET', '/login', { host, headers })) }).toEqual({
        host,
        status: 421,
      });
  expect(getStatus(await buildRequest('GET', `http://evil.example/login`, { host: 'evil.example' }))).toBe(
    421,
  );
});

const own = () => `Host: localhost:${port}`;
test.each<[string, () => [target: string, ...headers: string[]]]>([
  ['two hosts', () => ['/login', own(), `Host: staff.localhost:${port}`]],
  ['two hosts, the staff host first', () => ['/login', `Host: staff.localhost:${port}`, own()]],
  ['the same host twice', () => ['/login', own(), own()]],
  ['the same host twice, in different case', () => ['/login', own(), own().toUpperCase()]],
  ['no host', () => ['/login']],
  ['an empty host', () => ['/login', 'Host: ']],
  ['an empty host and another', () => ['/login', 'Host: ', own()]],
  ['a list of hosts', () => ['/login', `${own()}, staff.localhost:${port}`]],
  ['a user name', () => ['/login', `Host: staff@localhost:${port}`]],
  ['a user name and a password', () => ['/login', `Host: staff.localhost:${port}@localhost:${port}`]],
  ['a path in the host', () => ['/login', `${own()}/staff`]],
  ['an escaped letter in the host', () => ['/login', `Host: loc%61lhost:${port}`]],
  ['a host on a second line', () => ['/login', `Host: staff\r\n .localhost:${port}`]],
  ['a port that is no number', () => ['/login', 'Host: localhost:http']],
  ['the staff host in the URL', () => [`http://staff.localhost:${port}/staff/login`, own()]],
  ['the staff host in the URL, in upper case', () => [`HTTP://STAFF.LOCALHOST:${port}/staff/login`, own()]],
  ['the staff host in an https URL', () => [`https://staff.localhost:${port}/staff/login`, own()]],
  ['the staff host in the URL and no host', () => [`http://staff.localhost:${port}/staff/login`]],
  ['another port in the URL', () => [`http://localhost:${port + 1}/login`, own()]],
  ['a user name in the URL', () => [`http://staff@localhost:${port}/login`, own()]],
  ['no host in the URL', () => ['http:///login', own()]],
  ['a URL of another scheme', () => [`ftp://localhost:${port}/login`, own()]],
])('a request with %s is rejected', async (_, buildLines) => {
  const [target, ...headers] = buildLines();
  const answer = await sendRaw([`GET ${target} HTTP/1.1`, ...headers, '', ''].join('\r\n') + hidden);
  expect(listStatusLines(answer)).toEqual(['HTTP/1.1 400']);
});

test('a URL with the same host as the header is accepted', async () => {
  for (const [target, host] of [
    [`http://localhost:${port}/login`, `localhost:${port}`],
    [`http://LocalHost:${port}/login`, `LOCALHOST:${port}`],
    [`http://staff.localhost:${port}/staff/login`, `staff.localhost:${port}`],
  ] as const)
    expect({ target, status: getStatus(await buildRequest('GET', target, { host })) }).toEqual({
      target,
      status: 200,
    });
  const probe = await sendRaw('GET /healthz HTTP/1.0\r\n\r\n');
  expect(getStatus(probe)).toBe(200);
});

test('each host has a security.txt', async () => {
  for (const host of [`localhost:${port}`, `staff.localhost:${port}`]) {
    const answer = await buildRequest('GET', '/.well-known/security.txt', { host });
    expect(answer).toMatch(/^HTTP\/1\.1 200[^]*content-type: text\/plain; charset=utf-8\r$/im);
    expect(answer).toContain('Contact: mailto:security@example.com\n');
    expect(answer).toContain(`Canonical: http://${host}/.well-known/security.txt\n`);
  }
  expect(getStatus(await buildRequest('GET', '/.well-known/security.txt', { host: 'evil.example' }))).toBe(
    421,
  );
  expect(getStatus(await buildRequest('POST', '/.well-known/security.txt'))).toBe(403);
});

test('the token of a link is in no log and sent to no other site', async () => {
  const email = 'scanned@link.test';
  const form = new URLSearchParams({ name: 'Ada', email }).toString();
  await sendRaw(
    `POST /register HTTP/1.1\r\nHost: localhost:${port}\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n${form}`,
  );
  const { pathname } = new URL(await waitForMailLink(server, email));
  const token = pathname.split('/').at(-1)!;
  expect(token).toMatch(/^[\w-]{43}$/);
  const requestedPaths: [string, string, string[]][] = [
    ['HEAD', pathname, []],
    ['GET', pathname, []],
    ['GET', `${pathname}.data`, []],
    [
      'POST',
      pathname,
      ['Sec-Fetch-Site: same-origin', 'Content-Type: application/x-www-form-urlencoded', 'Content-Length: 0'],
    ],
    ['GET', `${pathname}%00`, []],
    ['PUT', pathname, []],
    ['GET', `/reset-password/${token}`, []],
    ['GET', `/invitation/${token}`, []],
  ];
  for (const [method, path, headers] of requestedPaths) {
    const answer = await buildRequest(method, path, { headers });
    if (getStatus(answer) === 200 && !path.endsWith('.data'))
      expect({
        path,
        hidesReferrer: /^referrer-policy: (same-origin|no-referrer)\r$/im.test(answer),
        isUncached: /^cache-control: no-store\r$/im.test(answer),
      }).toEqual({ path, hidesReferrer: true, isUncached: true });
  }
  expect(server.output()).not.toContain(token);
});

describe('with a separate staff host', () => {
  const staff = () => ({ host: `staff.localhost:${port}` });

  test('staff pages are only there, and no other pages are', async () => {
    for (const path of ['/staff/login', '/staff/login.data', '/STAFF/login', '/%73taff/login']) {
      expect({ path, status: getStatus(await buildRequest('GET', path, staff())) }).toEqual({
        path,
        status: 200,
      });
      expect({ path, status: getStatus(await buildRequest('GET', path)) }).toEqual({ path, status: 404 });
    }
    for (const path of ['/review', '/staff', '/staff/members']) {
      expect({ path, status: getStatus(await buildRequest('GET', path, staff())) }).toEqual({
        path,
        status: 302,
      });
      expect({ path, status: getStatus(await buildRequest('GET', path)) }).toEqual({ path, status: 404 });
    }
    for (const path of ['/login', '/register', '/docs', '/transactions', '/demo/shop', '/login.data'])
      expect({
        path,
        staffStatus: getStatus(await buildRequest('GET', path, staff())),
        isServedToOthers: getStatus(await buildRequest('GET', path)) < 400,
      }).toEqual({ path, staffStatus: 404, isServedToOthers: true });
    expect(await buildRequest('GET', '/', staff())).toMatch(/^HTTP\/1\.1 302[^]*location: \/staff\/login/i);
  });

  test('a support session shows the portal there, and nothing else does', async () => {
    const cookies = new Map<string, string>();
    const cookie = () => `Cookie: ${[...cookies].map((pair) => pair.join('=')).join('; ')}`;
    const storeCookies = (answer: string) => {
      for (const [, name, value] of answer.matchAll(/^set-cookie: ([^=]+)=([^;]*)/gim))
        cookies.set(name!, value!);
      return answer;
    };
    const host = `staff.localhost:${port}`;
    const get = (path: string) => buildRequest('GET', path, { host, headers: [cookie()] });
    const send = async (path: string, fields: Record<string, string>) => {
      const form = new URLSearchParams(fields).toString();
      return storeCookies(
        await sendRaw(
          `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\n${cookie()}\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n${form}`,
        ),
      );
    };
    cookies.set('support-session', 'sup_made_up');
    for (const path of ['/', '/login', '/transactions', '/security'])
      expect({ path, location: (await get(path)).match(/^location: .*$/im)?.[0] }).toEqual({
        path,
        location: expect.stringMatching(/\/support\/session\r?$/),
      });
    expect(getStatus(await send('/login', { email: 'a@b.example', password: 'x' }))).toBe(403);
    cookies.clear();

    const [, email, password] = /Demo admin +(\S+) +password (.+)/.exec(server.output())!;
    await send('/staff/login', { email: email!, password: password! });
    const codes = [
      ...(await buildRequest('GET', '/dev/authenticator', staff())).matchAll(/select-all">(\d{6})</g),
    ].map(([, code]) => code!);
    expect(getStatus(await send('/staff/login/code', { code: codes.at(-1)! }))).toBe(302);
    expect({
      status: getStatus(await get('/transactions')),
      location: (await get('/')).match(/^location: .*$/im)?.[0],
    }).toEqual({ status: 404, location: expect.stringMatching(/\/(review|support)\r?$/) });
    const accountId = /acc_[0-9a-z]{36}/.exec(server.output())![0];
    const begun = await send(`/support/merchants/${accountId}/support-session`, {
      reason: 'They cannot find a refund.',
      minutes: '15',
    });
    expect({ status: getStatus(begun), location: begun.match(/^location: .*$/im)?.[0] }).toEqual({
      status: 302,
      location: expect.stringMatching(/location: \/\r?$/i),
    });
    for (const path of ['/', '/transactions'])
      expect({
        path,
        includesYoureViewingTheAccount: (await get(path)).includes('You’re viewing the account of'),
      }).toEqual({ path, includesYoureViewingTheAccount: true });
    expect(getStatus(await send('/transactions/views', { name: 'x' }))).toBe(403);
    await send('/support/session/end', {});
    expect(getStatus(await get('/transactions'))).toBe(404);
  });

  test('a form is accepted only on its own host, and its cookie is for that host', async () => {
    const send = (host: string, origin: string) =>
      buildRequest('POST', '/staff/login', {
        host,
        headers: [
          `Origin: http://${origin}`,
          'Content-Type: application/x-www-form-urlencoded',
          'Content-Length: 0',
        ],
      });
    const [own, portal] = [`staff.localhost:${port}`, `localhost:${port}`];
    expect(
      [await send(own, own), await send(own, portal), await send(portal, portal)].map(getStatus),
    ).toEqual([422, 403, 404]);
    const password = /Demo admin +(\S+) +password (.+)/.exec(server.output())!;
    const form = new URLSearchParams({ email: password[1]!, password: password[2]! }).toString();
    const answer = await sendRaw(
      `POST /staff/login HTTP/1.1\r\nHost: ${own}\r\nOrigin: http://${own}\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n${form}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 302/);
    expect(answer.match(/^set-cookie: .*$/gim)).toEqual([
      expect.stringMatching(/^set-cookie: staff-pending-login=(?!.*domain)/i),
    ]);
  });
});

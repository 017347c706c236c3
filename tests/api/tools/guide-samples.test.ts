import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test, type TestContext } from 'vitest';
import { signRedirect } from '~/payments/checkout/redirect-signature';
import { buildSignatureHeaders, createWebhookSecret } from '~/webhooks/verification/signature';
import { readGuideMarkdown } from '~/routes/docs/guides.server';

// The code that verifies signatures in the guides, run in each language, also with what an attacker may send.

/** How a language runs a sample on the cases in its input: a list of arguments for each. */
const languages = {
  'Node.js': {
    command: ['node', '--input-type=module', '-e'],
    run: (code: string, query: boolean) => `${code}
import { readFileSync } from 'node:fs';
const results = JSON.parse(readFileSync(0, 'utf8')).map(([first, ...rest]) =>
  isGenuine(${query ? 'new URLSearchParams(first)' : 'first'}, ...rest));
process.stdout.write(JSON.stringify(results));`,
  },
  Python: {
    command: ['python3', '-c'],
    run: (code: string, query: boolean) => `${code}
import json, sys
print(json.dumps([${query ? 'is_genuine(case[0], case[1])' : 'is_genuine(case[0], case[1].encode(), case[2])'} for case in json.load(sys.stdin)]))`,
  },
  PHP: {
    command: ['php', '-d', 'display_errors=stderr', '-r'],
    run: (code: string) => `${code.replace('<?php', '')}
echo json_encode(array_map(fn ($case) => is_genuine(...$case), json_decode(file_get_contents('php://stdin'), true)));`,
  },
} as const;

type Language = keyof typeof languages;

function runSample(guide: string, language: Language, cases: unknown[][]): unknown {
  const { command, run } = languages[language];
  const [, code] = new RegExp(`\`\`\`\\w+ Verify in ${language}\\n([^]*?)\`\`\``).exec(
    readGuideMarkdown(guide),
  )!;
  const [program, ...options] = command;
  const { stdout, stderr } = spawnSync(program!, [...options, run(code!, guide === 'redirect-signature')], {
    input: JSON.stringify(cases),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

function skipIfMissing(language: Language, context: TestContext) {
  const [program] = languages[language].command;
  if (spawnSync(program, ['--version']).status !== 0) context.skip(`${program} isn't installed`);
}

/** How HTTP libraries write the names of headers. */
const spellings = {
  lowercase: (name: string) => name,
  capitalized: (name: string) => name.replace(/\b\w/g, (letter) => letter.toUpperCase()),
};

test.for<[Language, (keyof typeof spellings)[]]>([
  ['Node.js', ['lowercase']],
  ['Python', ['lowercase', 'capitalized']],
  ['PHP', ['lowercase', 'capitalized']],
])('the webhook sample in %s accepts only what we signed', ([language, names], context) => {
  skipIfMissing(language, context);
  const secret = createWebhookSecret();
  const body = '{"name":"Café"}';
  const headers = buildSignatureHeaders({ id: 'evt_1', sentAt: new Date(), body }, [
    createWebhookSecret(),
    secret,
  ]);
  const old = buildSignatureHeaders({ id: 'evt_1', sentAt: new Date(Date.now() - 400_000), body }, [secret]);
  const { 'webhook-id': _, ...withoutId } = headers;
  const { 'webhook-timestamp': __, ...withoutTime } = headers;
  const { 'webhook-signature': ___, ...unsigned } = headers;
  const rejected = [
    old,
    withoutId,
    withoutTime,
    unsigned,
    {},
    ...['', 'soon', '1e9', '-1', '9'.repeat(40), '²'].map((sentAt) => ({
      ...headers,
      'webhook-timestamp': sentAt,
    })),
    ...['', 'v1', 'v1,', 'v1,é', ' , '].map((signature) => ({ ...headers, 'webhook-signature': signature })),
  ];
  for (const name of names) {
    const spell = (all: Record<string, string>) =>
      Object.fromEntries(Object.entries(all).map(([header, value]) => [spellings[name](header), value]));
    const cases = [headers, ...rejected].map((all) => [spell(all), body, secret]);
    expect(runSample('webhooks', language, [...cases, [spell(headers), `${body} `, secret]])).toEqual([
      true,
      ...rejected.map(() => false),
      false,
    ]);
  }
});

test.for(Object.keys(languages) as Language[])(
  'the redirect sample in %s accepts only what we signed',
  (language, context) => {
    skipIfMissing(language, context);
    const secret = 'cs_test_1';
    const checkout = {
      intent_id: 'int_1',
      reference_id: "order 1+1 é !'()*~-._/&=%",
      status: 'CAPTURED',
      timestamp: '2030-05-04T09:00:00.000Z',
      transaction_id: 'trx_1',
    };
    const accepted = [checkout, { ...checkout, intent_id: '' }, { ...checkout, transaction_id: '' }].map(
      (signed) => ({
        ...signed,
        signature: signRedirect(signed, secret),
        basket: '7',
      }),
    );
    const [genuine] = accepted;
    const { signature, ...unsigned } = genuine!;
    const rejected = [
      { ...genuine, status: 'SETTLED' },
      { ...genuine, signature: '0'.repeat(64) },
      { ...genuine, signature: signature.slice(2) },
      { ...genuine, signature: 'é' },
      unsigned,
      {},
    ];
    expect(
      runSample(
        'redirect-signature',
        language,
        [...accepted, ...rejected].map((query) => [query, secret]),
      ),
    ).toEqual([...accepted.map(() => true), ...rejected.map(() => false)]);
  },
);

test('the webhook server in the guide verifies what it receives', async () => {
  const guide = readGuideMarkdown('webhooks');
  const read = (label: string) => new RegExp(`\`\`\`js ${label}\\n([^]*?)\`\`\``).exec(guide)![1]!;
  const folder = mkdtempSync(join(tmpdir(), 'tillway-webhook-server-'));
  writeFileSync(join(folder, 'verify.mjs'), read('Verify in Node.js'));
  writeFileSync(
    join(folder, 'server.mjs'),
    read('A server for webhooks in Node.js').replace(
      'listen(4242)',
      'listen(0, function () { console.log(this.address().port); })',
    ),
  );
  const secret = createWebhookSecret();
  const server = spawn(process.execPath, [join(folder, 'server.mjs')], {
    env: { ...process.env, WEBHOOK_SECRET: secret },
  });
  onTestFinished(() => {
    server.kill();
    rmSync(folder, { recursive: true });
  });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const port = (await lines.next()).value as string;
  const body = '{"type":"transaction.captured","data":{"name":"Café"}}';
  const headers = buildSignatureHeaders({ id: 'evt_1', sentAt: new Date(), body }, [secret]);
  const send = async (content: string) =>
    (await fetch(`http://localhost:${port}`, { method: 'POST', headers, body: content })).status;
  expect([await send(body.replace('Café', 'Cafe')), await send(body)]).toEqual([400, 204]);
  expect((await lines.next()).value).toBe("evt_1 transaction.captured { name: 'Café' }");
});

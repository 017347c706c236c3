import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiDocument, OpenApiOperation } from '~/platform/api-description/openapi-document';
import { connectMerchant, type ConnectedMerchant } from '../../peers/merchant-client';
import { readDemoCredentials } from '../../peers/server';
import { openSite, type Site } from '../../peers/browser/site';
import { fillCard } from '../../peers/browser/visitor';
import { createSchemaCheck } from '../../world/api-description-check';

// Every request of the API reference runs in every language, and its reply is what the description promises.

/** How to run a language's code: its file, what it needs on the PATH, and a line that prints the reply as JSON. */
const runtimes = {
  curl: { file: 'example.sh', command: ['bash', '-eu'], check: ['curl', '--version'], print: '' },
  node: {
    file: 'example.mjs',
    command: ['node'],
    check: ['node', '--version'],
    print: 'console.log("\\n" + JSON.stringify(reply));',
  },
  python: {
    file: 'example.py',
    command: ['python3'],
    check: ['python3', '-c', 'import requests'],
    print: 'import json\nprint("\\n" + json.dumps(reply))',
  },
  php: {
    file: 'example.php',
    command: ['php'],
    check: ['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
    print: 'echo "\\n" . json_encode($reply);',
  },
} as const;

type Language = keyof typeof runtimes;

/** The transaction's status after each request that creates or changes one. */
const expectedStatuses: Record<string, string> = {
  Authorize: 'AUTHORIZED',
  'Authorize and capture': 'CAPTURED',
  'Pay with a card token': 'CAPTURED',
  'Charge a saved card without the payer': 'CAPTURED',
  'Authenticate the payer': 'PENDING',
  'Capture a part': 'PARTIAL_CAPTURED',
  'Void a part': 'AUTHORIZED',
  'Capture what remains': 'CAPTURED',
  'Refund a payment': 'CAPTURED',
  'Cancel a payment intent': 'cancelled',
};

let site: Site;
let merchant: ConnectedMerchant;
let document: ApiDocument;
let validateAgainst: ReturnType<typeof createSchemaCheck>;
let cardToken: string;
let deletedCardToken: string;
const folder = mkdtempSync(join(tmpdir(), 'tillway-examples-'));

beforeAll(async () => {
  site = await openSite();
  merchant = await connectMerchant(site);
  document = (await (await fetch(`${site.origin}/test/api/openapi.json`)).json()) as ApiDocument;
  validateAgainst = createSchemaCheck('test', document);
  cardToken = await saveCard();
  deletedCardToken = await saveCard();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await site.close();
});

describe.each(Object.keys(runtimes) as Language[])('%s', (language) => {
  test('runs every request of the reference', async (context) => {
    const { check } = runtimes[language];
    if (spawnSync(check[0], check.slice(1)).status !== 0)
      context.skip(`${check.join(' ')} fails on this machine`);
    const done: string[] = [];
    for (const { name } of document.tags) {
      const resource = await readResource(name, language);
      for (const { operation, label, code } of resource.requests) {
        const reply = await run(language, [await fillIn(resource.session, operation), code]);
        validateAgainst(operation.responses['200']!.content['application/json'].schema.$ref!.slice(1), {
          text: JSON.stringify(reply),
        });
        expect({ label, status: reply.status }).toEqual({
          label,
          status: expectedStatuses[label] ?? reply.status,
        });
        done.push(label);
      }
    }
    expect(done).toEqual(expect.arrayContaining(Object.keys(expectedStatuses)));
    expect(done).toHaveLength(countRequests());
  });
});

/** The session of a resource's page, and its requests with their operations. */
async function readResource(name: string, language: Language) {
  const path = `/docs/reference/${name.toLowerCase().replaceAll(' ', '-')}.md?language=${language}`;
  const [introduction, ...sections] = (await (await fetch(site.origin + path)).text()).split(/^## /m);
  return {
    session: listBlocks(introduction!)[0]!.code,
    requests: sections.flatMap((section) => {
      const [, method, operationPath] = /^`(\w+) (\S+)`$/m.exec(section)!;
      const operation = document.paths[operationPath!]![method!.toLowerCase() as 'get']!;
      return listBlocks(section).map((block) => ({ operation, ...block }));
    }),
  };
}

/** The labeled code blocks. The reply has no label. */
const listBlocks = (markdown: string) =>
  [...markdown.matchAll(/^```\w+ (.+)\n([^]*?)\n```$/gm)].map(([, label, code]) => ({
    label: label!,
    code: code!,
  }));

/** A number of requests from the description itself: one for each body, or one for an operation without bodies. */
function countRequests(): number {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  return operations.reduce(
    (sum, { requestBody }) =>
      sum + (requestBody ? Object.keys(requestBody.content['application/json'].examples!).length : 1),
    0,
  );
}

/** The session with the demo's credentials, and with a payment and intents that the operation accepts. */
async function fillIn(session: string, { operationId, tags }: OpenApiOperation): Promise<string> {
  const { client_id, client_secret } = readDemoCredentials(site);
  const values: Record<string, string | undefined> = {
    'acc_…': client_id,
    'sk_test_…': client_secret,
    'tok_…': operationId === 'deleteCardToken' ? deletedCardToken : cardToken,
  };
  if (session.includes('trx_…'))
    values['trx_…'] = await createPayment(tags[0] === 'Refunds' ? 'authcap' : 'authorize');
  if (session.includes('int_…'))
    values['int_…'] = await createIntent(operationId.includes('Card') ? 'card' : 'payment');
  if (session.includes('plink_…')) values['plink_…'] = await createLink();
  return session.replace(/\w+_…/g, (placeholder) => values[placeholder]!);
}

async function createLink(): Promise<string> {
  const { json } = await merchant.call('/payment_links', {
    ...{ external_id: crypto.randomUUID(), name: 'Gift', currency: 'EUR' },
    items: [{ name: 'Gift', unit_price: 2_500 }],
  });
  return String(json.id);
}

async function createPayment(operation: string): Promise<string> {
  const { json } = await merchant.call('/transactions', {
    operation,
    external_id: crypto.randomUUID(),
    order: { order_id: 'order-1001', order_amount: 2500, order_currency: 'USD' },
    card: { pan: '4242424242424242', code: '123', expiry: '12/40' },
  });
  return String(json.id);
}

async function createIntent(kind: 'card' | 'payment', body: object = {}): Promise<string> {
  const redirect_urls = { success: 'http://localhost/thanks', failure: 'http://localhost/cart' };
  const order = { order_amount: 2500, order_currency: 'USD' };
  const { json } = await merchant.call(`/intents/${kind}`, {
    external_id: crypto.randomUUID(),
    ...(kind === 'payment' && { redirect_urls, order }),
    ...body,
  });
  return String(json.intent_id);
}

/** A card that may be charged without the payer. */
async function saveCard(): Promise<string> {
  const intent_id = await createIntent('card', { reason: 'recurring' });
  const { page, leave } = await site.visit();
  const query = new URLSearchParams({ client_id: merchant.clientId, intent_id });
  await page.goto(`${site.origin}/test/checkout?${query}`);
  await fillCard(page, '4242424242424242');
  await page.getByRole('checkbox', { name: /charge this card/ }).check();
  await page.getByRole('button', { name: 'Save card' }).click();
  await page.getByRole('heading', { name: 'Your card is saved' }).waitFor();
  await leave();
  const { json } = await merchant.call(`/intents/card/${intent_id}`);
  return (json.card as { token: string }).token;
}

/** Runs code as a reader would: all of it in one file. Its last line of output is the reply. */
async function run(language: Language, parts: string[]): Promise<Record<string, unknown>> {
  const { file, command, print } = runtimes[language];
  const path = join(folder, file);
  writeFileSync(path, [...parts, print].join('\n'));
  const { stdout } = await promisify(execFile)(command[0], [...command.slice(1), path]);
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as Record<string, unknown>;
}

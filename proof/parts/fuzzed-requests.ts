// Every fuzzed request must get a complete reply below 500. None may end a process, and no card number may reach
// a reply, the log or the database.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import type { RouteConfigEntry } from '@remix-run/route-config';
import routes from '~/routes';
import { readDemoLogin } from '../../tests/peers/server';
import type { Postgres } from '../../tests/peers/services/postgres';
import type { Installation } from '../installation';
import type { ProofMerchant } from '../merchant';
import { Person } from '../person';
import { buildExternalId } from '../random-values';
import { compareWithBooks, format, type PartReport } from '../report';
import { buildPayment } from '../workload';
import {
  fuzzedRequest,
  type ApiRequest,
  type Change,
  type FuzzedRequest,
  panPattern,
  type PageRequest,
  type RawRequest,
} from './fuzz-arbitraries';

const batchSize = 500;
const concurrency = 10;
const rawReplyMs = 10_000;
const maximumProblems = 50;
/** Its form accepts almost any text, after which nobody knows the person's password. */
const ownPasswordPath = '/security/password';

/** Sends the given number of requests to both processes. */
export async function proveFuzzedRequests(installation: Installation, total: number): Promise<PartReport> {
  const merchant = await installation.connectMerchant();
  const fuzzer = new Fuzzer(installation, merchant);
  const seed = Date.now() % 2 ** 31;
  const servers = installation.running();
  const outputLengths = servers.map((server) => server.output().length);
  for (let sent = 0, batch = 0; sent < total; batch++) {
    await merchant.logIn();
    await fuzzer.logIn();
    await fuzzer.prepare();
    const requests = fc.sample(fuzzedRequest, {
      numRuns: Math.min(batchSize, total - sent),
      seed: seed + batch,
    });
    sent += requests.length;
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        for (let next = requests.pop(); next; next = requests.pop()) await fuzzer.send(next);
      }),
    );
  }
  for (const [index, server] of servers.entries()) {
    const output = server.output().slice(outputLengths[index]);
    if (containsPan(output)) fuzzer.report('a card number is in the log');
    const errors = output.split('\n').filter((line) => /"level":(50|60)/.test(line));
    if (errors.length)
      fuzzer.report(`${errors.length} logged errors, such as ${errors.at(-1)!.slice(0, 500)}`);
    if (!isRunning(server.processId)) fuzzer.report('a process exited');
  }
  if (await isPanInDatabase(installation.postgres!)) fuzzer.report('a card number is in the database');
  const counts = [
    `${format(total)} requests, seed ${seed}`,
    [...fuzzer.statuses]
      .sort(([, a], [, b]) => b - a)
      .slice(0, 12)
      .map(([status, count]) => `${format(count)} × ${status}`)
      .join(', '),
  ];
  return compareWithBooks('Fuzzed requests', installation, merchant, { counts, problems: fuzzer.problems });
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}

const containsPan = (text: string) => panPattern.test(text);

/** Searches everything the database stores. */
async function isPanInDatabase({ bin, url }: Postgres): Promise<boolean> {
  const dump = spawn(join(bin, 'pg_dump'), ['--data-only', url], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(dump, 'close');
  let isFound = false;
  for await (const line of createInterface(dump.stdout)) isFound ||= containsPan(line);
  const [code] = (await ended) as [number];
  if (code !== 0) throw new Error('pg_dump failed');
  return isFound;
}

class Fuzzer {
  statuses = new Map<string, number>();
  problems: string[] = [];
  #templates: [method: string, path: string, body?: object][] = [];
  #ids: string[] = [];
  #person!: Person;
  readonly #paths = listPaths(routes as RouteConfigEntry[]);

  constructor(
    readonly installation: Installation,
    readonly merchant: ProofMerchant,
  ) {}

  report(problem: string): void {
    if (this.problems.length < maximumProblems) this.problems.push(problem);
  }

  /** One valid request of each kind, on new payments. */
  async prepare(): Promise<void> {
    this.#ids = [];
    for (const operation of ['authorize', 'authcap'] as const)
      this.#ids.push(
        (await this.merchant.complete('/transactions', buildPayment(operation, 10_000)))!.json.id as string,
      );
    const [held, paid] = this.#ids;
    const order = {
      order_id: 'a',
      order_amount: 10_000,
      order_currency: 'EUR',
      order_items: [{ name: 'Tea', sku: 'T', quantity: 1, unit_price: 10_000 }],
      card_holder: { first_name: 'Ada', last_name: 'Example', email: 'ada@shop.example', country: 'DE' },
    };
    this.#templates = [
      ['POST', '/transactions', { ...buildPayment('authorize', 10_000), order }],
      ['POST', '/transactions', { ...buildPayment('authcap', 10_000), order }],
      ['POST', `/transactions/${held}`, { operation: 'capture', external_id: 'c', amount: 1 }],
      ['POST', `/transactions/${held}`, { operation: 'void', external_id: 'v', amount: 1 }],
      ['POST', '/refunds', { external_id: 'r', trx_id: paid, amount: 1, reason: 'late' }],
      [
        'POST',
        '/intents/payment',
        {
          external_id: 'i',
          order,
          redirect_urls: { success: 'https://a.example/', failure: 'https://a.example/' },
        },
      ],
      [
        'POST',
        '/intents/card',
        { external_id: 'i', redirect_urls: { success: 'https://a.example/', failure: 'https://a.example/' } },
      ],
      ['POST', '/auth/token', this.merchant.targets.credentials],
      ['GET', `/transactions/${held}`],
      ['GET', '/transactions'],
      ['GET', '/transaction'],
      ['GET', '/nothing'],
    ];
  }

  async logIn(): Promise<void> {
    if ((await this.#person?.open('/settings'))?.status === 200) return;
    const { email, password } = readDemoLogin(this.installation.running()[0]!);
    this.#person = new Person(this.merchant);
    await this.#person.logIn(email, password);
  }

  async send(fuzzed: FuzzedRequest): Promise<void> {
    if (fuzzed.kind === 'raw') return this.#sendRaw(fuzzed);
    return fuzzed.kind === 'api' ? this.#callApi(fuzzed) : this.#openPage(fuzzed);
  }

  async #callApi({ base, changes, cut, added, headers, query, method, process }: ApiRequest): Promise<void> {
    const [templateMethod, templatePath, body] = this.#templates[base % this.#templates.length]!;
    // With a new external_id, because a repeated one is only compared.
    const fresh: unknown = body && {
      ...structuredClone(body),
      ...('external_id' in body && { external_id: buildExternalId() }),
    };
    const content =
      fresh === undefined
        ? undefined
        : alter(JSON.stringify(changes.reduce(changeMember, fresh)), cut, added);
    const sentMethod = method ?? templateMethod;
    const path = `/test/api${templatePath}${buildQuery(query ?? [])}`;
    const init = {
      method: sentMethod,
      headers: {
        ...(content !== undefined && { 'Content-Type': 'application/json' }),
        Authorization: `Bearer ${this.merchant.token}`,
        ...headers,
      },
      ...(content !== undefined && !['GET', 'HEAD'].includes(sentMethod) && { body: content }),
    };
    const reply = await this.merchant.openPage(path, init, this.#originOf(process));
    const description = `${sentMethod} ${path} ${content?.slice(0, 500)}`;
    this.#countReply('api', reply, description);
    if (!reply || reply.status < 400 || sentMethod === 'HEAD') return;
    if (!/"code":"\w+"/.test(reply.text) || !reply.headers.get('x-request-id'))
      this.report(`an incomplete reply: ${reply.status} ${reply.text.slice(0, 200)} to ${description}`);
  }

  async #openPage({ route, params, query, form, headers, process }: PageRequest): Promise<void> {
    const rest = [...params];
    const pattern = this.#paths[route % this.#paths.length]!;
    const path = pattern.replace(/:\w+|\*/g, () => encode(rest.pop() ?? this.#ids[0]!)) + buildQuery(query);
    const reply = await this.#person.open(
      path,
      form && pattern !== ownPasswordPath ? Object.fromEntries(form) : undefined,
      headers ?? {},
      this.#originOf(process),
    );
    this.#countReply('page', reply, `${form ? 'POST' : 'GET'} ${path} ${JSON.stringify(form)}`);
  }

  #sendRaw({ text: content, process }: RawRequest): Promise<void> {
    const description = JSON.stringify(content.slice(0, 300));
    const port = Number(new URL(this.#originOf(process)).port);
    this.merchant.requests++;
    return new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1' });
      let received = '';
      socket.setTimeout(rawReplyMs, () => {
        this.report(`no reply within ${rawReplyMs / 1000} s to ${description}`);
        socket.destroy();
      });
      socket.on('data', (bytes) => (received += bytes.toString('latin1'))).on('error', () => {});
      socket.on('close', () => {
        const status = /^HTTP\/1\.1 (\d+)/.exec(received)?.[1];
        this.#countReply('raw', { status: Number(status ?? 0), text: received }, description);
        resolve();
      });
      socket.end(Buffer.from(content, 'utf8'));
    });
  }

  #originOf(process: number): string {
    const servers = this.installation.running();
    return servers[process % servers.length]!.origin;
  }

  #countReply(kind: string, reply: { status: number; text: string } | null, description: string): void {
    const name = `${kind} ${reply?.status || 'closed'}`;
    this.statuses.set(name, (this.statuses.get(name) ?? 0) + 1);
    if (kind === 'raw' && reply!.status >= 500) this.report(`${reply!.status} to ${description}`);
    // A page may repeat what the person entered.
    if (kind !== 'page' && reply && containsPan(reply.text))
      this.report(`a card number in the reply to ${description.replace(panPattern, '<pan>')}`);
  }
}

/** URL patterns of all pages. */
function listPaths(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path, children }) => {
    const own = path ? `${parent}/${path}` : parent;
    return children ? listPaths(children, own) : [own || '/'];
  });
}

/** Changes one member of a JSON value, wherever it is. */
function changeMember(body: unknown, { at, how, value }: Change): unknown {
  const places: [holder: Record<string, unknown>, name: string][] = [];
  const collect = (holder: unknown) => {
    if (typeof holder !== 'object' || holder === null) return;
    for (const [name, member] of Object.entries(holder)) {
      places.push([holder as Record<string, unknown>, name]);
      collect(member);
    }
  };
  collect(body);
  if (!places.length) return value;
  const [holder, name] = places[at % places.length]!;
  if (how === 'remove') delete holder[name];
  else if (how === 'add') holder[typeof value === 'string' ? value : 'extra'] = value;
  else holder[name] = how === 'wrap' ? [holder[name]] : value;
  return body;
}

const alter = (body: string, cut: number | null, added: string | null) => {
  const kept = cut === null ? body : body.slice(0, cut);
  return added === null ? kept : kept.slice(0, kept.length / 2) + added + kept.slice(kept.length / 2);
};

/** A lone surrogate has no URL encoding. */
const encode = (part: string) => encodeURIComponent(part.toWellFormed());

function buildQuery(pairs: readonly [string, string][]): string {
  return pairs.length ? `?${pairs.map((pair) => pair.map(encode).join('=')).join('&')}` : '';
}

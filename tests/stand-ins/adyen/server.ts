import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ZodError } from 'zod';
import { createAccountState, type Context } from './account-state';
import { AdyenApiError, refuseMerchantAccount, refuseUnmodeled } from './api-error';
import { sendAnswer, type Answer } from '../answers';
import { respondWithChallenge } from './challenges';
import { StandInClock } from '../clock';
import { StandInControl } from './control';
import { endpoints, type Endpoint } from './endpoints';
import { StandInFaults, type Fault } from '../faults';
import { closeServer, headerOf, jsonText, listen, readBody, sendJson } from '../http-messages';
import { IdempotencyKeys } from './idempotency';
import { standInDefaults, type AdyenStandInOptions, type StandInSettings } from './options';
import { RequestLog, type LoggedRequest } from '../request-log';
import { loadRequestSchemas, parseRequest } from './request-schemas';
import type { ParameterSchemas } from '../schema-generator';
import { findReport } from './settlement';
import { WebhookLog } from './webhooks';

export type AdyenStandIn = {
  origin: string;
  apiKey: string;
  reportApiKey: string;
  hmacKey: string;
  merchantAccount: string;
  control: StandInControl;
  close(): Promise<void>;
};

/** Adyen's APIs over HTTP, with their state in memory. */
export async function startAdyenStandIn(options: AdyenStandInOptions = {}): Promise<AdyenStandIn> {
  const settings: StandInSettings = { ...standInDefaults, ...options };
  const schemas = await loadRequestSchemas();
  const server = createServer();
  const port = await listen(server, settings.port, settings.host);
  const origin = `http://${settings.host}:${port}`;
  const api = new AdyenApi(settings, origin, schemas);
  server.on('request', (request, response) => void api.respond(request, response));
  const { apiKey, reportApiKey, hmacKey, merchantAccount } = settings;
  return {
    origin,
    apiKey,
    reportApiKey,
    hmacKey,
    merchantAccount,
    control: api.control,
    close: () => closeServer(server, () => api.stop()),
  };
}

class AdyenApi {
  readonly #clock = new StandInClock();
  readonly #faults = new StandInFaults();
  readonly #log = new RequestLog();
  readonly #keys: IdempotencyKeys;
  readonly #context: Context;
  readonly control: StandInControl;

  constructor(
    private readonly settings: StandInSettings,
    private readonly origin: string,
    private readonly schemas: ParameterSchemas,
  ) {
    this.#keys = new IdempotencyKeys(this.#clock, settings.idempotencySeconds);
    const { hmacKey, webhookUrl: url, webhookCredentials: credentials, isLive } = settings;
    this.#context = {
      account: createAccountState(),
      settings,
      clock: this.#clock,
      webhooks: new WebhookLog(this.#clock, { hmacKey, url, credentials, isLive }),
      origin,
    };
    this.control = new StandInControl({ context: this.#context, faults: this.#faults, log: this.#log });
  }

  stop(): void {
    this.#clock.stop();
    this.#context.webhooks.set({ url: null });
  }

  async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = await readBody(request);
      const { pathname } = new URL(request.url!, this.origin);
      if (pathname.startsWith('/_stand-in/')) await this.#respondToControl(request, response, pathname, body);
      else if (pathname.startsWith('/reports/')) this.#respondWithReport(request, response, pathname);
      else await this.#respondToApi(request, response, pathname, body);
    } catch (error) {
      if (response.headersSent) return void response.destroy();
      const answer = answerOf(error);
      response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answer.body);
    }
  }

  async #respondToControl(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    body: Buffer,
  ): Promise<void> {
    try {
      const [, , kind, challenge] = path.split('/');
      if (kind === 'challenges' && challenge)
        return respondWithChallenge(this.#context, challenge, request, response, body.toString());
      const answer = await this.control.handle(request.method!, path, body.toString());
      sendJson(response, answer ? 200 : 404, answer ?? { error: 'There is no such command.' });
    } catch (error) {
      if (error instanceof AdyenApiError) return sendJson(response, error.status, { error: error.message });
      if (error instanceof ZodError || error instanceof SyntaxError)
        return sendJson(response, 400, { error: error.message });
      throw error;
    }
  }

  #respondWithReport(request: IncomingMessage, response: ServerResponse, path: string): void {
    const { username, password } = this.settings.reportCredentials;
    const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const hasKey = headerOf(request, 'x-api-key') === this.settings.reportApiKey;
    if (!hasKey && headerOf(request, 'authorization') !== expected) throw unauthorized();
    const match = /^\/reports\/download\/MerchantAccount\/([^/]+)\/([^/]+)$/.exec(path);
    if (request.method !== 'GET' || !match) throw new AdyenApiError(404, '000', 'Not Found');
    const report = findReport(this.#context, decodeURIComponent(match[1]!), match[2]!);
    const fault = this.#faults.take('GET', path);
    if (fault) return this.#spoilReport(request, response, report, fault);
    response.writeHead(200, { 'Content-Type': 'text/csv' }).end(report);
  }

  #spoilReport(request: IncomingMessage, response: ServerResponse, report: string, fault: Fault): void {
    if (fault.fault === 'reset') return void request.socket.resetAndDestroy();
    if (fault.fault === 'error') return sendJson(response, fault.status, { status: fault.status });
    if (fault.fault === 'rate_limit') return sendJson(response, 429, { status: 429 });
    sendAnswer(response, { status: 200, body: report, headers: { 'Content-Type': 'text/csv' } }, fault, {});
  }

  async #respondToApi(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    body: Buffer,
  ): Promise<void> {
    const key = headerOf(request, 'idempotency-key') ?? null;
    const logged = this.#log.add({ method: request.method!, path, account: null, idempotencyKey: key });
    const send = (answer: Answer, fault?: Fault) => {
      sendAnswer(response, answer, fault, { ...(key && { 'Idempotency-Key': key }) });
      logged.status = response.destroyed ? null : answer.status;
    };
    let endpoint: Endpoint;
    let id: string;
    let content: Record<string, unknown>;
    try {
      if (headerOf(request, 'x-api-key') !== this.settings.apiKey) throw unauthorized();
      [endpoint, id] = findEndpoint(request.method!, path);
      content = readJson(request, body);
      logged.account = this.#checkMerchantAccount(content);
    } catch (error) {
      return send(answerOf(error));
    }
    const fault = this.#faults.take('POST', path);
    if (fault?.fault === 'rate_limit') return send(rateLimitAnswer(fault.retryAfter));
    let stored: Answer | undefined;
    try {
      stored = key === null ? undefined : this.#keys.begin(key, `${path} ${canonicalText(content)}`);
    } catch (error) {
      return send(answerOf(error));
    }
    if (stored) {
      logged.isReplay = true;
      if (fault?.fault === 'reset') return void request.socket.resetAndDestroy();
      if (fault?.fault === 'delay') await sleep(fault.ms);
      return send(fault?.fault === 'error' ? errorAnswer(fault) : stored, fault);
    }
    await this.#execute({ endpoint, id, content, request, key, fault, logged, send });
  }

  async #execute(work: {
    endpoint: Endpoint;
    id: string;
    content: object;
    request: IncomingMessage;
    key: string | null;
    fault: Fault | undefined;
    logged: LoggedRequest;
    send: (answer: Answer, fault?: Fault) => void;
  }): Promise<void> {
    const { endpoint, id, content, request, key, fault, send } = work;
    const keep = (answer: Answer, isKept: boolean) => {
      if (key === null) return;
      if (isKept) this.#keys.complete(key, answer);
      else this.#keys.forget(key);
    };
    if (fault && 'effect' in fault && fault.effect === 'before') {
      if (fault.fault === 'delay') await sleep(fault.ms);
      if (fault.fault === 'error') {
        const answer = errorAnswer(fault);
        keep(answer, fault.replayed);
        return send(answer);
      }
      if (fault.fault === 'reset') {
        if (key !== null) this.#keys.forget(key);
        return void request.socket.resetAndDestroy();
      }
    }
    let answer: Answer;
    let began = true;
    try {
      answer = { status: endpoint.status, body: jsonText(this.#run(endpoint, content, id)) };
    } catch (error) {
      answer = answerOf(error);
      began = error instanceof AdyenApiError && error.began;
    }
    if (fault?.fault === 'error' && began) {
      const failure = errorAnswer(fault);
      keep(fault.replayed ? failure : answer, true);
      return send(failure);
    }
    keep(answer, began);
    if (fault?.fault === 'delay' && fault.effect === 'after') await sleep(fault.ms);
    if (fault?.fault === 'reset') return void request.socket.resetAndDestroy();
    send(answer, fault);
  }

  #run({ type, modeled, run }: Endpoint, content: object, id: string): object {
    const request = parseRequest(this.schemas, type, content);
    const unmodeled = Object.keys(request).find((name) => !modeled.includes(name));
    if (unmodeled) throw refuseUnmodeled(`${unmodeled} of ${type}`);
    this.#clock.runDue();
    return run(this.#context, request, id);
  }

  /** Requests about details name no merchant account. */
  #checkMerchantAccount(content: Record<string, unknown>): string | null {
    const named = content.merchantAccount ?? content.merchantAccountCode;
    if (named === undefined || named === null) return null;
    const known = [this.settings.merchantAccount, ...this.settings.otherMerchantAccounts];
    if (typeof named !== 'string' || !known.includes(named)) throw refuseMerchantAccount();
    return named;
  }
}

const unauthorized = () =>
  new AdyenApiError(401, '000', 'HTTP Status Response - Unauthorized', 'security', false);

function findEndpoint(method: string, path: string): [Endpoint, string] {
  for (const endpoint of endpoints) {
    const match = method === 'POST' ? endpoint.path.exec(path) : null;
    if (match) return [endpoint, decodeURIComponent(match[1] ?? '')];
  }
  throw new AdyenApiError(404, '000', `There is no ${method} ${path}.`, 'validation', false);
}

function readJson(request: IncomingMessage, body: Buffer): Record<string, unknown> {
  if (!headerOf(request, 'content-type')?.startsWith('application/json'))
    throw new AdyenApiError(415, '000', 'Requests are sent as application/json.', 'validation', false);
  let content: unknown;
  try {
    content = JSON.parse(body.toString());
  } catch {
    content = undefined;
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new AdyenApiError(400, '702', 'Unexpected input: no JSON object', 'validation', false);
  return content as Record<string, unknown>;
}

/** The order of members doesn't matter. */
function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

function answerOf(error: unknown): Answer {
  if (!(error instanceof AdyenApiError))
    return {
      status: 500,
      body: jsonText({ status: 500, message: `The stand-in failed: ${(error as Error).message}` }),
    };
  return {
    status: error.status,
    body: jsonText(error.body),
    ...(error.isTransient && { headers: { 'Transient-Error': 'true' } }),
  };
}

const errorAnswer = ({ status, replayed }: Extract<Fault, { fault: 'error' }>): Answer => ({
  ...answerOf(new AdyenApiError(status, '000', 'An error occurred', 'internal', true, !replayed)),
});

const rateLimitAnswer = (retryAfter: number): Answer => ({
  ...answerOf(new AdyenApiError(429, '000', 'Too many requests', 'validation', false)),
  headers: { 'Retry-After': String(retryAfter), 'Transient-Error': 'true' },
});

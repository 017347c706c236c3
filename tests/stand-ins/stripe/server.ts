import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ZodError } from 'zod';
import { createAccountState, newStripeId, type Context } from './account-state';
import { closeServer, headerOf, jsonText, listen, readBody, sendJson } from '../http-messages';
import { refuse, StripeApiError, refuseUnmodeled } from './protocol/api-error';
import { respondWithChallenge } from './challenge-page';
import { StandInClock } from '../clock';
import { StandInControl } from './control';
import { endpoints, type Endpoint } from './endpoints';
import { EventLog } from './events';
import { checkExpansion } from './protocol/expandable-fields';
import { expandAnswer } from './protocol/expansion';
import { sendAnswer, type Answer } from '../answers';
import { StandInFaults, type Fault } from '../faults';
import { createFile } from './files';
import { decodeForm } from './protocol/form-body';
import { IdempotencyKeys } from './protocol/idempotency';
import { standInDefaults, type StandInSettings, type StripeStandInOptions } from './options';
import { RequestLog, type LoggedRequest } from '../request-log';
import { loadParameterSchemas, parseParameters } from './protocol/request-schemas';
import type { ParameterSchemas } from '../schema-generator';

export type StripeStandIn = {
  origin: string;
  host: string;
  port: number;
  secretKey: string;
  webhookSecret: string;
  apiVersion: string;
  control: StandInControl;
  close(): Promise<void>;
};

/** Stripe's API over HTTP, with its state in memory. */
export async function startStripeStandIn(options: StripeStandInOptions = {}): Promise<StripeStandIn> {
  const settings: StandInSettings = { ...standInDefaults, ...options };
  const server = createServer();
  const port = await listen(server, settings.port, settings.host);
  const origin = `http://${settings.host}:${port}`;
  const api = new StripeApi(settings, origin, await loadParameterSchemas());
  server.on('request', (request, response) => void api.respond(request, response));
  const { secretKey, webhookSecret, apiVersion, host } = settings;
  return {
    origin,
    host,
    port,
    secretKey,
    webhookSecret,
    apiVersion,
    control: api.control,
    close: () => closeServer(server, () => api.stop()),
  };
}

class StripeApi {
  readonly #clock = new StandInClock();
  readonly #events: EventLog;
  readonly #faults = new StandInFaults();
  readonly #keys = new IdempotencyKeys();
  readonly #log = new RequestLog();
  readonly #accounts;
  readonly control: StandInControl;

  constructor(
    private readonly settings: StandInSettings,
    private readonly origin: string,
    private readonly schemas: ParameterSchemas,
  ) {
    this.#events = new EventLog(settings.webhookSecret, settings.webhookUrl);
    this.#accounts = new Map(
      [settings.account, ...settings.connectedAccounts].map((id, index) => [
        id,
        createAccountState(id, index > 0),
      ]),
    );
    this.control = new StandInControl({
      faults: this.#faults,
      events: this.#events,
      clock: this.#clock,
      log: this.#log,
      accounts: this.#accounts,
      contextOf: (account) => this.#contextOf(account ?? settings.account, null),
    });
  }

  stop(): void {
    this.#clock.stop();
    this.#events.set({ url: null });
  }

  async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = await readBody(request);
      const { pathname } = new URL(request.url!, this.origin);
      if (pathname.startsWith('/_stand-in/')) await this.#respondToControl(request, response, pathname, body);
      else await this.#respondToApi(request, response, body);
    } catch (error) {
      if (!response.headersSent)
        sendJson(response, 500, {
          error: { type: 'api_error', message: `The stand-in failed: ${(error as Error).message}` },
        });
      else response.destroy();
    }
  }

  async #respondToControl(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    body: Buffer,
  ): Promise<void> {
    try {
      const [, , kind, account, intent] = path.split('/');
      if (kind === 'challenges' && account && intent)
        return respondWithChallenge(
          this.#contextOf(account, null),
          intent,
          request,
          response,
          body.toString(),
        );
      const answer = await this.control.handle(request.method!, path, body.toString());
      sendJson(response, answer ? 200 : 404, answer ?? { error: 'There is no such command.' });
    } catch (error) {
      if (error instanceof StripeApiError) return sendJson(response, error.status, { error: error.message });
      if (error instanceof ZodError || error instanceof SyntaxError)
        return sendJson(response, 400, { error: error.message });
      throw error;
    }
  }

  async #respondToApi(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    const method = request.method!;
    const { pathname } = new URL(request.url!, this.origin);
    const key = method === 'POST' ? (headerOf(request, 'idempotency-key') ?? null) : null;
    const requestId = newStripeId('req');
    const logged = this.#log.add({
      method,
      path: pathname,
      account: headerOf(request, 'stripe-account') ?? null,
      idempotencyKey: key,
    });
    const send = (answer: Answer, fault?: Fault) => {
      sendAnswer(response, answer, fault, {
        'Request-Id': requestId,
        'Stripe-Version': this.settings.apiVersion,
        ...(key && { 'Idempotency-Key': key }),
      });
      logged.status = response.destroyed ? null : answer.status;
    };
    let context: Context;
    try {
      context = this.#authenticate(request, requestId, key);
    } catch (error) {
      return send(answerOf(error));
    }
    const fault = this.#faults.take(method, pathname);
    if (fault?.fault === 'rate_limit') return send(rateLimitAnswer(fault.retryAfter));
    let stored: Answer | undefined;
    try {
      stored = key ? this.#begin(context, key, request, body) : undefined;
    } catch (error) {
      return send(answerOf(error));
    }
    if (stored) {
      logged.isReplay = true;
      if (fault?.fault === 'reset') return void request.socket.resetAndDestroy();
      if (fault?.fault === 'delay') await sleep(fault.ms);
      return send(fault?.fault === 'error' ? errorAnswer(fault.status) : stored, fault);
    }
    await this.#execute({ context, request, body, key, requestId, fault, logged, send });
  }

  #begin(context: Context, key: string, request: IncomingMessage, body: Buffer): Answer | undefined {
    if (key.length > 255) throw refuse('Idempotency keys may be at most 255 characters long.');
    const { pathname } = new URL(request.url!, this.origin);
    const use = this.#keys.begin(context, key, pathname, canonicalContent(request, body));
    return use && { ...use, headers: { 'Idempotent-Replayed': 'true', 'Original-Request': use.requestId } };
  }

  async #execute(work: {
    context: Context;
    request: IncomingMessage;
    body: Buffer;
    key: string | null;
    requestId: string;
    fault: Fault | undefined;
    logged: LoggedRequest;
    send: (answer: Answer, fault?: Fault) => void;
  }): Promise<void> {
    const { context, request, body, key, requestId, fault, send } = work;
    const keep = (answer: Answer, isKept: boolean) => {
      if (!key) return;
      if (isKept) this.#keys.complete(context, key, { ...answer, requestId });
      else this.#keys.forget(context, key);
    };
    if (fault && 'effect' in fault && fault.effect === 'before') {
      if (fault.fault === 'delay') await sleep(fault.ms);
      if (fault.fault === 'error') {
        const answer = errorAnswer(fault.status);
        keep(answer, fault.replayed);
        return send(answer);
      }
      if (fault.fault === 'reset') {
        if (key) this.#keys.forget(context, key);
        return void request.socket.resetAndDestroy();
      }
    }
    let answer: Answer;
    let began = true;
    try {
      answer = { status: 200, body: jsonText(await this.#run(context, request, body)) };
    } catch (error) {
      answer = answerOf(error);
      began = error instanceof StripeApiError && error.began;
    }
    if (fault?.fault === 'error' && began) {
      const failure = errorAnswer(fault.status);
      keep(fault.replayed ? failure : answer, true);
      return send(failure);
    }
    keep(answer, began);
    if (fault?.fault === 'delay' && fault.effect === 'after') await sleep(fault.ms);
    if (fault?.fault === 'reset') return void request.socket.resetAndDestroy();
    send(answer, fault);
  }

  async #run(context: Context, request: IncomingMessage, body: Buffer): Promise<object> {
    const { pathname, searchParams } = new URL(request.url!, this.origin);
    const method = request.method!;
    if (method === 'POST' && pathname === '/v1/files')
      return createFile(context, await readMultipart(request, body));
    const [endpoint, id] = findEndpoint(method, pathname);
    if (method === 'POST') requireFormType(request, body);
    const form = decodeForm(method === 'GET' ? searchParams : new URLSearchParams(body.toString()));
    const parameters = parseParameters(this.schemas, endpoint.type, form);
    const unmodeled = Object.keys(parameters).find((name) => !endpoint.modeled.includes(name));
    if (unmodeled) throw refuseUnmodeled(`${unmodeled} of ${method} ${pathname}`);
    const { expand } = parameters as { expand?: string[] };
    checkExpansion(pathname, method === 'GET' && id === '', expand);
    this.#clock.runDue();
    return expandAnswer(context, endpoint.run(context, parameters, id), expand);
  }

  #authenticate(request: IncomingMessage, requestId: string, key: string | null): Context {
    const given = headerOf(request, 'authorization');
    if (!given)
      throw new StripeApiError(401, {
        type: 'invalid_request_error',
        message: 'You did not provide an API key.',
      });
    if (given !== `Bearer ${this.settings.secretKey}`)
      throw new StripeApiError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
    const version = headerOf(request, 'stripe-version');
    if (version !== this.settings.apiVersion)
      throw refuse(
        version === undefined
          ? 'The stand-in requires the header Stripe-Version.'
          : `Invalid Stripe API version: ${version}. The stand-in has ${this.settings.apiVersion}.`,
      );
    return this.#contextOf(headerOf(request, 'stripe-account') ?? this.settings.account, {
      id: requestId,
      idempotency_key: key,
    });
  }

  #contextOf(accountId: string, request: Context['request']): Context {
    const account = this.#accounts.get(accountId);
    if (!account)
      throw new StripeApiError(403, {
        type: 'invalid_request_error',
        code: 'account_invalid',
        message: `The provided key does not have access to account '${accountId}' (or that account does not exist). Application access may have been revoked.`,
      });
    return {
      account,
      settings: this.settings,
      clock: this.#clock,
      events: this.#events,
      origin: this.origin,
      request,
    };
  }
}

function findEndpoint(method: string, path: string): [Endpoint, string] {
  for (const endpoint of endpoints) {
    const match = endpoint.method === method ? endpoint.path.exec(path) : null;
    if (match) return [endpoint, decodeURIComponent(match[1] ?? '')];
  }
  throw new StripeApiError(
    404,
    { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` },
    false,
  );
}

function requireFormType(request: IncomingMessage, body: Buffer): void {
  const type = headerOf(request, 'content-type') ?? '';
  if (body.length && !type.startsWith('application/x-www-form-urlencoded'))
    throw new StripeApiError(
      400,
      { type: 'invalid_request_error', message: `Invalid request (unsupported Content-Type: ${type}).` },
      false,
    );
}

async function readMultipart(request: IncomingMessage, body: Buffer): Promise<FormData> {
  const type = headerOf(request, 'content-type') ?? '';
  if (!type.startsWith('multipart/form-data'))
    throw new StripeApiError(
      400,
      { type: 'invalid_request_error', message: 'Files are uploaded as multipart/form-data.' },
      false,
    );
  return new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData();
}

/** The order of parameters doesn't matter, and the boundary of a multipart body is random. */
function canonicalContent(request: IncomingMessage, body: Buffer): string {
  const boundary = /boundary="?([^";]+)/.exec(headerOf(request, 'content-type') ?? '')?.[1];
  if (boundary) return body.toString('latin1').replaceAll(boundary, '');
  const form = new URLSearchParams(body.toString());
  form.sort();
  return form.toString();
}

function answerOf(error: unknown): Answer {
  if (error instanceof StripeApiError)
    return { status: error.status, body: jsonText({ error: error.fields }) };
  throw error;
}

const errorAnswer = (status: number): Answer => ({
  status,
  body: jsonText({
    error: { type: 'api_error', message: 'An error occurred on our servers. Contact us if it persists.' },
  }),
});

const rateLimitAnswer = (retryAfter: number): Answer => ({
  status: 429,
  body: jsonText({
    error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Request rate limit exceeded.' },
  }),
  headers: { 'Retry-After': String(retryAfter) },
});

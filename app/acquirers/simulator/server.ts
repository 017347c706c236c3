import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { z } from 'zod';
import { Secret } from '~/platform/secrets/secret';
import type { Card } from '../acquirer';
import type { FollowUpKind } from './balance';
import { Faults, faultsSchema, type Operation } from './faults';
import { respondWithFault, sendResponse } from './responses';
import { createSimulator, type Simulator } from './simulator';
import {
  acceptDisputeSchema,
  answerDisputeSchema,
  authenticationSchema,
  authorizeSchema,
  followUpSchema,
  historySchema,
  incidentSchema,
  reverseSchema,
  statementQuery,
  verifySchema,
} from './protocol';

/** An environment, or the ID of a connection. */
const ledgerName = /^(test|live|con_[0-9a-z]{36})$/;
const maximumBodyBytes = 64 * 1024;
/** Four files of 10 MB in Base64, and the text. */
const maximumAnswerBytes = 60 * 1024 * 1024;
const { signal } = new AbortController();

/** An invalid request. Its message never quotes the request. */
class BadRequest extends Error {}

/**
 * The simulator over HTTP, as a separate process with its ledgers in `folder`: one for each environment, and one for
 * each further connection. PUT /faults sets its faults.
 */
export function createSimulatorServer(folder: string): Server {
  const opened = new Map<string, Simulator>();
  const openLedger = (name: string): Simulator | undefined => {
    if (!ledgerName.test(name)) return undefined;
    const acquirer = opened.get(name) ?? createSimulator(join(folder, `simulator-${name}.jsonl`));
    opened.set(name, acquirer);
    return acquirer;
  };
  const faults = new Faults();
  return createServer((request, response) => {
    respond(request, response, openLedger, faults).catch((error: unknown) => {
      sendResponse(response, error instanceof BadRequest ? 400 : 500, {
        error: error instanceof BadRequest ? error.message : 'the simulator failed',
      });
    });
  });
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  openLedger: (name: string) => Simulator | undefined,
  faults: Faults,
): Promise<void> {
  const url = new URL(request.url!, 'http://simulator');
  const [, first, operation, reference] = url.pathname.split('/');
  if (first === 'faults') return respondWithFaults(request, response, faults);
  const acquirer = openLedger(first!);
  const body =
    request.method === 'POST'
      ? await readJson(request, operation === 'answer_dispute' ? maximumAnswerBytes : maximumBodyBytes)
      : undefined;
  const work =
    acquirer &&
    (body === undefined
      ? questionTo(acquirer, operation, reference, url.searchParams)
      : requestTo(acquirer, operation, body));
  if (!work) return sendResponse(response, 404, { error: 'no such address' });
  await respondWithFault(response, work, faults.take(operation as Operation));
}

async function respondWithFaults(
  request: IncomingMessage,
  response: ServerResponse,
  faults: Faults,
): Promise<void> {
  if (request.method === 'PUT') faults.switch(parse(faultsSchema, await readJson(request)));
  sendResponse(response, 200, faults.list());
}

type Work = () => Promise<object>;

function questionTo(
  acquirer: Simulator,
  operation: string | undefined,
  encodedReference: string | undefined,
  query: URLSearchParams,
): Work | null {
  if (operation === 'lookup' && encodedReference) {
    const reference = decodeURIComponent(encodedReference);
    return async () => answerFor(reference, await acquirer.lookup({ reference }, signal));
  }
  if (operation !== 'statement') return null;
  const { after, limit } = parse(statementQuery, { after: query.get('after'), limit: query.get('limit') });
  return () => acquirer.readStatement(after, limit, signal);
}

function requestTo(acquirer: Simulator, operation: string | undefined, body: unknown): Work | null {
  if (operation === 'authorize') {
    const { card, ...requested } = parse(authorizeSchema, body);
    return async () =>
      answerFor(requested.reference, await acquirer.authorize({ ...requested, card: hidden(card) }, signal));
  }
  if (operation === 'reverse') {
    const requested = parse(reverseSchema, body);
    return async () => answerFor(requested.reference, await acquirer.reverse(requested, signal));
  }
  if (operation === 'verify') {
    const { card, ...requested } = parse(verifySchema, body);
    return async () =>
      answerFor(requested.reference, await acquirer.verify({ ...requested, card: hidden(card) }, signal));
  }
  if (operation === 'incident') {
    const { authorization, incident } = parse(incidentSchema, body);
    return async () => ({ caused: await acquirer.simulateIncident!(authorization, incident, signal) });
  }
  if (operation === 'authenticate') {
    const { reference, result } = parse(authenticationSchema, body);
    return async () => ({ caused: await acquirer.simulateAuthentication!(reference, result, signal) });
  }
  if (operation === 'history') {
    const { entries } = parse(historySchema, body);
    return async () => ({ next: await acquirer.simulateHistory!(entries, signal) });
  }
  if (operation === 'answer_dispute') {
    const { files, ...requested } = parse(answerDisputeSchema, body);
    const evidence = files.map(({ bytes, ...file }) => ({ ...file, bytes: Buffer.from(bytes, 'base64') }));
    return async () => ({
      reference: requested.reference,
      receipt: await acquirer.submitEvidence({ ...requested, files: evidence }, signal),
    });
  }
  if (operation === 'accept_dispute') {
    const requested = parse(acceptDisputeSchema, body);
    return async () => ({
      reference: requested.reference,
      receipt: await acquirer.acceptDispute(requested, signal),
    });
  }
  if (!isFollowUp(operation)) return null;
  const requested = parse(followUpSchema, body);
  return async () => answerFor(requested.reference, await acquirer[operation](requested, signal));
}

function isFollowUp(operation: string | undefined): operation is FollowUpKind {
  return operation === 'capture' || operation === 'void' || operation === 'refund';
}

/** The simulator doesn't use the security code. */
function hidden({ pan, expiry }: z.infer<typeof verifySchema>['card']): Card {
  return { pan: new Secret(pan), expiry };
}

const answerFor = (reference: string, outcome: object) => ({ reference, outcome });

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new BadRequest(
    parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
  );
}

async function readJson(request: IncomingMessage, maximum = maximumBodyBytes): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if ((length += chunk.length) > maximum) throw new BadRequest('the body is too long');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new BadRequest('the body is not valid JSON');
  }
}

import type { z } from 'zod';
import { log } from '~/platform/observability/log';
import { getTraceId } from '~/platform/observability/trace';
import type { Card, DisputeReceipt, Outcome } from '../acquirer';
import type { AuthenticationRequest } from '../authentication';
import {
  answerSchema,
  causedSchema,
  historyReceiptSchema,
  lookupSchema,
  maximumPastEntries,
  receiptSchema,
  statementSchema,
  type DisputeOperation,
  type MoneyOperation,
} from './protocol';
import { simulatorCapabilities, type Simulator } from './simulator';

/** Why an answer couldn't be used. It quotes nothing of the request or response. */
class NoAnswer extends Error {
  override name = 'NoAnswer';
  constructor(readonly code: string) {
    super(code);
  }
}

/**
 * The simulator as a separate process (npm run simulator), over HTTP, with one of its ledgers. Anything but a
 * well-formed answer for the requested reference leaves the outcome unknown. Card data is sent only in request bodies.
 */
export function createSimulatorClient(origin: string, ledger: string): Simulator {
  const address = (path: string) => `${origin}/${ledger}/${path}`;

  function send(
    operation: MoneyOperation | 'verify',
    body: { reference: string },
    signal: AbortSignal,
  ): Promise<Outcome> {
    return outcomeOf(body.reference, fetchJson(address(operation), answerSchema, post(body, signal)), signal);
  }

  function settle(
    operation: DisputeOperation,
    body: { reference: string },
    signal: AbortSignal,
  ): Promise<DisputeReceipt> {
    const answer = fetchJson(address(operation), receiptSchema, post(body, signal));
    return outcomeOf<DisputeReceipt>(
      body.reference,
      answer.then(({ reference, receipt }) => ({ reference, outcome: receipt })),
      signal,
    );
  }

  const find = (reference: string, signal: AbortSignal) =>
    outcomeOf(
      reference,
      fetchJson(address(`lookup/${encodeURIComponent(reference)}`), lookupSchema, { signal }),
      signal,
    );

  return {
    capabilities: simulatorCapabilities,
    // The simulator's protocol doesn't have members that only other acquirers need.
    authorize: ({ billing: _, ...request }, signal) => send('authorize', toBody(request), signal),
    reverse: ({ abandoned: _, requestedAt: __, ...request }, signal) => send('reverse', request, signal),
    verify: ({ merchantReason: _, ...request }, signal) => send('verify', toBody(request), signal),
    async completeVerification({ reference }, signal) {
      const found = await find(reference, signal);
      return found.kind === 'not_found' ? { kind: 'unknown' } : found;
    },
    capture: (request, signal) => send('capture', request, signal),
    void: ({ held: _, ...request }, signal) => send('void', request, signal),
    refund: ({ reversal: _, ...request }, signal) => send('refund', request, signal),
    lookup: ({ reference }, signal) => find(reference, signal),
    submitEvidence: ({ files, isRepeated: _, ...request }, signal) =>
      settle(
        'answer_dispute',
        {
          ...request,
          ...{ files: files.map(({ bytes, ...file }) => ({ ...file, bytes: bytes.toString('base64') })) },
        },
        signal,
      ),
    acceptDispute: (request, signal) => settle('accept_dispute', request, signal),
    readStatement(after, limit, signal) {
      const query = new URLSearchParams({ ...(after !== null && { after }), limit: String(limit) });
      return fetchJson(address(`statement?${query}`), statementSchema, { signal });
    },
    async testConnection(signal) {
      const query = new URLSearchParams({ limit: '1' });
      return fetchJson(address(`statement?${query}`), statementSchema, { signal }).then(
        () => ({
          kind: 'connected',
          description: 'The simulator process answers. It never moves real money.',
        }),
        () => ({ kind: 'unreachable' }),
      );
    },
    simulateIncident: async (authorization, incident, signal) =>
      (await fetchJson(address('incident'), causedSchema, post({ authorization, incident }, signal))).caused,
    simulateAuthentication: async (reference, result, signal) =>
      (await fetchJson(address('authenticate'), causedSchema, post({ reference, result }, signal))).caused,
    async simulateHistory(entries, signal) {
      let position = '0';
      for (let start = 0; start < entries.length; start += maximumPastEntries) {
        const page = post({ entries: entries.slice(start, start + maximumPastEntries) }, signal);
        position = (await fetchJson(address('history'), historyReceiptSchema, page)).next;
      }
      return position;
    },
  };
}

function post(body: object, signal: AbortSignal): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  };
}

/** The outcome in an answer for this reference. Unknown for any other answer, or none. */
async function outcomeOf<T>(
  reference: string,
  answer: Promise<{ reference: string; outcome: T }>,
  signal: AbortSignal,
): Promise<T | { kind: 'unknown' }> {
  try {
    const { reference: answered, outcome } = await answer;
    if (answered === reference) return outcome;
    throw new NoAnswer('answer_for_another');
  } catch (error) {
    // The caller that stopped waiting reports it.
    if (!signal.aborted)
      log.warn('acquirer', {
        operationId: reference,
        code: error instanceof NoAnswer ? error.code : 'no_answer',
      });
    return { kind: 'unknown' };
  }
}

async function fetchJson<T>(url: string, schema: z.ZodType<T>, init: RequestInit): Promise<T> {
  const trace = getTraceId();
  const response = await fetch(url, {
    ...init,
    redirect: 'error',
    headers: { ...init.headers, ...(trace && { 'X-Request-Id': trace }) },
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new NoAnswer(`status_${response.status}`);
  }
  const parsed = schema.safeParse(parseJson(await response.text()));
  if (!parsed.success) throw new NoAnswer('malformed_answer');
  return parsed.data;
}

/** A parser's error would quote its input. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NoAnswer('malformed_answer');
  }
}

function toBody<T extends { card: Card; authentication?: AuthenticationRequest }>({
  card: { pan, code, ...card },
  authentication,
  ...request
}: T) {
  const { browser: _, ...requested } = authentication ?? {};
  return {
    ...request,
    card: { ...card, pan: pan.reveal(), code: code?.reveal() },
    ...(authentication && { authentication: requested }),
  };
}

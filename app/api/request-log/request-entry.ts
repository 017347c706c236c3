import type { ApiRequestRecord } from '~/merchants/api-requests/request-records';
import { findApiOperation } from '~/platform/api-description/api-operations';
import type { Environment } from '~/platform/environment';
import { resolveSurface } from '~/platform/http/surfaces.server';
import { isId } from '~/platform/ids';
import { maximumNameLength, redactRequest, redactResponse, redactText } from './request-redaction';

/** A request and its response with complete bodies. It exists only in memory until it's written. */
export type LoggedRequest = {
  requestId: string;
  accountId: string;
  environment: Environment;
  secretId: string | null;
  method: string;
  url: string;
  requestText: string | null;
  requestBytes: number | null;
  status: number;
  responseText: string;
  replayed: boolean;
  durationMs: number;
  startedAt: number;
  address: string;
  userAgent: string | undefined;
};

/** The maximum stored size of a body: 8 KiB. */
export const maximumLoggedBodyBytes = 8 * 1024;

const maximumAgentLength = 200;
/** Codes of a refund that depend on the state of its payment, which is therefore the account's own. */
const stateCodes: ReadonlySet<string> = new Set(['invalid_state', 'amount_exceeds_remaining']);
/** In characters, as the API accepts it. */
const maximumExternalIdLength = 255;

type Body = Record<string, unknown>;

/** The stored row of a request, without card data, secrets, or payers' data. */
export function toApiRequestRecord(request: LoggedRequest): ApiRequestRecord {
  const { environment, status } = request;
  const requestBodyJson = parse(request.requestText);
  const responseBodyJson = parse(request.responseText);
  const path = parsePath(request.url);
  const operation = findApiOperation(request.method, path.barePath);
  const externalId =
    requestBodyJson &&
    typeof requestBodyJson.external_id === 'string' &&
    [...requestBodyJson.external_id].length <= maximumExternalIdLength
      ? redactText(requestBodyJson.external_id, Infinity)
      : null;
  const code = status >= 400 && typeof responseBodyJson?.code === 'string' ? responseBodyJson.code : null;
  return {
    id: request.requestId,
    accountId: request.accountId,
    environment,
    secretId: request.secretId,
    method: request.method,
    path: path.displayPath,
    operation,
    status,
    code,
    externalId,
    outcome: externalId === null ? null : getOutcome({ status, code, replayed: request.replayed }),
    transactionId: findResourceId('trx', path.barePath, status, [
      responseBodyJson?.id,
      responseBodyJson?.transaction_id,
      // The payment of a rejected refund.
      code && stateCodes.has(code) && requestBodyJson?.trx_id,
    ]),
    intentId: findResourceId('int', path.barePath, status, [responseBodyJson?.intent_id]),
    requestBody: toStoredBody(requestBodyJson && redactRequest(requestBodyJson)),
    responseBody: toStoredBody(responseBodyJson && redactResponse(responseBodyJson)),
    requestBytes: request.requestBytes,
    responseBytes: Buffer.byteLength(request.responseText),
    durationMs: Math.round(request.durationMs),
    address: redactText(request.address),
    userAgent: request.userAgent === undefined ? null : redactText(request.userAgent, maximumAgentLength),
    createdAt: new Date(request.startedAt),
  };
}

function parse(text: string | null): Body | null {
  if (!text || text.length > maximumLoggedBodyBytes) return null;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // Like a body that isn't an object.
  }
  return body && typeof body === 'object' && !Array.isArray(body) ? (body as Body) : null;
}

function toStoredBody(body: unknown): string | null {
  const text = body ? JSON.stringify(body) : null;
  return text && Buffer.byteLength(text) <= maximumLoggedBodyBytes ? text : null;
}

const storedParameters = ['type', 'id', 'after', 'limit'];

/** Relative to the API URL, with only those query parameters that the API knows. */
function parsePath(text: string): { barePath: string; displayPath: string } {
  const url = new URL(text);
  const query = [...url.searchParams]
    .slice(0, 20)
    .map(([name, value]) =>
      storedParameters.includes(name)
        ? `${name}=${redactText(value)}`
        : `${redactText(name, maximumNameLength)}=[not stored]`,
    );
  // As in bodies: anyone with a secret can pay with a card token.
  const barePath = redactText(decode(resolveSurface(url)?.path ?? url.pathname)).replace(
    /tok_[0-9a-z]{32}(?=[0-9a-z]{4})/g,
    'tok_…',
  );
  return { barePath, displayPath: query.length ? `${barePath}?${query.join('&')}` : barePath };
}

/** Text that is still encoded, or can't be decoded, may hide anything. */
function decode(path: string): string {
  try {
    const text = decodeURIComponent(path);
    return text.includes('%') ? '[not stored]' : text;
  } catch {
    return '[not stored]';
  }
}

function getOutcome({
  status,
  code,
  replayed,
}: {
  status: number;
  code: string | null;
  replayed: boolean;
}): ApiRequestRecord['outcome'] {
  if (code === 'external_id_conflict') return 'conflicted';
  // A declined capture or void (402) was executed, and its reply is stored.
  return status === 200 || status === 402 ? (replayed ? 'replayed' : 'executed') : null;
}

/** The first ID of the transaction or intent. None if it wasn't found, because it may belong to another account. */
function findResourceId(
  prefix: 'trx' | 'int',
  path: string,
  status: number,
  candidates: readonly unknown[],
): string | null {
  if (status === 404) return null;
  const found = [...candidates, ...path.split('/')].find(
    (text) => typeof text === 'string' && isId(prefix, text),
  );
  return (found as string | undefined) ?? null;
}

import type { ApiRequestRecord } from '~/merchants/api-requests/request-records';
import { operationOf } from '~/platform/api-operations';
import { config } from '~/platform/config.server';
import type { Environment } from '~/platform/environment';
import { isId } from '~/platform/ids';
import { longestName, redactRequest, redactResponse, redactText } from './request-redaction';

/** A request as it was answered, with its bodies as they are: lives in memory until it is written, never longer. */
export type Noted = {
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

/** The most that is kept of a body: 8 KiB. */
export const mostBody = 8 * 1024;

const longestAgent = 200;
/** In characters, as the API takes it. */
const longestExternalId = 255;
const bases = {
  test: new URL(config.addresses.api.test).pathname,
  live: new URL(config.addresses.api.live).pathname,
};

type Body = Record<string, unknown>;

/** The row that a request is kept as: nothing in it is card data, a secret, or a payer's. */
export function readEntry(noted: Noted): ApiRequestRecord {
  const { environment, status } = noted;
  const sent = parse(noted.requestText);
  const answered = parse(noted.responseText);
  const path = pathOf(noted);
  const operation = operationOf(noted.method, path.bare);
  const externalId =
    sent && typeof sent.external_id === 'string' && [...sent.external_id].length <= longestExternalId
      ? redactText(sent.external_id, Infinity)
      : null;
  const code = status >= 400 && typeof answered?.code === 'string' ? answered.code : null;
  return {
    id: noted.requestId,
    accountId: noted.accountId,
    environment,
    secretId: noted.secretId,
    method: noted.method,
    path: path.shown,
    operation,
    status,
    code,
    externalId: externalId && clean(externalId),
    outcome: externalId === null ? null : outcomeOf({ status, code, replayed: noted.replayed }),
    transactionId: idIn('trx', path.bare, status, answered),
    intentId: idIn('int', path.bare, status, answered),
    requestBody: keep(sent && redactRequest(sent)),
    responseBody: keep(answered && redactResponse(answered)),
    requestBytes: noted.requestBytes,
    responseBytes: Buffer.byteLength(noted.responseText),
    durationMs: Math.round(noted.durationMs),
    address: noted.address && clean(redactText(noted.address)),
    userAgent: noted.userAgent === undefined ? null : clean(redactText(noted.userAgent, longestAgent)),
    createdAt: new Date(noted.startedAt),
  };
}

function parse(text: string | null): Body | null {
  if (!text || text.length > mostBody) return null;
  try {
    const body: unknown = JSON.parse(text);
    return body && typeof body === 'object' && !Array.isArray(body) ? (body as Body) : null;
  } catch {
    return null;
  }
}

function keep(body: unknown): string | null {
  const text = body ? JSON.stringify(body) : null;
  return text && Buffer.byteLength(text) <= mostBody ? clean(text) : null;
}

/** PostgreSQL has no text with a zero byte. */
function clean(text: string): string {
  return text.replaceAll('\0', '');
}

/** Below the API's address; of the query what the API knows. */
function pathOf({ environment, url }: Noted): { bare: string; shown: string } {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const below = pathname.startsWith(bases[environment])
    ? pathname.slice(bases[environment].replace(/\/$/, '').length)
    : pathname;
  const query = [...searchParams]
    .slice(0, 20)
    .map(([name, value]) =>
      name === 'type' || name === 'id'
        ? `${name}=${redactText(value)}`
        : `${redactText(name, longestName)}=[not kept]`,
    );
  const bare = redactText(decode(below));
  return { bare, shown: clean(query.length ? `${bare}?${query.join('&')}` : bare) };
}

/** What is still encoded then, or cannot be decoded, may hide anything. */
function decode(path: string): string {
  try {
    const text = decodeURIComponent(path);
    return text.includes('%') ? '[not kept]' : text;
  } catch {
    return '[not kept]';
  }
}

function outcomeOf({
  status,
  code,
  replayed,
}: {
  status: number;
  code: string | null;
  replayed: boolean;
}): ApiRequestRecord['outcome'] {
  if (code === 'external_id_conflict') return 'conflicted';
  return status === 200 ? (replayed ? 'replayed' : 'executed') : null;
}

/** The transaction or intent that a reply is about; never one that was asked for in vain, which may be another account's. */
function idIn(prefix: 'trx' | 'int', path: string, status: number, answered: Body | null): string | null {
  if (status === 404) return null;
  const named = prefix === 'trx' ? [answered?.id, answered?.transaction_id] : [answered?.intent_id];
  const found = [...named, ...path.split('/')].find((text) => typeof text === 'string' && isId(prefix, text));
  return (found as string | undefined) ?? null;
}

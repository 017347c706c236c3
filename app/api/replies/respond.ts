import type { Context, TypedResponse } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import { getClientIp } from '~/platform/http/client-ip.server';
import type { Json } from '~/platform/json';
import type { ApiEnv } from '~/api/api-env';
import { maximumLoggedBodyBytes } from '~/api/request-log/request-entry';
import { logRequest } from '~/api/request-log/request-log';

/** A response whose status and body the compiler checks against the route's description. */
export type JsonReply<Body, Status extends StatusCode> = Response & TypedResponse<Body, Status, 'json'>;

/**
 * A JSON response. Its common headers were collected on the way in, because adding them to a finished
 * response costs more than everything else. Requests of a known account are recorded in its request log.
 */
export function respond<Body, Status extends StatusCode>(
  c: Context<ApiEnv>,
  status: Status,
  body: Json<Body>,
  headers?: Record<string, string>,
): JsonReply<Body, Status> {
  const caller = c.get('caller');
  if (caller) logReply(c, caller, { status, body, replayed: headers?.['Idempotent-Replayed'] === 'true' });
  return new Response(body, {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      ...c.env.headers,
      ...c.get('rateHeaders'),
      ...headers,
    },
  }) as JsonReply<Body, Status>;
}

/** Passes on the unchanged values. All further work happens after the response is sent. */
function logReply(
  c: Context<ApiEnv>,
  { accountId, secretId }: { accountId: string; secretId: string | null },
  reply: { status: number; body: string; replayed: boolean },
): void {
  const bytes = c.get('bodyBytes') ?? null;
  logRequest({
    requestId: c.env.requestId,
    accountId,
    environment: c.get('environment'),
    secretId,
    method: c.req.method,
    url: c.req.url,
    requestText: (bytes ?? 0) <= maximumLoggedBodyBytes ? (c.get('bodyText') ?? null) : null,
    requestBytes: bytes,
    status: reply.status,
    responseText: reply.body,
    replayed: reply.replayed,
    durationMs: performance.now() - c.get('startedAt'),
    startedAt: c.get('receivedAt'),
    address: getClientIp(c.req.raw, c.env),
    userAgent: c.req.header('user-agent'),
  });
}

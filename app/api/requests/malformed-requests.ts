import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createId } from '~/platform/ids';
import { buildProblemBody, problems, type ProblemCode } from '~/api/replies/problem';

/** Responses to requests that never reach a route. */
export const malformedRequestCodes = [
  'malformed_request',
  'request_timeout',
  'unknown_host',
  'headers_too_large',
] as const satisfies readonly ProblemCode[];

const codesByNodeError: Record<string, ProblemCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
};

/** The response to an invalid HTTP request, with the usual headers. */
export function buildMalformedRequestReply(
  code: ProblemCode,
  headers: Record<string, string>,
  requestId: string = createId('req'),
) {
  const body = JSON.stringify(buildProblemBody(code, requestId));
  return {
    status: problems[code][0],
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      ...headers,
      'X-Request-Id': requestId,
      Connection: 'close',
    },
    body,
  };
}

/** Responds on a connection that the server can't parse, and closes it: a `clientError` listener. */
export function replyToMalformedRequest(
  error: NodeJS.ErrnoException,
  socket: Socket,
  commonHeaders: Record<string, string>,
): void {
  // Node keeps the response in progress here. A request that has arrived may move money, so this isn't its
  // response.
  const { _httpMessage: currentResponse } = socket as { _httpMessage?: ServerResponse | null };
  if (!socket.writable || currentResponse?.headersSent || currentResponse?.req.complete)
    return void socket.destroy(error);
  const { status, headers, body } = buildMalformedRequestReply(
    codesByNodeError[String(error.code)] ?? 'malformed_request',
    commonHeaders,
  );
  const lines = Object.entries({ ...headers, 'Content-Length': Buffer.byteLength(body) }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  // A client that doesn't read the response holds the connection no longer than this.
  socket.setTimeout(1_000, () => socket.destroy());
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'), () =>
    socket.destroy(),
  );
}

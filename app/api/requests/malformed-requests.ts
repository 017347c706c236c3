import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createId } from '~/platform/ids';
import { buildProblemBody, problems, type ProblemCode } from '~/api/replies/problem';

/** What no route ever sees is answered with these. */
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

/** The reply to what is no request, with what every reply carries. */
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

/** Answers on a connection where the server could not read on, and closes it: a `clientError` listener. */
export function replyToMalformedRequest(
  error: NodeJS.ErrnoException,
  socket: Socket,
  commonHeaders: Record<string, string>,
): void {
  // Node keeps the reply that is under way here. To a request that has arrived, and may move money, this is no answer.
  const { _httpMessage: currentResponse } = socket as { _httpMessage?: ServerResponse | null };
  if (!socket.writable || currentResponse?.headersSent || currentResponse?.req.complete)
    return void socket.destroy(error);
  const { status, headers, body } = buildMalformedRequestReply(
    codesByNodeError[error.code ?? ''] ?? 'malformed_request',
    commonHeaders,
  );
  const lines = Object.entries({ ...headers, 'Content-Length': Buffer.byteLength(body) }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  // Anyone who does not read it holds the connection no longer than this.
  socket.setTimeout(1_000, () => socket.destroy());
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'), () =>
    socket.destroy(),
  );
}

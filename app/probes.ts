import { createServer, type Server } from 'node:http';
import { registerOperationMetrics } from '~/operations/operation-metrics';
import { checkReadiness } from './operations/readiness';
import { config } from '~/platform/config/config.server';
import { log } from '~/platform/observability/log';
import { renderMetrics } from '~/platform/observability/metrics';
import { isSameSecret } from '~/platform/secrets/secrets.server';

type ProbeReply = { status: number; body: string; contentType: string; challenge?: true };

const text = 'text/plain; charset=utf-8';
const notFoundReply: ProbeReply = {
  status: 404,
  body: 'Not found.',
  contentType: text,
};

/**
 * Endpoints for machines: liveness, readiness, and metrics. The first two are public, in one word each. The
 * checks behind the readiness, and metrics, are on a separate port for this machine, or elsewhere with a token.
 * @returns null for other paths
 */
export async function probe(
  path: string,
  authorization: string | undefined,
  listener: 'own_port' | 'shared_port',
): Promise<ProbeReply | null> {
  const { token } = config.metrics;
  if (path === '/healthz') return { status: 200, body: 'ok', contentType: text };
  if (path === '/readyz') {
    const { ready, checks } = await checkReadiness();
    const [status, word] = ready ? [200, 'ready'] : [503, 'not_ready'];
    if (listener === 'shared_port' || (token && !isTokenValid(authorization, token)))
      return { status, body: word, contentType: text };
    return { status, body: JSON.stringify({ status: word, ...checks }), contentType: 'application/json' };
  }
  if (path !== '/metrics') return null;
  // On the pages' port it doesn't exist, unless a token protects it.
  if (!token && listener === 'shared_port') return null;
  if (token && !isTokenValid(authorization, token))
    return { status: 401, body: 'Token required.', contentType: text, challenge: true };
  registerOperationMetrics();
  return { status: 200, ...(await renderMetrics()) };
}

function isTokenValid(authorization: string | undefined, token: string): boolean {
  const [, suppliedToken = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  return isSameSecret(suppliedToken, token);
}

/** As a response of the pages' server. */
export async function probeReply(path: string, authorization: string | null): Promise<Response | null> {
  const reply = await probe(path, authorization ?? undefined, 'shared_port');
  return reply && new Response(reply.body, { status: reply.status, headers: buildHeaders(reply) });
}

const buildHeaders = ({ contentType, challenge }: ProbeReply): Record<string, string> => ({
  'Content-Type': contentType,
  'Cache-Control': 'no-store',
  ...(challenge && { 'WWW-Authenticate': 'Bearer' }),
});

/**
 * Opens METRICS_PORT, if set.
 * @returns a function that closes it
 */
export async function openProbePort(): Promise<() => Promise<void>> {
  const { port, host } = config.metrics;
  if (port === undefined) return async () => {};
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0]!;
    const reply = (answer: ProbeReply) =>
      response.writeHead(answer.status, buildHeaders(answer)).end(answer.body);
    const pendingReply =
      request.method === 'GET'
        ? probe(path, request.headers.authorization, 'own_port')
        : Promise.resolve(notFoundReply);
    pendingReply
      .then((answer) => reply(answer ?? notFoundReply))
      .catch(
        (error: unknown) => (
          log.error('metrics', error),
          reply({ status: 500, body: 'failed', contentType: text })
        ),
      );
  });
  await new Promise<void>((resolve, reject) => server.on('error', reject).listen(port, host, resolve));
  return () => closeNow(server);
}

async function closeNow(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}

import { createServer, type Server } from 'node:http';
import { tellWaiting } from './operations/figures-told';
import { checkReadiness } from './operations/readiness';
import { config } from './platform/config.server';
import { log } from './platform/log';
import { tellMetrics } from './platform/metrics';
import { isSameSecret } from './platform/secrets.server';

type Answer = { status: number; body: string; contentType: string; challenge?: true };

const text = 'text/plain; charset=utf-8';
const noPlace: Answer = { status: 404, body: 'There is nothing at this address.', contentType: text };

/**
 * What machines ask: whether the process lives, whether it takes requests, how it does. The first two are for everybody; figures
 * are told to this machine on a port of their own, and elsewhere to whoever has the token. @returns null for other paths
 */
export async function probe(
  path: string,
  authorization: string | undefined,
  where: 'own_port' | 'shared_port',
): Promise<Answer | null> {
  if (path === '/healthz') return { status: 200, body: 'ok', contentType: text };
  if (path === '/readyz') {
    const { ready, checks } = await checkReadiness();
    return {
      status: ready ? 200 : 503,
      body: JSON.stringify({ status: ready ? 'ready' : 'not_ready', ...checks }),
      contentType: 'application/json',
    };
  }
  if (path !== '/metrics') return null;
  const { token } = config.metrics;
  // On the port of the pages there is no such place, unless a token guards it.
  if (!token && where === 'shared_port') return null;
  if (token && !isToken(authorization, token))
    return { status: 401, body: 'A token is needed.', contentType: text, challenge: true };
  tellWaiting();
  return { status: 200, ...(await tellMetrics()) };
}

function isToken(authorization: string | undefined, token: string): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  return isSameSecret(given, token);
}

/** As a reply of the pages' server. */
export async function probeReply(path: string, authorization: string | null): Promise<Response | null> {
  const answer = await probe(path, authorization ?? undefined, 'shared_port');
  return answer && new Response(answer.body, { status: answer.status, headers: headersOf(answer) });
}

const headersOf = ({ contentType, challenge }: Answer): Record<string, string> => ({
  'Content-Type': contentType,
  'Cache-Control': 'no-store',
  ...(challenge && { 'WWW-Authenticate': 'Bearer' }),
});

/** Opens METRICS_PORT, where one is set. @returns how to close it */
export async function openProbePort(): Promise<() => Promise<void>> {
  const { port, host } = config.metrics;
  if (port === undefined) return async () => {};
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0]!;
    const reply = (answer: Answer) => response.writeHead(answer.status, headersOf(answer)).end(answer.body);
    const asked =
      request.method === 'GET'
        ? probe(path, request.headers.authorization, 'own_port')
        : Promise.resolve(noPlace);
    asked
      .then((answer) => reply(answer ?? noPlace))
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

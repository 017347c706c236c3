import type { AddressInfo, Server } from 'node:net';
import { serve } from '@hono/node-server';
import { createApi } from '~/api/api';
import { createId } from '~/platform/ids';

export type ServedApi = {
  url: string;
  /** The paths of the requests so far. */
  requests: string[];
  /** Closes all connections, as when its process ends. */
  stop(): Promise<void>;
  /** Serves at the same URL again. */
  restart(): Promise<void>;
};

/** The test environment's API on a port of this process, for tools that run as a process of their own. */
export async function serveApi(): Promise<ServedApi> {
  const api = createApi('test');
  const requests: string[] = [];
  let server: Server | undefined;
  const listen = (port: number) =>
    new Promise<AddressInfo>((resolve) => {
      server = serve(
        {
          fetch(request, bindings) {
            const { pathname, search } = new URL(request.url);
            requests.push(pathname + search);
            return api.fetch(request, { ...bindings, requestId: createId('req'), headers: {} } as never);
          },
          port,
          hostname: '127.0.0.1',
        },
        resolve,
      ) as Server;
    });
  const { port } = await listen(0);
  return {
    url: `http://127.0.0.1:${port}/test/api`,
    requests,
    async stop() {
      (server as { closeAllConnections?(): void }).closeAllConnections?.();
      await new Promise((resolve) => server!.close(resolve));
    },
    restart: async () => void (await listen(port)),
  };
}

// One process of the payment API without its pages, which takes no build: see startApiProcess.
import { serve } from '@hono/node-server';
import { createApi } from '~/api/api';
import { createId } from '~/platform/ids';
import { loadPersistentKeys } from '~/platform/secrets/persistent-keys.server';

await loadPersistentKeys();

const api = createApi('test');
// Those who race keep their connections for longer than a browser would.
const serverOptions = { keepAliveTimeout: 600_000 };
serve(
  {
    serverOptions,
    fetch: (request, bindings) =>
      api.fetch(request, { ...bindings, requestId: createId('req'), headers: {} } as never),
    port: 0,
    hostname: '127.0.0.1',
  },
  ({ port }) => process.send!(port),
);

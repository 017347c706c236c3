// One process of the payment API without pages, so it needs no build. Started by startApiProcess.
import { serve } from '@hono/node-server';
import { createApi } from '~/api/api';
import { createId } from '~/platform/ids';
import { loadPersistentKeys } from '~/platform/secrets/persistent-keys.server';

await loadPersistentKeys();

const api = createApi('test');
// Racing clients keep their connections open for longer than a browser would.
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

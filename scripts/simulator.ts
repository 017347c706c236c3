// npm run simulator -- --port 4100 --folder data: the simulated acquirer as a separate process, for
// SIMULATOR_URL. With the product's own folder, it continues the existing ledger.
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { createSimulatorServer } from '../app/acquirers/simulator/server';

const { SIMULATOR_PORT = '4100', SIMULATOR_HOST = '127.0.0.1', SIMULATOR_DIR = 'data' } = process.env;
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: SIMULATOR_PORT },
    host: { type: 'string', default: SIMULATOR_HOST },
    folder: { type: 'string', default: SIMULATOR_DIR },
  },
});

const server = createSimulatorServer(values.folder);
server.once('error', (error: NodeJS.ErrnoException) => {
  console.error(
    error.code === 'EADDRINUSE'
      ? `--port: another program uses ${values.host}:${values.port}.`
      : error.message,
  );
  process.exitCode = 1;
});
server.listen(Number(values.port), values.host, () => {
  const { address, port } = server.address() as AddressInfo;
  console.log(`The simulator listens on http://${address}:${port}. Its ledgers are in ${values.folder}.`);
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    server.close();
    server.closeAllConnections();
  });

import { expect } from 'vitest';
import { freePort } from './services/free-port';
import { callApi } from './merchant-client';
import { readDemoCredentials, startServer, type Server } from './server';

type Settings = Parameters<typeof startServer>[0];

type ServerFleet = {
  /** The running servers. */
  running(): Server[];
  /** Runs some work on one server after the other. */
  runOnNextServer<T>(work: (server: Server) => Promise<T>): Promise<T>;
  /** Restarts one server after the other with these settings; each first finishes its last request. */
  restart(settings: Settings): Promise<void>;
  kill(): Promise<void>;
};

/**
 * Two processes on one database, and a load balancer that sends no new requests to a process that is about to
 * stop.
 */
export async function startServerFleet(settings: Settings): Promise<ServerFleet> {
  const ports = [String(await freePort()), String(await freePort())];
  const servers: (Server | undefined)[] = await Promise.all(
    ports.map((PORT) => startServer({ ...settings, PORT })),
  );
  const running = () => servers.filter((server) => server !== undefined);
  const inFlight = new Map<Server, number>();
  let turn = 0;
  return {
    running,
    runOnNextServer(work) {
      const open = running();
      const server = open[turn++ % open.length]!;
      inFlight.set(server, (inFlight.get(server) ?? 0) + 1);
      return work(server).finally(() => inFlight.set(server, inFlight.get(server)! - 1));
    },
    async restart(newSettings) {
      for (const [index, PORT] of ports.entries()) {
        const server = servers[index]!;
        servers[index] = undefined;
        while (inFlight.get(server)) await new Promise((resolve) => setTimeout(resolve, 10));
        expect(await server.stop(), server.output()).toBe(0);
        servers[index] = await startServer({ ...newSettings, PORT });
      }
    },
    kill: async () => void (await Promise.all(running().map((server) => server.kill()))),
  };
}

export const buildPaymentBody = (id: string) => ({
  operation: 'authcap',
  external_id: id,
  order: { order_id: id, order_amount: 1250, order_currency: 'EUR' },
  card: { pan: '4242424242424242', code: '123', expiry: '12/30', name: 'Ada Example' },
});

export type BackgroundPayments = {
  sent: number;
  /** Every response other than a captured payment. */
  failures: string[];
  /** The number of access tokens that each merchant has requested. */
  tokens: number[];
  end(): Promise<void>;
};

/**
 * Four clients that pay with the demo account continuously, with a new token for either process, and repeat
 * the `first` payment from time to time.
 */
export function startBackgroundPayments(
  serverFleet: ServerFleet,
  first: ReturnType<typeof buildPaymentBody>,
): BackgroundPayments {
  const credentials = readDemoCredentials(serverFleet.running()[0]!);
  const backgroundPayments: BackgroundPayments = { sent: 0, failures: [], tokens: [0, 0, 0, 0], end };
  let isRunning = true;
  const merchants = backgroundPayments.tokens.map(async (_, merchant) => {
    for (let [round, token] = [0, '']; isRunning; round++) {
      if (round % 10 === 0) {
        token = await serverFleet.runOnNextServer(
          async (server) => (await callApi(server, '/auth/token', credentials)).json.access_token as string,
        );
        backgroundPayments.tokens[merchant]!++;
      }
      const body = round % 5 ? buildPaymentBody(`under-way-${merchant}-${round}`) : first;
      const reply = await serverFleet.runOnNextServer((server) =>
        callApi(server, '/transactions', body, token).then(({ status, text }) => `${status} ${text}`, String),
      );
      if (!/^200 .*CAPTURED/.test(reply)) backgroundPayments.failures.push(reply);
      backgroundPayments.sent++;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
  async function end(): Promise<void> {
    isRunning = false;
    await Promise.all(merchants);
  }
  return backgroundPayments;
}

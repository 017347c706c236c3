import { expect } from 'vitest';
import { freePort } from './services/free-port';
import { callApi } from './merchant-client';
import { readDemoCredentials, startServer, type Server } from './server';

type Settings = Parameters<typeof startServer>[0];

type ServerFleet = {
  /** Those that run now. */
  running(): Server[];
  /** A piece of work at one after the other. */
  runOnNextServer<T>(work: (server: Server) => Promise<T>): Promise<T>;
  /** One after the other ends when its last request is answered, and begins again with these settings. */
  restart(settings: Settings): Promise<void>;
  kill(): Promise<void>;
};

/** Two processes on one database, and what shares out requests among them: one that is about to end gets no new ones. */
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
  /** Every answer that was no captured payment. */
  failures: string[];
  /** How many access tokens each merchant has asked for. */
  tokens: number[];
  end(): Promise<void>;
};

/** Four merchants who pay with the demo's account all the time, each token at either process, and who repeat the `first` payment now and then. */
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

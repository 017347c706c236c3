import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that the system uses for outgoing connections, which might take one before anyone listens
 * on it. Each worker has a range of its own: a server that restarts needs its port again.
 */
const portsPerWorker = 500;
const firstPort = 20_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 24) * portsPerWorker;

/** A server may listen on its port only some time later. */
const given = new Set<number>();

/** A loopback port on which nothing listens, and which no one else here has. */
export async function freePort(): Promise<number> {
  const port = randomInt(firstPort, firstPort + portsPerWorker);
  if (given.has(port)) return freePort();
  given.add(port);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) =>
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
  );
  if (!isFree) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

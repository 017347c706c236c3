import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below those that a system takes for connections that leave it: one of them may be gone before anybody listens on it. */
const [firstPort, endPort] = [20_000, 32_000];

/** A port of this machine's loopback that no one listens on. */
export async function freePort(): Promise<number> {
  const port = randomInt(firstPort, endPort);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) =>
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
  );
  if (!isFree) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

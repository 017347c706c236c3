import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const startSeconds = 30;

/** Debian's place of a server program, which the PATH of a person may lack. */
export const findProgram = (name: string): string =>
  existsSync(`/usr/sbin/${name}`) ? `/usr/sbin/${name}` : name;

/**
 * Waits until a server accepts connections.
 * @param ended settles when its process has ended, or could not be started
 */
export async function waitForConnections(
  address: { path: string } | { port: number },
  ended: Promise<unknown>,
): Promise<boolean> {
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  for (const deadline = performance.now() + startSeconds * 1000; !hasEnded && performance.now() < deadline;) {
    if (await acceptsConnections(address)) return true;
    await wait(50);
  }
  return false;
}

function acceptsConnections(address: { path: string } | { port: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address, () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(false));
  });
}

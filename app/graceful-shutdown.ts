import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A request sent just before the shutdown may still be on its way, also to a busy process. */
const arrivalMs = 5_000;

/**
 * Closes a server within `answerMs`: it accepts no new connections, and answers the received requests. Node
 * alone would wait forever for an idle or incomplete connection, because its timeouts end when the closing
 * starts. Browsers open such connections in advance.
 * @returns a function that closes it, to be called once
 */
export function createGracefulClose(server: Server, timeoutMs: number): () => Promise<void> {
  const idleSockets = new Set<Socket>();
  server.on(
    'connection',
    (socket) => void idleSockets.add(socket.once('close', () => idleSockets.delete(socket))),
  );
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idleSockets.delete(socket);
    response.once('finish', () => server.listening || socket.end());
  });
  return async () => {
    // A busy process may have unaccepted connections, which closing would reset. It accepts them in its next
    // turn.
    await nextTurn();
    await nextTurn();
    const closed = new Promise((resolve) => server.close(resolve));
    const destroyIdleSockets = () => idleSockets.forEach((socket) => socket.destroy());
    // On a busy machine, the timer may fire before received data was read.
    const arrivalTimer = setTimeout(() => setImmediate(destroyIdleSockets), arrivalMs);
    const finalTimer = setTimeout(() => server.closeAllConnections(), timeoutMs);
    await closed;
    clearTimeout(arrivalTimer);
    clearTimeout(finalTimer);
  };
}

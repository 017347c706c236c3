import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Request body just before the stop may still be on its way. */
const arrivalMs = 1_000;

/**
 * Closes a server for `answerMs` at most: it takes no new connections, and answers the requests that have come. Node alone
 * would wait for ever for a connection on which nothing, or half a request, was sent: its time limits end when the closing
 * begins. Browsers open such connections in advance.
 * @returns the closing, to be called once
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
    // A busy process may have left connections unaccepted, which closing would reset: it accepts them in its next turn.
    await nextTurn();
    await nextTurn();
    const closed = new Promise((resolve) => server.close(resolve));
    const destroyIdleSockets = () => idleSockets.forEach((socket) => socket.destroy());
    // On a busy machine the timer may come before what has arrived was read.
    const arrivalTimer = setTimeout(() => setImmediate(destroyIdleSockets), arrivalMs);
    const finalTimer = setTimeout(() => server.closeAllConnections(), timeoutMs);
    await closed;
    clearTimeout(arrivalTimer);
    clearTimeout(finalTimer);
  };
}

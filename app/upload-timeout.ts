import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Listener = (error: NodeJS.ErrnoException, socket: Socket) => void;

/**
 * A `clientError` listener that gives uploads to `uploadPath` an additional `moreMs` when Node's timeout
 * fires, which happens once. `answer` handles everything else, and even slower uploads. The path is null
 * without uploads. Only logged-in people get the time: others have already got their response.
 */
export function createUploadTimeoutHandler(
  uploadPath: string | null,
  extraMs: number,
  rejectRequest: Listener,
): Listener {
  return (error, socket) => {
    const { _httpMessage: currentResponse } = socket as { _httpMessage?: ServerResponse | null };
    if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT' || currentResponse?.req.url !== uploadPath)
      return rejectRequest(error, socket);
    const timer = setTimeout(() => currentResponse.req.complete || rejectRequest(error, socket), extraMs);
    socket.once('close', () => clearTimeout(timer));
  };
}

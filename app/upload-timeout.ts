import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Listener = (error: NodeJS.ErrnoException, socket: Socket) => void;

/**
 * A `clientError` listener that gives what is sent to `uploadPath` `moreMs` to arrive when Node tells that it takes too long, which
 * it does once; everything else, and an upload that takes still longer, is for `answer`. The path is null where no files come. Only who is logged in is listened to for so long:
 * to others the upload's route has answered before.
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

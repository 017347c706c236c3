import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Listener = (error: NodeJS.ErrnoException, socket: Socket) => void;

/**
 * A `clientError` listener that gives what is sent to `uploadPath` `moreMs` to arrive when Node tells that it takes too long, which
 * it does once; everything else, and an upload that takes still longer, is for `answer`. The path is null where no files come. Only who is logged in is listened to for so long:
 * to others the upload's route has answered before.
 */
export function giveUploadsTime(uploadPath: string | null, moreMs: number, answer: Listener): Listener {
  return (error, socket) => {
    const { _httpMessage: underWay } = socket as { _httpMessage?: ServerResponse | null };
    if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT' || underWay?.req.url !== uploadPath)
      return answer(error, socket);
    const timer = setTimeout(() => underWay.req.complete || answer(error, socket), moreMs);
    socket.once('close', () => clearTimeout(timer));
  };
}

import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { maximumBytes } from './documents/file-types';

const maximumFormBytes = 64 * 1024;

const limitForm = bodyLimit({ maxSize: maximumFormBytes, onError: (c) => c.text('This is more than any form of ours holds.', 413) });
/** A file with the fields around it. */
const limitUpload = bodyLimit({ maxSize: maximumBytes + maximumFormBytes, onError: (c) => c.text('The file is larger than 10 MB. Go back and choose a smaller one.', 413) });

/** The form of the checkout's design is sent to either. A logo may be smaller than this, which the form says at its field. */
const logoPaths = ['/checkout-design', '/checkout-design/preview'];

/**
 * Threat T32: no form of ours comes near 64 KiB, but those that bring a file: to `uploadPath`, or a logo. A body of unknown length
 * is held here until it is whole, so a file, which is for its route to ask for once it knows who sends it, has to tell its length.
 * @param uploadPath null where browsers send files elsewhere
 */
export function limitBodies(uploadPath: string | null): MiddlewareHandler {
  return (c, next) => {
    if (c.req.path !== uploadPath && !logoPaths.includes(c.req.path)) return limitForm(c, next);
    const untold = c.req.header('content-length') === undefined || c.req.header('transfer-encoding') !== undefined;
    return c.req.raw.body && untold ? Promise.resolve(c.text('Tell the length of the file first.', 411)) : limitUpload(c, next);
  };
}

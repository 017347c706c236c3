import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { maximumBytes } from './documents/file-types';

const maximumFormBytes = 64 * 1024;
/** A file with the fields around it. */
const maximumUploadBytes = maximumBytes + maximumFormBytes;

const limitForm = bodyLimit({ maxSize: maximumFormBytes, onError: (c) => c.text('This is more than any form of ours holds.', 413) });
const limitUpload = bodyLimit({ maxSize: maximumUploadBytes, onError: (c) => c.text('The file is larger than 10 MB.', 413) });

/**
 * Threat T32: no form of ours comes near 64 KiB, but the one that brings a file to `uploadPath`. A body of unknown length is
 * held here until it is whole, so a file, which is for its route to ask for once it knows who sends it, has to tell its length.
 * @param uploadPath null where browsers send files elsewhere
 */
export function limitBodies(uploadPath: string | null): MiddlewareHandler {
  return (c, next) => {
    if (c.req.path !== uploadPath) return limitForm(c, next);
    const untold = c.req.header('content-length') === undefined || c.req.header('transfer-encoding') !== undefined;
    return c.req.raw.body && untold ? Promise.resolve(c.text('Tell the length of the file first.', 411)) : limitUpload(c, next);
  };
}

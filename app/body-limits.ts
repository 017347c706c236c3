import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { maximumBytes } from './documents/file-types';

const maximumFormBytes = 64 * 1024;

/**
 * A dispute response has up to 20,000 characters of up to nine bytes each in a form: 日 is sent as %E6%97%A5.
 * A pasted webhook can be as long.
 */
const maximumLongFormBytes = 256 * 1024;
const longFormPath = /^\/(?:transactions\/[^/]+\/dispute|developers\/verify)(?:\.data)?$/;

const createBodyLimit = (maxSize: number, message: string) =>
  bodyLimit({ maxSize, onError: (c) => renderRejection(c, message) });
const limitForm = createBodyLimit(maximumFormBytes, 'The form is too large. Go back and shorten your text.');
const limitLongForm = createBodyLimit(maximumLongFormBytes, 'The text is too long. Go back and shorten it.');
/** A file with the other form fields. */
const limitUpload = createBodyLimit(
  maximumBytes + maximumFormBytes,
  'The file is larger than 10 MB. Go back and choose a smaller one.',
);

/** The checkout design form is sent to either. Its limit for logos is smaller and reported at the field. */
const logoPaths = ['/checkout-design', '/checkout-design/preview'];

/**
 * Threat T32: no form exceeds 64 KiB, except dispute responses and those with a file: to `uploadPath`, or a
 * logo. A body without a length is buffered here. A file is read by its route after authentication, so it has
 * to announce its length.
 * @param uploadPath null when browsers upload elsewhere
 */
export function limitBodies(uploadPath: string | null): MiddlewareHandler {
  return (c, next) => {
    if (longFormPath.test(c.req.path)) return limitLongForm(c, next);
    if (c.req.path !== uploadPath && !logoPaths.includes(c.req.path)) return limitForm(c, next);
    const isLengthUnknown =
      c.req.header('content-length') === undefined || c.req.header('transfer-encoding') !== undefined;
    return c.req.raw.body && isLengthUnknown
      ? Promise.resolve(c.text('The Content-Length header is missing.', 411))
      : limitUpload(c, next);
  };
}

/** A standalone page: the regular pages would have to read the form first. */
function renderRejection(c: Context, message: string): Response {
  const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Request too large</title>
  </head>
  <body>
    <main>
      <h1>Request too large</h1>
      <p>No changes were made. ${message} Your browser usually keeps what you entered on the previous page.</p>
    </main>
  </body>
</html>
`;
  return c.html(page, 413);
}

import type { MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';

const compressResponse = compress();

/**
 * Compresses pages that a person opens from our own pages, a bookmark, or the address bar. The compressed length of a page
 * with a secret reveals something about it to those who read the traffic, but only over many requests with texts of their
 * choice, which another site causes (BREACH). For those, and for reloads without a click, nothing is compressed (decision
 * record 52).
 */
export const pageCompression: MiddlewareHandler = (c, next) => {
  const isOpenedByPerson =
    c.req.header('sec-fetch-dest') === 'document' &&
    c.req.header('sec-fetch-user') === '?1' &&
    ['none', 'same-origin'].includes(c.req.header('sec-fetch-site') ?? '');
  return c.req.method === 'GET' && isOpenedByPerson ? compressResponse(c, next) : next();
};

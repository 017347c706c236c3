import { createHash } from 'node:crypto';

/** Part of the idempotency key of a request whose content can differ: 16 hexadecimal digits. */
export const hashRequest = (content: string): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 16);

import { config } from '~/platform/config/config.server';

/**
 * For pages that only a demo may show.
 * @throws 404 elsewhere
 */
export function requireDemo(): void {
  if (!config.demo || config.production) throw new Response('Not found', { status: 404 });
}

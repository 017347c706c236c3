import type { Context } from 'hono';
import type { ApiEnv } from './api-env';

/**
 * A reply in JSON. What every reply says in its headers was gathered on the way in: to add it to a finished reply costs
 * more than all the rest of one.
 */
export function respond(c: Context<ApiEnv>, status: number, body: string, headers?: Record<string, string>): Response {
  return new Response(body, { status, headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...c.env.headers, ...c.get('rateHeaders'), ...headers } });
}

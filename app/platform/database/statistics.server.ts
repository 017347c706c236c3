import { isEmbedded, pool } from './db.server';

/**
 * Lets the planner know how large the tables have grown. A server does so by itself; the embedded database would go on with
 * plans for empty tables, and compare books thirty times as slowly.
 */
export async function refreshStatistics(): Promise<void> {
  if (isEmbedded) await pool.query('analyze');
}

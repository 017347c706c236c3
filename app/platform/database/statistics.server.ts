import { isEmbedded, pool } from './db.server';

/**
 * Updates the planner's statistics. A server does so itself. The embedded database would keep plans for empty
 * tables, and compare ledgers thirty times slower.
 */
export async function refreshStatistics(): Promise<void> {
  if (isEmbedded) await pool.query('analyze');
}

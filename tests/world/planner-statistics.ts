import { isEmbedded } from '~/platform/database/db.server';
import { ownerPool } from './database-owner';

/**
 * Lets the planner see the tables as they are. Tests that ran before in the same database may have left
 * statistics of tables that were large, or empty, for a moment. The embedded database also keeps all their
 * deleted rows, because it has no autovacuum.
 */
export async function refreshPlannerStatistics(): Promise<void> {
  if (isEmbedded) await ownerPool.query('vacuum analyze');
  else await ownerPool.query('analyze');
}

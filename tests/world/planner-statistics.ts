import { prisma } from '~/platform/database/db.server';

/**
 * Lets the planner see the tables as they are. Tests that ran before in the same database may have left
 * statistics of tables that were large, or empty, for a moment.
 */
export async function refreshPlannerStatistics(): Promise<void> {
  await prisma.$executeRaw`analyze`;
}

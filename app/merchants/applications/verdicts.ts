import { prisma, type Database } from '~/platform/db.server';
import type { Application } from './applications';

export type Verdict = { subject: string; verdict: 'accepted' | 'change'; reason: string | null };

/** What was said of each answer, person and document of a round; by default of the last one. */
export async function listVerdicts({ id, round }: Pick<Application, 'id' | 'round'>, db: Database = prisma): Promise<Verdict[]> {
  const found = await db.applicationVerdict.findMany({ where: { applicationId: id, round }, select: { subject: true, verdict: true, reason: true } });
  return found as Verdict[];
}

/** What the last review asked to change, with the reviewer's words. */
export async function changesAsked(application: Pick<Application, 'id' | 'round' | 'state'>, db: Database = prisma): Promise<Verdict[]> {
  if (application.state !== 'CHANGES_REQUESTED') return [];
  return (await listVerdicts(application, db)).filter(({ verdict }) => verdict === 'change');
}

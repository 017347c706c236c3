import { prisma, type Database } from '~/platform/db.server';
import type { Application } from './applications';
import { retrieveContents } from './contents';
import { onDesk, type ReviewRefusal, type ReviewStep } from './reviews';
import { subjectsOf } from './subjects';

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

/**
 * Keeps a reviewer's verdicts; those not named stay as they are, `undecided` takes one back. Nobody but who has the
 * application on the desk writes them. A change without a reason is not kept: the merchant would not know what to do.
 */
export function saveVerdicts(step: ReviewStep, verdicts: readonly { subject: string; verdict: 'accepted' | 'change' | 'undecided'; reason: string }[]): Promise<'saved' | { withoutReason: string[] } | ReviewRefusal> {
  return onDesk(step, async (db, { id: applicationId, round }) => {
    const contents = await retrieveContents({ id: applicationId }, round, db);
    const known = new Set(subjectsOf(contents!).map(({ key }) => key));
    const named = verdicts.filter(({ subject }) => known.has(subject));
    const withoutReason = named.filter(({ verdict, reason }) => verdict === 'change' && !reason.trim()).map(({ subject }) => subject);
    for (const { subject, verdict, reason } of named) {
      const where = { applicationId, round, subject };
      if (withoutReason.includes(subject)) continue;
      if (verdict === 'undecided') await db.applicationVerdict.deleteMany({ where });
      else {
        const data = { verdict, reason: verdict === 'change' ? reason.trim() : null, reviewerId: step.reviewerId, updatedAt: new Date() };
        await db.applicationVerdict.upsert({ where: { applicationId_round_subject: where }, create: { ...where, ...data }, update: data });
      }
    }
    return withoutReason.length ? { withoutReason } : 'saved';
  });
}

import { prisma, type Database } from '~/platform/db.server';
import { faultOfReason } from './answer-faults';
import type { Application } from './applications';
import { changedSubjects, retrieveContents } from './contents';
import { onDesk, type ReviewRefusal, type ReviewStep } from './reviews';
import { subjectsOf, type Contents } from './subjects';

export type Verdict = { subject: string; verdict: 'accepted' | 'change'; reason: string | null };

/** What was said of each answer, person and document of a round; by default of the last one. */
export async function listVerdicts(
  { id, round }: Pick<Application, 'id' | 'round'>,
  db: Database = prisma,
): Promise<Verdict[]> {
  const found = await db.applicationVerdict.findMany({
    where: { applicationId: id, round },
    select: { subject: true, verdict: true, reason: true },
  });
  return found as Verdict[];
}

/**
 * The verdicts that count for what was handed in last: those of its round and, of subjects that say the same as when they were
 * accepted, the ones of the rounds before.
 */
export async function standingVerdicts(
  { id, round }: Pick<Application, 'id' | 'round'>,
  contents: Contents,
  db: Database = prisma,
): Promise<Verdict[]> {
  const found = await db.applicationVerdict.findMany({
    where: { applicationId: id, round: { lte: round } },
    orderBy: { round: 'desc' },
    select: { subject: true, round: true, verdict: true, reason: true },
  });
  const latest = found.filter(
    ({ subject }, index) => found.findIndex((other) => other.subject === subject) === index,
  );
  const earlier = new Map<number, ReadonlyMap<string, unknown>>();
  for (const past of new Set(latest.map((verdict) => verdict.round).filter((past) => past < round)))
    earlier.set(past, changedSubjects(contents, (await retrieveContents({ id }, past, db))!));
  const stands = (verdict: (typeof latest)[number]) =>
    verdict.round === round ||
    (verdict.verdict === 'accepted' && !earlier.get(verdict.round)!.has(verdict.subject));
  return latest
    .filter(stands)
    .map(({ subject, verdict, reason }) => ({ subject, verdict, reason }) as Verdict);
}

/** What the last review asked to change, with the reviewer's words. */
export async function changesAsked(
  application: Pick<Application, 'id' | 'round' | 'state'>,
  db: Database = prisma,
): Promise<Verdict[]> {
  if (application.state !== 'CHANGES_REQUESTED') return [];
  return (await listVerdicts(application, db)).filter(({ verdict }) => verdict === 'change');
}

/** A verdict as a reviewer gives it. */
export type GivenVerdict = { subject: string; verdict: Verdict['verdict'] | 'undecided'; reason: string };

/** What is wrong with the reasons, by subject. */
export type VerdictFaults = { faults: Record<string, string> };

/**
 * Keeps a reviewer's verdicts; those not named stay as they are, `undecided` takes one back. Nobody but who has the
 * application on the desk writes them. A change without a reason is not kept: the merchant would not know what to do.
 */
export function saveVerdicts(
  step: ReviewStep,
  given: readonly GivenVerdict[],
): Promise<'saved' | VerdictFaults | ReviewRefusal> {
  return onDesk(step, async (db, { id: applicationId, round }) => {
    const contents = await retrieveContents({ id: applicationId }, round, db);
    const known = new Set(subjectsOf(contents!).map(({ key }) => key));
    const named = given.filter(({ subject }) => known.has(subject));
    const faults = Object.fromEntries(
      named
        .flatMap(({ subject, verdict, reason }) =>
          verdict === 'change'
            ? [
                [
                  subject,
                  faultOfReason(reason, 'Say what has to change, so that the merchant knows what to do'),
                ] as const,
              ]
            : [],
        )
        .filter(([, fault]) => fault),
    );
    const kept = named.filter(({ subject }) => !faults[subject]);
    await db.applicationVerdict.deleteMany({
      where: { applicationId, round, subject: { in: kept.map(({ subject }) => subject) } },
    });
    await db.applicationVerdict.createMany({
      data: kept.flatMap(({ subject, verdict, reason }) =>
        verdict === 'undecided'
          ? []
          : [
              {
                applicationId,
                round,
                subject,
                verdict,
                reason: verdict === 'change' ? reason.trim() : null,
                reviewerId: step.reviewerId,
              },
            ],
      ),
    });
    return Object.keys(faults).length ? { faults: faults as Record<string, string> } : 'saved';
  });
}

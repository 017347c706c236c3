import { findUserNames, toColleagueName } from '~/identity/users/user-names';
import { prisma } from '~/platform/database/db.server';

/**
 * The open applications, and how fast they are answered. `missed`: those whose first response date has passed. `medianHours`:
 * null without an answer to a submission since then.
 */
export type ReviewWorkload = {
  missed: number;
  dueToday: number;
  unassigned: number;
  /** Reviewers with assigned applications, those with the most first. */
  team: { userId: string; name: string; assigned: number; snoozed: number }[];
  medianHours: number | null;
};

/** A day ends at midnight in UTC, as response dates do. */
export async function retrieveReviewWorkload(
  answersSince = new Date(Date.now() - 30 * 86_400_000),
): Promise<ReviewWorkload> {
  const [[open], team, [answers]] = await Promise.all([
    prisma.$queryRaw<{ missed: number; dueToday: number; unassigned: number }[]>`
      select count(*) filter (where promised_at < now() or exists (select from application_events event
          where event.application_id = applications.id and event.round = applications.round and event.type = 'delayed'))::int as missed,
        count(*) filter (where promised_at >= now()
          and promised_at < (date_trunc('day', now() at time zone 'UTC') + interval '1 day') at time zone 'UTC')::int as "dueToday",
        count(*) filter (where state = 'SUBMITTED')::int as unassigned
      from applications where state in ('SUBMITTED', 'IN_REVIEW')`,
    prisma.$queryRaw<{ userId: string; assigned: number; snoozed: number }[]>`
      select reviewer_id as "userId", count(*)::int as assigned,
        count(*) filter (where snoozed_until > now())::int as snoozed
      from applications where state = 'IN_REVIEW' and reviewer_id is not null
      group by reviewer_id order by assigned desc, reviewer_id`,
    // From each submission to its answer: a decision, or a request for changes.
    prisma.$queryRaw<{ medianSeconds: number | null }[]>`
      select percentile_cont(0.5) within group (order by extract(epoch from answer.created_at - submission.created_at))::float8 as "medianSeconds"
      from application_events submission
      join application_events answer on answer.application_id = submission.application_id and answer.round = submission.round
        and answer.type in ('approved', 'rejected', 'changes_requested')
      where submission.type in ('submitted', 'appealed') and submission.created_at > ${answersSince}`,
  ]);
  const names = await findUserNames(team.map(({ userId }) => userId));
  const medianSeconds = answers!.medianSeconds;
  return {
    ...open!,
    team: team.map((member) => ({ ...member, name: toColleagueName(names, member.userId) })),
    medianHours: medianSeconds === null ? null : Math.round(medianSeconds / 360) / 10,
  };
}

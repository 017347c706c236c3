import { Link } from '@remix-run/react';
import type { ReviewWorkload } from '~/merchants/applications/review/review-workload';
import { pluralize } from '~/platform/text/pluralize';
import { Panel } from '~/ui/layout/panel';
import { DescriptionList } from '~/ui/content/description-list';
import { getQueueUrl, type QueueFilter } from './queue-url';

/** What is due, who works on what, and how fast the team answers. */
export function Workload({
  workload: { missed, dueToday, unassigned, team, medianHours },
  filter,
}: {
  workload: ReviewWorkload;
  filter: QueueFilter;
}) {
  const teamFilter = { ...filter, view: 'in_review', sort: null, page: 1 } as const;
  return (
    <Panel className="mb-6">
      <DescriptionList
        items={[
          ['Due today', dueToday],
          ['Response date missed', missed],
          ['Unassigned', unassigned],
          [
            'Team',
            team.length > 0 && (
              <ul className="flex flex-wrap gap-x-4 gap-y-1">
                {team.map(({ userId, name, assigned, snoozed }) => (
                  <li key={userId}>
                    <Link
                      to={getQueueUrl({ ...teamFilter, assignedTo: userId })}
                      className="text-accent underline underline-offset-4"
                    >
                      {name}
                    </Link>{' '}
                    {assigned}
                    {snoozed > 0 && <span className="text-ink-soft"> ({snoozed} snoozed)</span>}
                  </li>
                ))}
              </ul>
            ),
          ],
          ['Median time to answer, last 30 days', medianHours !== null && formatHours(medianHours)],
        ]}
      />
    </Panel>
  );
}

function formatHours(hours: number): string {
  if (hours < 1) return 'Less than an hour';
  return hours < 48 ? pluralize(hours, 'hour') : pluralize(Math.round(hours / 24), 'day');
}

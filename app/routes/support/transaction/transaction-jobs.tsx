import type { SupportDetails } from '~/payments/transactions/support-details';
import { Panel } from '~/ui/layout/panel';
import { OperationBadge } from '~/ui/content/status-badge';
import { Time } from '~/ui/content/time';
import { getOperationLabel } from '~/ui/labels/transaction-labels';

/** The product's own operations, and the health of their jobs. */
export function TransactionJobs({
  jobs: { systemOperations: operationsByJobs, timers },
}: Pick<SupportDetails, 'jobs'>) {
  return (
    <Panel title="Jobs" id="jobs">
      {operationsByJobs.length ? (
        <ul className="divide-y divide-line">
          {operationsByJobs.map(({ id, job, type, status, createdAt, completedAt }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 first:pt-0">
              <strong className="font-medium">{job.replaceAll('-', ' ')}</strong> {getOperationLabel(type)}{' '}
              <OperationBadge status={status} type={type} />
              <span className="text-sm text-ink-soft">
                <Time at={completedAt ?? createdAt} />
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-ink-soft">No jobs ran for this transaction.</p>
      )}
      <p className="mt-4 text-sm text-ink-soft">
        {timers.map(({ job, finishedAt, failures }) => (
          <span key={job} className="mr-4 inline-block">
            {job.replaceAll('-', ' ')}:{' '}
            {finishedAt ? (
              <>
                ran <Time at={finishedAt} />
              </>
            ) : (
              'has not run yet'
            )}
            {failures > 0 && `, failed ${failures} times in a row since`}
          </span>
        ))}
      </p>
    </Panel>
  );
}

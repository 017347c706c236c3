import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { readOperationsOverview } from '~/operations/overview';
import { TextLink } from '~/ui/content/text-link';
import { Panel } from '~/ui/layout/panel';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { requireStaff } from '../guards';
import { operatingGuidePath } from './operating-guide/guide-url';
import { AlertList } from './operations/alert-list';
import { DatabaseStatus, TablesTable } from './operations/database-status';
import { RecurringJobs, QueuesTable } from './operations/job-tables';
import { SecretKeyRotation } from './operations/secret-key-rotation';
import { AutoRefresh } from './operations/auto-refresh';
import { TrafficCharts } from './operations/traffic-charts';
import { BacklogTable } from './operations/backlog-table';
import { formatBytes, formatSeconds } from './operations/formatting';

const path = '/staff/operations';

export const meta = pageTitle('Operations');

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'operations_view');
  return {
    ...(await readOperationsOverview()),
    isRefreshing: new URL(request.url).searchParams.get('refresh') !== 'off',
  };
}

export default function StaffOperations() {
  const {
    at,
    alerts,
    jobs,
    storage,
    queues,
    backlog,
    database,
    keyChange,
    traffic,
    thisProcess,
    isRefreshing,
  } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Operations"
        lead={
          <>
            Alerts, and the health of this installation. The{' '}
            <TextLink to={operatingGuidePath}>operating guide</TextLink> explains both.
          </>
        }
      />
      <AutoRefresh at={at} isRefreshing={isRefreshing} path={path} />
      <div className="space-y-6">
        <AlertList alerts={alerts} />
        <Panel id="backlogs" title="Backlogs">
          <BacklogTable backlog={backlog} storage={storage} alerts={alerts} />
        </Panel>
        {keyChange && (
          <Panel title="SECRET_KEY rotation">
            <SecretKeyRotation rotation={keyChange} />
          </Panel>
        )}
        <Panel id="traffic" title="The last hour">
          <p className="mb-6 text-ink-soft">
            Measured by the process that rendered this page ({thisProcess.pid}, up for{' '}
            {formatSeconds(thisProcess.upSeconds)}, {formatBytes(thisProcess.memoryBytes)}). For totals across
            all processes, use the metrics.
          </p>
          <div className="grid grid-cols-1 gap-8 lg:grid-cols-2">
            <TrafficCharts name="API" minutes={traffic.api} />
            <TrafficCharts name="Pages" minutes={traffic.pages} />
          </div>
        </Panel>
        <Panel id="jobs" title="Recurring jobs">
          <RecurringJobs jobs={jobs} />
        </Panel>
        <Panel id="queues" title="Queues">
          <QueuesTable queues={queues} />
        </Panel>
        <Panel id="database" title="Database">
          <DatabaseStatus database={database} />
          <details className="mt-5">
            <summary className="font-medium">Largest tables</summary>
            <div className="mt-4">
              <TablesTable tables={database.tables} />
            </div>
          </details>
        </Panel>
      </div>
    </>
  );
}

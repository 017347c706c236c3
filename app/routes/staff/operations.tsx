import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { readOperations } from '~/operations/overview';
import { Card } from '~/ui/card';
import { PageHeader } from '~/ui/page-header';
import { pageTitle } from '~/ui/page-title';
import { requireStaff } from '../guards';
import { DatabaseFacts, TablesTable } from './operations/database';
import { Jobs, QueuesTable } from './operations/jobs';
import { KeyChange } from './operations/key-change';
import { Refresh } from './operations/refresh';
import { TrafficCharts } from './operations/traffic-charts';
import { WaitingTable } from './operations/waiting';
import { bytesText, durationText } from './operations/words';

const path = '/staff/operations';

export const meta = pageTitle('Operations');

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'operations_view');
  return {
    ...(await readOperations()),
    refreshes: new URL(request.url).searchParams.get('refresh') !== 'off',
  };
}

export default function Operations() {
  const { at, jobs, storage, queues, backlog, database, keyChange, traffic, thisProcess, refreshes } =
    useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Operations"
        lead="How the installation does: what waits, what runs, and what the database says of itself."
      />
      <Refresh at={at} on={refreshes} path={path} />
      <div className="space-y-6">
        <Card title="What waits">
          <WaitingTable backlog={backlog} storage={storage} />
        </Card>
        {keyChange && (
          <Card title="Change of SECRET_KEY">
            <KeyChange change={keyChange} />
          </Card>
        )}
        <Card title="The last hour">
          <p className="mb-6 text-ink-soft">
            Counted in the memory of the process that drew this page ({thisProcess.pid}, up for{' '}
            {durationText(thisProcess.upSeconds)}, {bytesText(thisProcess.memoryBytes)}): other processes have
            figures of their own, which the metrics add up.
          </p>
          <div className="grid grid-cols-1 gap-8 lg:grid-cols-2">
            <TrafficCharts name="API" minutes={traffic.api} />
            <TrafficCharts name="Pages" minutes={traffic.pages} />
          </div>
        </Card>
        <Card title="Recurring jobs">
          <Jobs jobs={jobs} />
        </Card>
        <Card title="Queues">
          <QueuesTable queues={queues} />
        </Card>
        <Card title="Database">
          <DatabaseFacts database={database} />
          <details className="mt-5">
            <summary className="font-medium">Largest tables</summary>
            <div className="mt-4">
              <TablesTable tables={database.tables} />
            </div>
          </details>
        </Card>
      </div>
    </>
  );
}

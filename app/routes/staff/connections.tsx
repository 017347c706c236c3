import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { acquirerLabels } from '~/acquirers/acquirer-names';
import { listConnectionSummaries, type ConnectionSummary } from '~/payments/connections/connection-list';
import { environments } from '~/platform/environment';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { ButtonLink } from '~/ui/forms/button';
import { Banner } from '~/ui/layout/banner';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { Panel } from '~/ui/layout/panel';
import { EnvironmentBadge } from '../support/search/payment-table';
import { requireStaff } from '../guards';
import { getConnectionLabel } from './connections/connection-labels';

export const meta = pageTitle('Connections');

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'connections_manage');
  const connections = await listConnectionSummaries();
  return {
    connections,
    withoutCommon: environments.filter((environment) => !connections.some(isCommon(environment))),
  };
}

const isCommon = (place: string) => (connection: ConnectionSummary) =>
  connection.environment === place &&
  connection.account === null &&
  connection.state === 'active' &&
  connection.isUsable;

export default function Connections() {
  const { connections, withoutCommon } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Connections"
        lead="The acquirers that process payments. Each merchant’s new payments use their own connection, or else the one for all merchants."
        action={<ButtonLink to="/staff/connections/new">Add connection</ButtonLink>}
      />
      <div className="space-y-6">
        {withoutCommon.map((environment) => (
          <Banner
            key={environment}
            tone="caution"
            title={`No connection for all merchants in ${environment}`}
          >
            Merchants without their own connection can’t take new {environment} payments.
          </Banner>
        ))}
        <Panel title="All connections">
          <Table
            caption="Connections, those that need attention first"
            rows={connections}
            rowKey={({ id }) => id}
            columns={[
              {
                title: 'Name',
                cell: ({ id, name }) => <TextLink to={`/staff/connections/${id}`}>{name}</TextLink>,
              },
              { title: 'Acquirer', cell: ({ acquirer }) => acquirerLabels[acquirer] },
              {
                title: 'Environment',
                cell: ({ environment }) => <EnvironmentBadge environment={environment} />,
              },
              {
                title: 'For',
                cell: ({ account }) =>
                  account ? (
                    <TextLink to={`/support/merchants/${account.id}`}>{account.name}</TextLink>
                  ) : (
                    'All merchants'
                  ),
              },
              { title: 'Status', cell: (connection) => <Badge {...getConnectionLabel(connection)} /> },
            ]}
          />
        </Panel>
      </div>
    </>
  );
}

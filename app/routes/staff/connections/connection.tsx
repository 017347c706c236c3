import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ArrowLeft } from 'lucide-react';
import { testStoredConnection } from '~/payments/connections/connection-list';
import { Badge } from '~/ui/content/status-badge';
import { TextLink } from '~/ui/content/text-link';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { requireStaff } from '../../guards';
import { ConnectionActions } from './connection-actions';
import { ConnectionPanels } from './connection-panels';
import { getConnectionLabel } from './connection-labels';
import { ConnectionNotices, isDone } from './connection-notices';
import { requireConnection } from './require-connection';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'connections_manage');
  const done = new URL(request.url).searchParams.get('done');
  return {
    connection: await requireConnection(params),
    userId: user.id,
    done: isDone(done) ? done : null,
  };
}

/** Tests the connection. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'connections_manage');
  const { id } = await requireConnection(params);
  const result = await testStoredConnection({ id, by: user.id, address: context.clientAddress });
  if (result === 'not_found') throw new Response(null, { status: 404 });
  return data({ test: result });
}

export const meta = pageTitle(
  (loaded) => (loaded as { connection?: { name: string } } | undefined)?.connection?.name ?? 'Not found',
);

export default function ConnectionPage() {
  const { connection, userId, done } = useLoaderData<typeof loader>();
  const tested = useActionData<typeof action>();
  return (
    <>
      <TextLink to="/staff/connections" className="mb-4 inline-flex items-center gap-1.5">
        <ArrowLeft size={16} aria-hidden="true" />
        Connections
      </TextLink>
      <PageHeader title={connection.name} action={<Badge {...getConnectionLabel(connection)} />} />
      <div className="space-y-6">
        <ConnectionNotices
          connection={connection}
          userId={userId}
          done={tested ? null : done}
          test={tested?.test ?? null}
        />
        <ConnectionActions connection={connection} userId={userId} />
        <ConnectionPanels connection={connection} userId={userId} />
      </div>
    </>
  );
}

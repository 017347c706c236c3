import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { approveConnection } from '~/payments/connections/connection-setup';
import { DescriptionList } from '~/ui/content/description-list';
import { TextLink } from '~/ui/content/text-link';
import { Banner } from '~/ui/layout/banner';
import { PageHeader } from '~/ui/layout/page-header';
import { Panel } from '~/ui/layout/panel';
import { readForm } from '../../forms/form-body';
import { rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireConfirmed, requireStaff } from '../../guards';
import { DocumentForm } from '../../identity/email/document-form';
import { describeScope, explainUnusable } from './connection-labels';
import { listConnectionFacts } from './connection-panels';
import { changedMeanwhile, readVersion, requireConnection } from './require-connection';
import { SwitchNotice } from './switch-notice';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'connections_manage');
  const connection = await requireConnection(params);
  if (connection.state !== 'awaiting_approval') return redirect(`/staff/connections/${connection.id}`);
  return {
    connection,
    isOwn: connection.proposed?.by.userId === user.id,
    rejected: context.formRejected ?? false,
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'connections_manage');
  await requireConfirmed(request, staff);
  const connection = await requireConnection(params);
  const outcome = await approveConnection({
    ...{ id: connection.id, version: readVersion(await readForm(request)) },
    ...{ by: staff.user.id, address: context.clientAddress },
  });
  const reject = (message: string) => rejectForm(context, { error: { '': [message] } }, { status: 409 });
  if (outcome === 'own_proposal')
    return reject('You proposed this connection, so another admin must approve it');
  if (outcome === 'unavailable') return reject(explainUnusable(connection));
  if (outcome === 'acquirer_account_in_use')
    return reject(
      'Another active connection uses the same account at the acquirer, whose webhooks don’t say which connection they are for. Retire that connection first',
    );
  if (outcome === 'changed_meanwhile') return reject(changedMeanwhile);
  return redirect(
    `/staff/connections/${connection.id}?done=${outcome === 'approved' ? outcome : 'moved_on'}`,
  );
}

export const meta = formTitle('Approve connection');

const fields = [] as const;

export default function Approval() {
  const { connection, isOwn } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={`Approve ${connection.name}?`}
        lead={`Within 5 seconds, new ${connection.environment} payments of ${describeScope(connection)} use this connection.`}
      />
      <div className="max-w-3xl space-y-6">
        {isOwn && (
          <Banner tone="caution" title="Another admin must approve this connection">
            You proposed it, so you can’t approve it yourself.
          </Banner>
        )}
        <SwitchNotice connection={connection} />
        <Panel title="Check the details">
          <DescriptionList
            items={[...listConnectionFacts(connection), ['Proposed by', connection.proposed?.by.name]]}
          />
        </Panel>
        {isOwn ? (
          <TextLink to={`/staff/connections/${connection.id}`}>Back</TextLink>
        ) : (
          <DocumentForm
            fields={fields}
            submit="Approve connection"
            after={
              <p className="text-center">
                <TextLink to={`/staff/connections/${connection.id}`}>Cancel</TextLink>
              </p>
            }
          >
            <input type="hidden" name="version" value={connection.version} />
          </DocumentForm>
        )}
      </div>
    </>
  );
}

import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { listConnectionFields } from '~/acquirers/connection-fields';
import { editConnection } from '~/payments/connections/connection-setup';
import { PageHeader } from '~/ui/layout/page-header';
import { readForm } from '../../forms/form-body';
import { rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireConfirmed, requireStaff } from '../../guards';
import { ConnectionForm } from './connection-form';
import { accountNotFound, acquirerAccountInUse, parseConnectionForm } from './connection-input';
import { changedMeanwhile, readVersion, requireConnection } from './require-connection';

/** @throws 404 when it can't be edited any more */
async function requireProposal(params: { id?: string }) {
  const connection = await requireConnection(params);
  const { acquirer, state } = connection;
  if (acquirer === 'simulator' || state !== 'awaiting_approval') throw new Response(null, { status: 404 });
  return { ...connection, acquirer };
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'connections_manage');
  await requireConfirmed(request, staff);
  const connection = await requireProposal(params);
  return {
    rejected: context.formRejected ?? false,
    connection,
    isProposer: connection.proposed?.by.userId === staff.user.id,
    fields: listConnectionFields(connection.acquirer, connection.environment).map(
      ({ findProblem: _, ...field }) => field,
    ),
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'connections_manage');
  await requireConfirmed(request, staff, { secretForm: true });
  const { id, acquirer, environment, secrets } = await requireProposal(params);
  const submitted = await readForm(request);
  const form = parseConnectionForm(submitted, {
    ...{ acquirer, environment },
    saved: secrets.map(({ name }) => name),
  });
  if (form.status === 'error') return rejectForm(context, form.reply());
  const outcome = await editConnection({
    ...form.value,
    ...{ id, version: readVersion(submitted) },
    ...{ by: staff.user.id, address: context.clientAddress },
  });
  if (outcome === 'account_not_found') return rejectForm(context, form.reply(accountNotFound));
  if (outcome === 'acquirer_account_in_use')
    return rejectForm(context, form.reply(acquirerAccountInUse(acquirer, environment)));
  if (outcome === 'changed_meanwhile')
    return rejectForm(context, form.reply({}, [changedMeanwhile]), { status: 409 });
  return redirect(`/staff/connections/${id}?done=${outcome === 'saved' ? 'saved' : 'moved_on'}`);
}

export const meta = formTitle('Edit connection');

export default function EditConnection() {
  const { connection, isProposer, fields } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={`Edit ${connection.name}`}
        lead={
          isProposer
            ? 'Another admin approves the connection before it takes payments.'
            : 'If you edit this connection, you become its proposer, and another admin must approve it.'
        }
      />
      <ConnectionForm
        processor={connection.acquirer}
        fields={fields}
        webhookUrl={connection.webhookUrl}
        current={connection}
        submit="Save connection"
        cancelUrl={`/staff/connections/${connection.id}`}
      />
    </>
  );
}

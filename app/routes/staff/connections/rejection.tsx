import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { rejectConnection } from '~/payments/connections/connection-setup';
import { TextLink } from '~/ui/content/text-link';
import { TextAreaField } from '~/ui/forms/text-area-field';
import { PageHeader } from '~/ui/layout/page-header';
import { Panel } from '~/ui/layout/panel';
import { readForm } from '../../forms/form-body';
import { rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { parseForm } from '../../forms/parse-form';
import { useRejectedForm } from '../../forms/rejected-form';
import { requireConfirmed, requireStaff } from '../../guards';
import { DocumentForm } from '../../identity/email/document-form';
import { maximumRejectionReason } from './connection-labels';
import { changedMeanwhile, readVersion, requireConnection } from './require-connection';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireStaff(request, 'connections_manage');
  const connection = await requireConnection(params);
  if (connection.state !== 'awaiting_approval') return redirect(`/staff/connections/${connection.id}`);
  return { connection, rejected: context.formRejected ?? false };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'connections_manage');
  await requireConfirmed(request, staff);
  const { id } = await requireConnection(params);
  const submitted = await readForm(request);
  const form = parseForm(submitted, rejection);
  if (form.status === 'error') return rejectForm(context, form.reply());
  const outcome = await rejectConnection({
    ...{ id, version: readVersion(submitted), reason: form.value.reason },
    ...{ by: staff.user.id, address: context.clientAddress },
  });
  if (outcome === 'changed_meanwhile')
    return rejectForm(context, form.reply({ formErrors: [changedMeanwhile] }), { status: 409 });
  return redirect(`/staff/connections/${id}?done=${outcome === 'rejected' ? outcome : 'moved_on'}`);
}

const rejection = z.object({
  reason: z
    .string({ error: 'Enter a reason' })
    .trim()
    .min(1, 'Enter a reason')
    .max(maximumRejectionReason, `Enter ${maximumRejectionReason} characters or fewer`),
});

export const meta = formTitle('Reject connection');

const fields = ['reason'];

export default function Rejection() {
  const { connection } = useLoaderData<typeof loader>();
  const rejected = useRejectedForm();
  return (
    <>
      <PageHeader
        title={`Reject ${connection.name}?`}
        lead="Its secrets are deleted, and it can no longer be approved. If it needs only a small change, ask for an edit instead."
      />
      <Panel className="max-w-2xl">
        <DocumentForm
          fields={fields}
          submit="Reject connection"
          variant="danger"
          after={
            <p className="text-center">
              <TextLink to={`/staff/connections/${connection.id}`}>Cancel</TextLink>
            </p>
          }
        >
          <input type="hidden" name="version" value={connection.version} />
          <TextAreaField
            name="reason"
            label="Reason"
            hint="Admins see it on this connection, and the audit log keeps it. Don’t enter secrets."
            maxLength={maximumRejectionReason}
            defaultValue={rejected?.input.reason}
            error={rejected?.errors.reason}
            required
          />
        </DocumentForm>
      </Panel>
    </>
  );
}

import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useMemo } from 'react';
import type { Processor } from '~/acquirers/acquirer-names';
import {
  buildConnectionSchema,
  listConnectionFields,
  toConnectionInput,
} from '~/acquirers/connection-fields';
import { proposeSecrets } from '~/payments/connections/connection-rotation';
import { overlapHoursOptions, parseOverlapHours } from '~/platform/secrets/secret-overlap';
import { overlapLabels } from '~/ui/labels/overlap-labels';
import { TextLink } from '~/ui/content/text-link';
import { SelectField } from '~/ui/forms/select-field';
import { Banner } from '~/ui/layout/banner';
import { PageHeader } from '~/ui/layout/page-header';
import { Panel } from '~/ui/layout/panel';
import { readForm, textOf } from '../../forms/form-body';
import { rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { parseForm } from '../../forms/parse-form';
import { useRejectedForm } from '../../forms/rejected-form';
import { requireConfirmed, requireStaff } from '../../guards';
import { DocumentForm } from '../../identity/email/document-form';
import { ConnectionFormFields } from './connection-form-fields';
import { changedMeanwhile, readVersion, requireConnection } from './require-connection';

/** @throws 404 for a connection without secrets to rotate */
async function requireRotation(params: { id?: string }) {
  const connection = await requireConnection(params);
  if (!connection.hasRotation) throw new Response(null, { status: 404 });
  const fields = listConnectionFields(connection.acquirer as Processor, connection.environment);
  return { connection, fields: fields.filter(({ secret }) => secret) };
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'connections_manage');
  await requireConfirmed(request, staff);
  const { connection, fields } = await requireRotation(params);
  return {
    rejected: context.formRejected ?? false,
    connection,
    fields: fields.map(({ findProblem: _, ...field }) => field),
    overlaps: overlapHoursOptions,
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'connections_manage');
  await requireConfirmed(request, staff, { secretForm: true });
  const { connection, fields } = await requireRotation(params);
  const submitted = await readForm(request);
  const saved = connection.secrets.map(({ name }) => name);
  const form = parseForm(submitted, buildConnectionSchema(fields, connection.environment, saved));
  const overlapHours = parseOverlapHours(textOf(submitted, 'overlap'));
  const reject = (fieldErrors: Record<string, string[]>, formErrors: string[] = [], status = 422) => {
    const reply = form.reply({ hideFields: fields.map(({ name }) => name), fieldErrors, formErrors });
    const overlap = overlapHours === undefined ? {} : { overlap: String(overlapHours) };
    return rejectForm(context, { ...reply, initialValue: { ...reply.initialValue, ...overlap } }, { status });
  };
  const missing: Record<string, string[]> =
    overlapHours === undefined ? { overlap: ['Choose when the previous webhook secrets end'] } : {};
  if (form.status === 'error' || overlapHours === undefined) return reject(missing);
  const { secrets } = toConnectionInput(fields, form.value);
  if (!Object.keys(secrets).length) return reject({}, ['Enter at least one new secret']);
  const { id } = connection;
  const outcome = await proposeSecrets({
    ...{ id, version: readVersion(submitted), secrets, overlapHours },
    ...{ by: staff.user.id, address: context.clientAddress },
  });
  if (outcome === 'changed_meanwhile') return reject({}, [changedMeanwhile], 409);
  return redirect(
    `/staff/connections/${id}?done=${outcome === 'proposed' ? 'secrets_proposed' : 'moved_on'}`,
  );
}

export const meta = formTitle('Rotate secrets');

export default function RotateSecrets() {
  const { connection, fields, overlaps } = useLoaderData<typeof loader>();
  const rejected = useRejectedForm();
  const names = useMemo(() => [...fields.map(({ name }) => name), 'overlap'], [fields]);
  return (
    <>
      <PageHeader
        title={`Rotate the secrets of ${connection.name}`}
        lead="Create new secrets at the acquirer first, and keep the old ones there until another admin has approved the new ones."
      />
      <div className="max-w-2xl space-y-6">
        {connection.next && (
          <Banner tone="caution" title="New secrets already await approval">
            {connection.next.by.name} proposed them. What you enter here replaces them.
          </Banner>
        )}
        <Panel>
          <DocumentForm
            fields={names}
            submit="Save new secrets"
            after={
              <p className="text-center">
                <TextLink to={`/staff/connections/${connection.id}`}>Cancel</TextLink>
              </p>
            }
          >
            <input type="hidden" name="version" value={connection.version} />
            <ConnectionFormFields fields={fields} saved={connection.secrets} rejected={rejected} />
            <SelectField
              name="overlap"
              label="When the previous webhook secrets end"
              hint="Counted from the approval. Choose immediately if they have leaked."
              defaultValue={rejected?.input.overlap ?? '24'}
              error={rejected?.errors.overlap}
              options={overlaps.map((hours) => ({ value: String(hours), text: overlapLabels[hours] }))}
              className="w-full sm:w-64"
            />
          </DocumentForm>
        </Panel>
      </div>
    </>
  );
}

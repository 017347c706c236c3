import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { findDiscrepancy } from '~/payments/reconciliation/discrepancy-list';
import { resolveDiscrepancy } from '~/payments/reconciliation/discrepancy-resolution';
import { DescriptionList } from '~/ui/content/description-list';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { TextAreaField } from '~/ui/forms/text-area-field';
import { formatDiscrepancyValue, getDiscrepancyLabel } from '~/ui/labels/discrepancy-labels';
import { PageHeader } from '~/ui/layout/page-header';
import { Panel } from '~/ui/layout/panel';
import { readForm } from '../../forms/form-body';
import { rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { parseForm } from '../../forms/parse-form';
import { useRejectedForm } from '../../forms/rejected-form';
import { requireConfirmed, requireStaff } from '../../guards';
import { DocumentForm } from '../../identity/email/document-form';

const listPath = '/support/discrepancies';
const maximumLength = 500;

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireStaff(request, 'discrepancies_resolve');
  const discrepancy = await requireDiscrepancy(params);
  if (!discrepancy.needsDecision) return redirect(`${listPath}?done=moved_on`);
  return { discrepancy, rejected: context.formRejected ?? false };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'discrepancies_resolve');
  await requireConfirmed(request, staff);
  const { id } = await requireDiscrepancy(params);
  const form = parseForm(await readForm(request), resolutionSchema);
  if (form.status === 'error') return rejectForm(context, form.reply());
  const outcome = await resolveDiscrepancy({
    ...{ id, resolution: form.value.resolution },
    ...{ actor: `staff:${staff.user.id}`, address: context.clientAddress },
  });
  return redirect(`${listPath}?done=${outcome === 'resolved' ? outcome : 'moved_on'}`);
}

/** @throws 404 */
async function requireDiscrepancy({ id = '' }: { id?: string }) {
  const discrepancy = /^\d{1,18}$/.test(id) ? await findDiscrepancy(id) : null;
  if (!discrepancy) throw new Response(null, { status: 404 });
  return discrepancy;
}

const resolutionSchema = z.object({
  resolution: z
    .string({ error: 'Enter a resolution' })
    .trim()
    .min(1, 'Enter a resolution')
    .max(maximumLength, `Enter ${maximumLength} characters or fewer`),
});

export const meta = formTitle('Resolve discrepancy');

const fields = ['resolution'];

export default function Resolution() {
  const { discrepancy } = useLoaderData<typeof loader>();
  const { kind, subject, transactionId, connection, expected, found, foundAt } = discrepancy;
  const rejected = useRejectedForm();
  return (
    <>
      <PageHeader
        title="Resolve discrepancy"
        lead="Record what was decided. This doesn’t change the payment or send anything to the acquirer."
      />
      <div className="max-w-2xl space-y-6">
        <Panel title={getDiscrepancyLabel(kind)}>
          <DescriptionList
            items={[
              ['Connection', connection?.name],
              [
                'Reference',
                <TextLink key="reference" to={`/support/transactions/${transactionId}#acquirer`}>
                  <code className="font-mono text-sm break-all">{subject}</code>
                </TextLink>,
              ],
              ['Our record', formatDiscrepancyValue(expected)],
              ['Acquirer’s report', formatDiscrepancyValue(found)],
              ['Found', <Time key="found" at={foundAt} />],
            ]}
          />
        </Panel>
        <Panel>
          <DocumentForm
            fields={fields}
            submit="Resolve discrepancy"
            after={
              <p className="text-center">
                <TextLink to={listPath}>Cancel</TextLink>
              </p>
            }
          >
            <TextAreaField
              name="resolution"
              label="Resolution"
              hint="Explain what was decided. Staff see this with the discrepancy and in the audit log. Don’t enter card numbers or secrets."
              maxLength={maximumLength}
              defaultValue={rejected?.input.resolution}
              error={rejected?.errors.resolution}
              required
            />
          </DocumentForm>
        </Panel>
      </div>
    </>
  );
}

import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { approveSecrets, discardSecrets } from '~/payments/connections/connection-rotation';
import { TextLink } from '~/ui/content/text-link';
import { DescriptionList } from '~/ui/content/description-list';
import { Button } from '~/ui/forms/button';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Form } from '~/ui/forms/form';
import { PageHeader } from '~/ui/layout/page-header';
import { Panel } from '~/ui/layout/panel';
import { readForm, textOf } from '../../forms/form-body';
import { rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { useErrorSummary, useRejectedForm } from '../../forms/rejected-form';
import { requireConfirmed, requireStaff } from '../../guards';
import { describeSecret } from './connection-panels';
import { changedMeanwhile, readVersion, requireConnection } from './require-connection';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'connections_manage');
  const { id, name, version, next } = await requireConnection(params);
  if (!next) return redirect(`/staff/connections/${id}`);
  return {
    ...{ id, name, version, next },
    isOwn: next.by.userId === user.id,
    rejected: context.formRejected ?? false,
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'connections_manage');
  await requireConfirmed(request, staff);
  const { id } = await requireConnection(params);
  const form = await readForm(request);
  const change = { id, version: readVersion(form), by: staff.user.id, address: context.clientAddress };
  const isApproval = textOf(form, 'do') === 'approve';
  const outcome = await (isApproval ? approveSecrets(change) : discardSecrets(change));
  const reject = (message: string) => rejectForm(context, { error: { '': [message] } }, { status: 409 });
  if (outcome === 'own_proposal')
    return reject('You proposed these secrets, so another admin must approve them');
  if (outcome === 'changed_meanwhile') return reject(changedMeanwhile);
  const isDone = outcome === 'approved' || outcome === 'discarded';
  return redirect(`/staff/connections/${id}?done=${isDone ? `secrets_${outcome}` : 'moved_on'}`);
}

export const meta = formTitle('New secrets');

export default function SecretsApproval() {
  const { id, name, version, next, isOwn } = useLoaderData<typeof loader>();
  const rejected = useRejectedForm();
  const errors = useErrorSummary(rejected, []);
  return (
    <>
      <PageHeader
        title={isOwn ? `Discard the new secrets of ${name}?` : `Approve the new secrets of ${name}?`}
        lead={
          isOwn
            ? 'You proposed them, so another admin must approve them. If you discard them, the current ones continue to apply.'
            : `Proposed by ${next.by.name}. Test them first, and make sure that they belong to the same account at the acquirer: payments go there within 5 seconds, and existing payments need it.`
        }
      />
      <ErrorSummary errors={errors} />
      <Panel title="New secrets" className="mb-6 max-w-3xl">
        <DescriptionList items={next.changed.map(describeSecret)} />
      </Panel>
      <Form method="post" reloadDocument className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <input type="hidden" name="version" value={version} />
        {!isOwn && (
          <Button type="submit" name="do" value="approve">
            Approve new secrets
          </Button>
        )}
        <Button type="submit" variant="secondary" name="do" value="discard">
          Discard new secrets
        </Button>
        <TextLink to={`/staff/connections/${id}`}>Cancel</TextLink>
      </Form>
    </>
  );
}

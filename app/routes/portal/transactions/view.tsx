import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { hasPermission } from '~/merchants/team/members';
import { changeView, deleteView, findDeletableView } from '~/payments/reporting/saved-views';
import { Button } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Form } from '~/ui/forms/form';
import { PageHeader } from '~/ui/layout/page-header';
import { TextLink } from '~/ui/content/text-link';
import { readForm, textOf } from '../../forms/form-body';
import { rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireMerchant } from '../../guards';
import { useErrorSummary } from '../../forms/rejected-form';
import { viewProblemMessages, ViewFields } from './view-fields';

export const meta = formTitle('Saved view');

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user, account, role } = await requireMerchant(request, 'transactions_view');
  const view = await findDeletableView({
    accountId: account.id,
    userId: user.id,
    id: params.id!,
    managesTeam: hasPermission(role, 'members_manage'),
  });
  if (!view) throw new Response('Not found', { status: 404 });
  return { view, rejected: context.formRejected ?? false };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user, account, role } = await requireMerchant(request, 'transactions_view');
  const own = {
    accountId: account.id,
    userId: user.id,
    id: params.id!,
    address: context.clientAddress,
    managesTeam: hasPermission(role, 'members_manage'),
  };
  const form = await readForm(request);
  const view = await findDeletableView(own);
  if (form.has('delete')) {
    // Already deleted: a second click gets the same result.
    if (view) await deleteView(own);
    return redirect('/transactions?view=deleted');
  }
  if (!view?.own) throw new Response('Not found', { status: 404 });
  const [name, shared] = [textOf(form, 'name'), form.has('shared')];
  const changed = await changeView({ ...own, name, shared });
  if (!changed) throw new Response('Not found', { status: 404 });
  if (typeof changed !== 'string') return redirect(`/transactions?${view.query}&view=changed`);
  return rejectForm(context, {
    initialValue: { name: changed === 'card_number' ? '' : name, ...(shared && { shared: 'yes' }) },
    error: { name: [viewProblemMessages[changed]] },
  });
}

export default function SavedView() {
  const { view } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  const errors = useErrorSummary(rejected, ['name']);
  return (
    <>
      <ErrorSummary errors={errors} />
      <PageHeader
        title={view.name}
        lead={
          <>
            A view of the transactions list. <TextLink to={`/transactions?${view.query}`}>Open it</TextLink>{' '}
            or go <TextLink to="/transactions/views">back to all views</TextLink>.
          </>
        }
      />
      <div className="space-y-6">
        {view.own ? (
          <Panel title="Name">
            <Form method="post" className="space-y-3">
              <ViewFields
                name={rejected?.input.name ?? view.name}
                shared={rejected ? rejected.input.shared === 'yes' : view.shared}
                error={rejected?.errors.name}
              />
              <Button type="submit">Save</Button>
            </Form>
          </Panel>
        ) : (
          <p className="text-ink-soft">
            {view.maker ?? 'A former member'} created it and shares it with the team.
          </p>
        )}
        <Panel title="Delete">
          <p className="mb-4 text-ink-soft">
            {view.shared ? 'Your team will no longer see it.' : 'You’ll no longer see it.'} The transactions
            aren’t affected.
          </p>
          <Form method="post">
            <Button type="submit" variant="danger" name="delete" value="yes">
              Delete view
            </Button>
          </Form>
        </Panel>
      </div>
    </>
  );
}

import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { Bookmark } from 'lucide-react';
import { hasPermission } from '~/merchants/team/members';
import { listViews, saveView } from '~/payments/reporting/saved-views';
import { Button, ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { EmptyState } from '~/ui/layout/empty-state';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Form } from '~/ui/forms/form';
import { PageHeader } from '~/ui/layout/page-header';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { readForm, textOf } from '../../forms/form-body';
import { rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireMerchant } from '../../guards';
import { useErrorSummary } from '../../forms/rejected-form';
import { viewProblemMessages, ViewFields } from './view-fields';

export const meta = formTitle('Saved views');

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user, account, role } = await requireMerchant(request, 'transactions_view');
  return {
    managesTeam: hasPermission(role, 'members_manage'),
    views: await listViews({ accountId: account.id, userId: user.id }),
    rejected: context.formRejected ?? false,
  };
}

/** Saves the list's filter under a name. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { user, account } = await requireMerchant(request, 'transactions_view');
  const form = await readForm(request);
  const [name, query, shared] = [textOf(form, 'name'), textOf(form, 'query'), form.has('shared')];
  const saved = await saveView({
    accountId: account.id,
    userId: user.id,
    name,
    query,
    shared,
    address: context.clientAddress,
  });
  if (typeof saved !== 'string') return redirect(`/transactions?${saved.query}&view=saved`);
  const field =
    saved === 'nothing_filtered' || saved === 'filter_too_long' || saved === 'too_many_views' ? '' : 'name';
  return rejectForm(context, {
    initialValue: { name: saved === 'card_number' ? '' : name, query, ...(shared && { shared: 'yes' }) },
    error: { [field]: [viewProblemMessages[saved]] },
  });
}

export default function SavedViews() {
  const { views, managesTeam } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  const errors = useErrorSummary(rejected, ['name']);
  return (
    <>
      <ErrorSummary errors={errors} />
      <PageHeader
        title="Saved views"
        lead={
          <>
            Saved filters for the transactions list.{' '}
            <TextLink to="/transactions">Back to Transactions</TextLink>
          </>
        }
      />
      <div className="space-y-6">
        {rejected && (
          <Panel title="Save as view">
            <Form method="post" className="space-y-3">
              <input type="hidden" name="query" value={rejected.input.query} />
              <ViewFields
                name={rejected.input.name}
                shared={rejected.input.shared === 'yes'}
                error={rejected.errors.name}
              />
              <Button type="submit">Save view</Button>
            </Form>
          </Panel>
        )}
        {views.length ? (
          <Panel>
            <Table
              caption="Saved views"
              rows={views}
              rowKey={({ id }) => id}
              columns={[
                {
                  title: 'Name',
                  cell: ({ name, query }) => <TextLink to={`/transactions?${query}`}>{name}</TextLink>,
                },
                { title: 'Visible to', cell: ({ shared }) => (shared ? 'The team' : 'Only you') },
                {
                  title: 'Created by',
                  cell: ({ own, maker }) => (own ? 'You' : (maker ?? 'A former member')),
                },
                {
                  title: 'Action',
                  align: 'right',
                  cell: ({ id, name, own }) =>
                    own || managesTeam ? (
                      <TextLink to={`/transactions/views/${id}`}>
                        {own ? 'Rename or delete' : 'Delete'}
                        <span className="sr-only"> {name}</span>
                      </TextLink>
                    ) : (
                      <span className="text-ink-soft">None</span>
                    ),
                },
              ]}
            />
          </Panel>
        ) : (
          <EmptyState
            icon={Bookmark}
            title="No saved views yet"
            action={<ButtonLink to="/transactions">Open Transactions</ButtonLink>}
          >
            Filter the list, then choose “Save as view” above it.
          </EmptyState>
        )}
      </div>
    </>
  );
}

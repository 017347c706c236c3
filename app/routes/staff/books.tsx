import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BookCheck } from 'lucide-react';
import { listBooksAudits, requestBooksAudit } from '~/payments/reconciliation/books-audit-records';
import { Panel } from '~/ui/layout/panel';
import { EmptyState } from '~/ui/layout/empty-state';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { Button } from '~/ui/forms/button';
import { Form } from '~/ui/forms/form';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { requireStaff } from '../guards';
import { AuditStatusBadge } from './books/audit-status';

export const meta = pageTitle('Books');

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'books_audit');
  return { audits: await listBooksAudits() };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'books_audit');
  return redirect(`/staff/books/${await requestBooksAudit(`staff:${user.id}`, context.clientAddress)}`);
}

export default function Books() {
  const { audits } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Books"
        lead="An audit compares all transactions, operations, idempotency keys, and daily totals with each other and with the acquirers’ ledgers, which it reads again from the start. It finds changes that were made directly in the database."
      />
      <Form method="post" className="mb-6">
        <Button type="submit">Start an audit</Button>
      </Form>
      {audits.length ? (
        <Panel title="Audits">
          <Table
            caption="Audits, newest first"
            rows={audits}
            rowKey={({ id }) => id}
            columns={[
              {
                title: 'Requested',
                cell: ({ id, createdAt }) => (
                  <TextLink to={`/staff/books/${id}`}>
                    <Time at={createdAt} />
                  </TextLink>
                ),
              },
              { title: 'By', cell: ({ requester }) => requester },
              { title: 'Result', cell: (audit) => <AuditStatusBadge {...audit} /> },
            ]}
          />
        </Panel>
      ) : (
        <EmptyState icon={BookCheck} title="No audits yet">
          An audit runs in the background. Payments continue while it runs.
        </EmptyState>
      )}
    </>
  );
}

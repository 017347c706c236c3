import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findBooksAudit } from '~/payments/reconciliation/books-audit-records';
import { isId } from '~/platform/ids';
import { Panel } from '~/ui/layout/panel';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { DescriptionList } from '~/ui/content/description-list';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { describeRowCounts, listLedgers } from '~/ui/labels/row-counts';
import { requireStaff } from '../guards';
import { AuditResult } from './books/audit-result';
import { AuditStatusBadge } from './books/audit-status';
import { FindingTable } from './books/finding-table';
import { AutoRefresh } from './operations/auto-refresh';

export const meta = pageTitle('Books audit');

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'books_audit');
  const audit = isId('aud', params.id!) ? await findBooksAudit(params.id!) : null;
  if (!audit) throw new Response(null, { status: 404 });
  const isOpen = audit.state === 'requested' || audit.state === 'running';
  return {
    audit,
    isOpen,
    isRefreshing: isOpen && new URL(request.url).searchParams.get('refresh') !== 'off',
    at: new Date(),
  };
}

export default function BooksAuditPage() {
  const { audit, isOpen, isRefreshing, at } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Books audit" lead={<TextLink to="/staff/books">All audits</TextLink>} />
      {isOpen && (
        <AutoRefresh
          at={at}
          isRefreshing={isRefreshing}
          path={`/staff/books/${audit.id}`}
          intervalSeconds={5}
        />
      )}
      <div className="space-y-6">
        <AuditResult {...audit} />
        <Panel title="Details">
          <DescriptionList
            items={[
              ['Result', <AuditStatusBadge key="result" {...audit} />],
              ['Requested by', audit.requester],
              ['Requested', <Time key="requested" at={audit.createdAt} />],
              ['Started', audit.startedAt ? <Time key="started" at={audit.startedAt} /> : 'Not yet'],
              ['Ended', audit.completedAt ? <Time key="ended" at={audit.completedAt} /> : 'Not yet'],
              ['Compared', describeRowCounts(audit.counts)],
              ['Ledgers', listLedgers(audit.ledgers) || 'None'],
            ]}
          />
        </Panel>
        {audit.findings.length > 0 && (
          <Panel title="Discrepancies">
            {audit.findingCount > audit.findings.length && (
              <p className="mb-4 text-ink-soft">
                These are the first {audit.findings.length.toLocaleString('en-US')} of{' '}
                {audit.findingCount.toLocaleString('en-US')}. Run <code>npm run audit-books</code> to list
                all.
              </p>
            )}
            <FindingTable findings={audit.findings} />
          </Panel>
        )}
      </div>
    </>
  );
}

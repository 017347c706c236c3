import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CircleCheck } from 'lucide-react';
import { hasStaffPermission } from '~/identity/staff/staff';
import { listDiscrepancies } from '~/payments/reconciliation/discrepancy-list';
import { Pagination } from '~/ui/content/pagination';
import { ListFilterForm } from '~/ui/forms/list-filter-form';
import { SelectField } from '~/ui/forms/select-field';
import { Banner } from '~/ui/layout/banner';
import { EmptyState } from '~/ui/layout/empty-state';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { Panel } from '~/ui/layout/panel';
import { requireStaff } from '../guards';
import { DiscrepancyTable } from './discrepancies/discrepancy-table';

const path = '/support/discrepancies';

export async function loader({ request }: LoaderFunctionArgs) {
  const { role } = await requireStaff(request, 'payments_view');
  const { searchParams } = new URL(request.url);
  const isOpen = searchParams.get('status') !== 'all';
  const before = /^\d{1,18}$/.exec(searchParams.get('before') ?? '')?.[0];
  return {
    ...(await listDiscrepancies({ isOpen, before })),
    isOpen,
    isFirst: !before,
    canResolve: hasStaffPermission(role, 'discrepancies_resolve'),
    done: (['resolved', 'moved_on'] as const).find((one) => one === searchParams.get('done')) ?? null,
  };
}

export const meta = pageTitle('Discrepancies');

export default function Discrepancies() {
  const { discrepancies, before, isOpen, isFirst, canResolve, done } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Discrepancies"
        lead="Differences within our records, or between them and the acquirers’ ledgers, payouts, and events. Newest first."
      />
      {done && (
        <div className="mb-6">
          {done === 'resolved' ? (
            <Banner tone="positive" title="Discrepancy resolved" announced>
              To see it again, set the status filter to All.
            </Banner>
          ) : (
            <Banner tone="info" title="Nothing changed" announced>
              This discrepancy is already resolved, or only reconciliation can close it.
            </Banner>
          )}
        </div>
      )}
      <ListFilterForm
        filter={isOpen}
        resetUrl={!isOpen && path}
        result={{ count: discrepancies.length, isFirst, isLast: !before }}
      >
        <SelectField
          name="status"
          label="Status"
          defaultValue={isOpen ? '' : 'all'}
          options={[
            { value: '', text: 'Open' },
            { value: 'all', text: 'All' },
          ]}
          className="min-w-[min(10rem,100%)] flex-1 sm:flex-none"
        />
      </ListFilterForm>
      {discrepancies.length ? (
        <Panel>
          <DiscrepancyTable discrepancies={discrepancies} canResolve={canResolve} />
        </Panel>
      ) : (
        <EmptyState
          icon={CircleCheck}
          title={isFirst ? (isOpen ? 'No open discrepancies' : 'No discrepancies yet') : 'No more results'}
        >
          Reconciliation runs every five minutes. Discrepancies appear here.
        </EmptyState>
      )}
      <Pagination
        newest={isFirst ? null : getDiscrepancyListUrl({ isOpen })}
        older={before ? getDiscrepancyListUrl({ isOpen, before }) : null}
      />
    </>
  );
}

function getDiscrepancyListUrl({ isOpen, ...rest }: { isOpen: boolean; before?: string }): string {
  const query = new URLSearchParams({ ...(!isOpen && { status: 'all' }), ...rest });
  return query.size ? `${path}?${query}` : path;
}

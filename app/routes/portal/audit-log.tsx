import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { findChainState } from '~/audit/chain-verification';
import { listAuditLogActors, listAuditLog, type AuditLogEntry } from '~/merchants/accounts/audit-log';
import { buildListUrl } from '~/platform/lists/list-url';
import { ButtonLink } from '~/ui/forms/button';
import { ErrorSummary, toSummaryErrors } from '~/ui/forms/error-summary';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { Pagination } from '~/ui/content/pagination';
import { requireMerchant } from '../guards';
import { AuditEntryList } from './audit-log/audit-entry-list';
import { ChainStatus } from './audit-log/chain-status';
import { Entry } from './audit-log/entry';
import { readFilter } from './audit-log/filter';
import { AuditLogFilterForm } from './audit-log/filter-form';

const path = '/audit-log';

export const meta = pageTitle('Audit log');

export async function loader({ request }: LoaderFunctionArgs) {
  const { account } = await requireMerchant(request, 'audit_view');
  const {
    visible: filterView,
    input: input,
    problems,
    filter,
    before,
  } = readFilter(new URL(request.url).searchParams, account.timeZone);
  // What is valid of a wrong filter would select other entries than the person meant.
  const isValid = !Object.keys(problems).length;
  const [list, actors, chain] = await Promise.all([
    isValid ? listAuditLog({ accountId: account.id, filter, before }) : { entries: [], before: null },
    listAuditLogActors(account.id),
    findChainState(account.id),
  ]);
  return {
    ...list,
    actors,
    chain,
    visible: filterView,
    input: input,
    problems,
    isValid,
    onLaterPage: before !== undefined,
  };
}

export default function AuditLog() {
  const {
    entries,
    before,
    actors,
    chain,
    visible: filterView,
    input: input,
    problems,
    isValid,
    onLaterPage,
  } = useLoaderData<typeof loader>();
  const filtered = Object.values(input).some(Boolean);
  const errors = useMemo(() => toSummaryErrors(problems), [problems]);
  return (
    <>
      <PageHeader
        title="Audit log"
        lead="Who changed what in this account, and which staff members viewed it. Newest first."
        action={
          isValid && (
            <ButtonLink to={buildListUrl('/audit-log.csv', filterView)} variant="secondary" reloadDocument>
              <Download size={18} aria-hidden="true" />
              Download as CSV
            </ButtonLink>
          )
        }
      />
      <ErrorSummary errors={errors} />
      <div className="mb-6">
        <ChainStatus chain={chain} />
      </div>
      {(filtered || entries.length > 0) && (
        <AuditLogFilterForm
          path={path}
          input={input}
          problems={problems}
          filtered={filtered}
          result={isValid ? { count: entries.length, isFirst: !onLaterPage, isLast: !before } : null}
          actors={actors}
        />
      )}
      {isValid && (
        <AuditEntryList
          entries={entries}
          renderEntry={(entry) => (
            <Entry key={entry.id} entry={entry as unknown as AuditLogEntry} path={path} />
          )}
          resetUrl={filtered && path}
          filterHint="The search finds complete IDs only, such as the ID of a card, document, or host."
          empty={{
            title: 'No changes yet',
            text: 'Every change to this account is listed here, with the name of the person who made it.',
          }}
        />
      )}
      <Pagination
        newest={onLaterPage ? buildListUrl(path, filterView) : null}
        older={before ? buildListUrl(path, { ...filterView, before }) : null}
      />
    </>
  );
}

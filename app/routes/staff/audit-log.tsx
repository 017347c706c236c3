import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { unusualReadingDays } from '~/operations/overview';
import { isId } from '~/platform/ids';
import { buildListUrl } from '~/platform/lists/list-url';
import { findMerchantAccount } from '~/support/merchant-summary';
import { listStaffAudit, listStaffAuditPeople } from '~/support/staff-audit/staff-audit-log';
import { listUnusualReading } from '~/support/staff-audit/unusual-reading';
import { Pagination } from '~/ui/content/pagination';
import { ButtonLink } from '~/ui/forms/button';
import { ErrorSummary, toSummaryErrors } from '~/ui/forms/error-summary';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { requireStaff } from '../guards';
import { AuditEntryList } from '../portal/audit-log/audit-entry-list';
import { StaffAuditEntryItem } from './audit-log/staff-audit-entry';
import { readStaffAuditFilter } from './audit-log/staff-audit-filter';
import { StaffAuditFilterForm } from './audit-log/staff-audit-filter-form';
import { UnusualReadingBanner } from './audit-log/unusual-reading-banner';

const path = '/staff/audit-log';

export const meta = pageTitle('Audit log');

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'staff_audit_view');
  const { filter, before, visible, input, problems } = readStaffAuditFilter(
    new URL(request.url).searchParams,
  );
  const isValid = !Object.keys(problems).length;
  const [list, account, people, unusualReading] = await Promise.all([
    isValid ? listStaffAudit({ filter, before }) : { entries: [], before: null },
    filter.accountId && isId('acc', filter.accountId) ? findMerchantAccount(filter.accountId) : null,
    listStaffAuditPeople(),
    listUnusualReading({ days: unusualReadingDays }),
  ]);
  return {
    ...{ ...list, people, unusualReading, visible, input, problems, isValid },
    ...{ isAccountKnown: account !== null, isLaterPage: before !== undefined },
  };
}

export default function StaffAuditLog() {
  const { entries, before, people, unusualReading, visible, input, problems, ...page } =
    useLoaderData<typeof loader>();
  const { isValid, isAccountKnown, isLaterPage } = page;
  const resetUrl = Object.values(input).some(Boolean) && path;
  const errors = useMemo(() => toSummaryErrors(problems), [problems]);
  return (
    <>
      <PageHeader
        title="Audit log"
        lead="What staff searched for, opened, and decided, in all merchants’ accounts. What the same person opens again within an hour is listed once. Newest first."
        action={
          isValid && (
            <ButtonLink to={buildListUrl(`${path}.csv`, visible)} variant="secondary" reloadDocument>
              <Download size={18} aria-hidden="true" />
              Download CSV
            </ButtonLink>
          )
        }
      />
      <ErrorSummary errors={errors} />
      <UnusualReadingBanner unusualReading={unusualReading} path={path} />
      <StaffAuditFilterForm
        {...{ input, problems, resetUrl, people }}
        result={isValid ? { count: entries.length, isFirst: !isLaterPage, isLast: !before } : null}
      />
      {input.account && (
        <p className="mb-6 text-ink-soft">
          Searches, emails, and logins don’t belong to an account, so they aren’t in this list. To see them,
          clear the account.
        </p>
      )}
      {isValid && (
        <AuditEntryList
          entries={entries}
          renderEntry={(entry) => (
            <StaffAuditEntryItem key={entry.id} entry={entry} path={path} filter={visible} />
          )}
          resetUrl={resetUrl}
          filterHint={
            input.account && !isAccountKnown
              ? 'Enter a complete account ID.'
              : 'Staff did nothing of this kind in this period.'
          }
          empty={{ title: 'No entries yet', text: 'Everything that staff do is listed here.' }}
        />
      )}
      <Pagination
        newest={isLaterPage ? buildListUrl(path, visible) : null}
        older={before ? buildListUrl(path, { ...visible, before }) : null}
      />
    </>
  );
}

import type { LoaderFunctionArgs } from '@remix-run/node';
import { getStaffActionLabel } from '~/audit/staff-action-kinds';
import { config } from '~/platform/config/config.server';
import { createCsvStream, type CsvColumns } from '~/platform/lists/csv-stream';
import { getDayInZone } from '~/platform/time/days';
import { describeDays } from '~/platform/time/day-range';
import { exportStaffAudit, type StaffAuditEntry } from '~/support/staff-audit/staff-audit-log';
import { requireStaff } from '../../guards';
import { formatPairs, listChanges, listFacts } from '../../portal/audit-log/entry-labels';
import { rejectFilter, sendCsv } from '../../portal/transactions/csv-response';
import { getStaffActorLabel } from './staff-actor-label';
import { readStaffAuditFilter, staffTimeZone } from './staff-audit-filter';

/** docs/operating/monitoring.md describes the columns. */
const columns: CsvColumns<StaffAuditEntry> = {
  id: ({ id }) => id,
  created_at_utc: ({ createdAt }) => createdAt.toISOString(),
  who: (entry) => getStaffActorLabel(entry, config.brandName),
  actor: ({ actor }) => actor,
  what: ({ action }) => getStaffActionLabel(action),
  action: ({ action }) => action,
  merchant: ({ account }) => account?.name ?? null,
  account_id: ({ account }) => account?.id ?? null,
  subject: ({ subject }) => subject,
  subject_name: ({ subjectName }) => subjectName,
  details: ({ details }) => formatPairs(listFacts(details)),
  before: (entry) => formatPairs(listChanges(entry).map(({ field, before }) => [field, before])),
  after: (entry) => formatPairs(listChanges(entry).map(({ field, after }) => [field, after])),
  address: ({ address }) => address,
};

/** The filtered audit log of the staff as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'staff_audit_view');
  const { filter, problems, visible } = readStaffAuditFilter(new URL(request.url).searchParams);
  if (Object.keys(problems).length) return rejectFilter();
  const days = describeDays(visible);
  const named = days.length ? days : [getDayInZone(new Date(), staffTimeZone)];
  return sendCsv(request, ['staff-audit-log', config.brandName, ...named], () =>
    createCsvStream({
      columns,
      timeZone: staffTimeZone,
      batches: exportStaffAudit({ filter, by: user.id, address: context.clientAddress }),
    }),
  );
}

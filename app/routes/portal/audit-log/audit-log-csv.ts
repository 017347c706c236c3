import type { LoaderFunctionArgs } from '@remix-run/node';
import { getActionLabel } from '~/audit/action-labels';
import { exportAuditLog, type AuditLogEntry } from '~/merchants/accounts/audit-log';
import { config } from '~/platform/config/config.server';
import { createCsvStream, formatInTimeZone, type CsvColumns } from '~/platform/lists/csv-stream';
import { requireMember } from '../../guards';
import { readFilter } from './filter';
import { formatPairs, getActorLabel, listChanges, listFacts } from './entry-labels';
import { rejectFilter, respondWithCsv } from '../transactions/csv-response';

const columns: CsvColumns<AuditLogEntry> = {
  number: ({ number }) => number,
  created_at: ({ createdAt }, timeZone) => formatInTimeZone(createdAt, timeZone),
  created_at_utc: ({ createdAt }) => createdAt.toISOString(),
  who: ({ actor }) => getActorLabel(actor, config.brandName),
  what: ({ action }) => getActionLabel(action),
  subject: ({ subject, subjectName }) => subjectName ?? subject,
  details: ({ details }) => formatPairs(listFacts(details)),
  before: (entry) => formatPairs(listChanges(entry).map(({ field, before }) => [field, before])),
  after: (entry) => formatPairs(listChanges(entry).map(({ field, after }) => [field, after])),
  address: ({ address }) => address,
  hash: ({ hash }) => hash,
};

/** The filtered audit log as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const merchant = await requireMember(request, 'audit_view');
  const { user, account } = merchant;
  const { filter, problems } = readFilter(new URL(request.url).searchParams, account.timeZone);
  if (Object.keys(problems).length) return rejectFilter();
  return respondWithCsv(request, { what: 'audit-log', merchant }, () =>
    createCsvStream({
      columns,
      timeZone: account.timeZone,
      batches: exportAuditLog({ accountId: account.id, filter, by: user.id, address: context.clientAddress }),
    }),
  );
}

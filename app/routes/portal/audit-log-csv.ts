import type { LoaderFunctionArgs } from '@remix-run/node';
import { actionWords } from '~/audit/action-words';
import { exportAuditLog, type AuditLogEntry } from '~/merchants/accounts/audit-log';
import { config } from '~/platform/config.server';
import { csvFile, inZone, type Columns } from '~/platform/csv';
import { requireMember } from '../guards';
import { readFilter } from './audit-log/filter';
import { actorWords, changesOf, factsOf } from './audit-log/words';
import { refuseFilter, replyWithCsv } from './csv-reply';

const listed = (pairs: [string, string][]) => pairs.map((pair) => pair.join(': ')).join('; ');

const columns: Columns<AuditLogEntry> = {
  number: ({ number }) => number,
  created_at: ({ createdAt }, timeZone) => inZone(createdAt, timeZone),
  created_at_utc: ({ createdAt }) => createdAt.toISOString(),
  who: ({ actor }) => actorWords(actor, config.brandName),
  what: ({ action }) => actionWords(action),
  subject: ({ subject, subjectName }) => subjectName ?? subject,
  details: ({ details }) => listed(factsOf(details)),
  before: (entry) => listed(changesOf(entry).map(({ field, before }) => [field, before])),
  after: (entry) => listed(changesOf(entry).map(({ field, after }) => [field, after])),
  address: ({ address }) => address,
  hash: ({ hash }) => hash,
};

/** The log as it is filtered, as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const merchant = await requireMember(request, 'audit_view');
  const { user, account } = merchant;
  const { filter, problems } = readFilter(new URL(request.url).searchParams, account.timeZone);
  if (Object.keys(problems).length) return refuseFilter();
  return replyWithCsv(request, { what: 'audit-log', merchant }, () =>
    csvFile({
      columns,
      timeZone: account.timeZone,
      batches: exportAuditLog({ accountId: account.id, filter, by: user.id, address: context.clientAddress }),
    }),
  );
}

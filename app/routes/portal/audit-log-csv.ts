import type { LoaderFunctionArgs } from '@remix-run/node';
import { actionWords } from '~/audit/action-words';
import { exportAuditLog, type AuditLogEntry } from '~/merchants/audit-log';
import { config } from '~/platform/config.server';
import { csvLine } from '~/platform/csv';
import { formatMoment } from '~/ui/time-format';
import { requireMerchant } from '../guards';
import { readFilter } from './audit-log/filter';
import { actorWords, changesOf, factsOf } from './audit-log/words';

const columns = ['number', 'time_utc', 'time_local', 'who', 'what', 'subject', 'details', 'before', 'after', 'address', 'hash'];

/** The log as it is filtered, as a file that is sent while it is read: however long it is, little of it is in memory. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user, account } = await requireMerchant(request, 'audit_view');
  const { filter } = readFilter(new URL(request.url).searchParams, account.timeZone);
  const pages = exportAuditLog({ accountId: account.id, filter, by: user.id, address: context.clientAddress });
  // The first part before the answer begins: what goes wrong until then is an answer of its own.
  const first = await pages.next();
  const text = new TextEncoder();
  const lines = (entries: AuditLogEntry[]) => text.encode(entries.map((entry) => lineOf(entry, account.timeZone)).join(''));
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(text.encode(csvLine(columns)));
      if (!first.done) controller.enqueue(lines(first.value));
    },
    async pull(controller) {
      const next = await pages.next();
      if (next.done) controller.close();
      else controller.enqueue(lines(next.value));
    },
    async cancel() {
      await pages.return(undefined);
    },
  });
  return new Response(body, {
    headers: { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': 'attachment; filename="audit-log.csv"', 'Cache-Control': 'private, no-store', 'X-Content-Type-Options': 'nosniff' },
  });
}

function lineOf(entry: AuditLogEntry, timeZone: string): string {
  const { number, actor, action, subject, subjectName, details, address, hash, createdAt } = entry;
  const changes = changesOf(entry);
  const listed = (pairs: [string, string][]) => pairs.map((pair) => pair.join(': ')).join('; ');
  return csvLine([
    number,
    createdAt.toISOString(),
    formatMoment(createdAt, timeZone),
    actorWords(actor, config.brandName),
    actionWords(action),
    subjectName ?? subject,
    listed(factsOf(details)),
    listed(changes.map(({ field, before }) => [field, before])),
    listed(changes.map(({ field, after }) => [field, after])),
    address,
    hash,
  ]);
}

import { isActionKind, type ActionKind } from '~/audit/action-labels';
import type { AuditLogFilter } from '~/merchants/accounts/audit-log';
import { readDayRange, type DayRange } from '~/platform/time/day-range';
import { getDaySpan } from '~/platform/time/days';
import { isId } from '~/platform/ids';
import { readRowPosition, readTextParameter } from '~/platform/lists/list-url';

/** A filter of the audit log in the URL. */
export type AuditFilterView = DayRange & { who?: string; kind?: ActionKind; subject?: string };

/**
 * Parses a filter that may have been typed: invalid values filter nothing, and invalid days are reported in
 * `problems`.
 */
export function readFilter(query: URLSearchParams, timeZone: string) {
  const [who, kind] = [readTextParameter(query, 'who'), readTextParameter(query, 'kind')];
  const { days, input, problems } = readDayRange(query);
  const named = {
    who: ['staff', 'api', 'checkout', 'system'].includes(who) || isId('usr', who) ? who : undefined,
    kind: isActionKind(kind) ? kind : undefined,
    subject: readTextParameter(query, 'subject') || undefined,
  };
  const filter: AuditLogFilter = {
    ...named,
    span: days.from || days.to ? getDaySpan({ ...days, timeZone }) : undefined,
  };
  const view: AuditFilterView = { ...named, ...days };
  return { visible: view, input: { ...view, ...input }, problems, filter, before: readRowPosition(query) };
}

import { staffActionKinds, type StaffActionKind } from '~/audit/staff-action-kinds';
import { isId } from '~/platform/ids';
import { readOption, readRowPosition, readTextParameter } from '~/platform/lists/list-url';
import { readDayRange, type DayRange } from '~/platform/time/day-range';
import { getDaySpan } from '~/platform/time/days';
import type { StaffAuditFilter } from '~/support/staff-audit/staff-audit-log';

/** Staff work for merchants in many time zones. */
export const staffTimeZone = 'UTC';

/** A filter of the staff's audit log in the URL. */
export type StaffAuditFilterView = DayRange & { who?: string; kind?: StaffActionKind; account?: string };

/**
 * Parses a filter that may have been typed: invalid values filter nothing, and invalid days are reported in
 * `problems`.
 */
export function readStaffAuditFilter(query: URLSearchParams) {
  const who = readTextParameter(query, 'who');
  const { days, input, problems } = readDayRange(query);
  const view: StaffAuditFilterView = {
    who: who === 'shell' || isId('usr', who) ? who : undefined,
    kind: readOption(query, 'kind', staffActionKinds),
    account: readTextParameter(query, 'account') || undefined,
    ...days,
  };
  const filter: StaffAuditFilter = {
    actor: view.who && (view.who === 'shell' ? 'system:shell' : `staff:${view.who}`),
    kind: view.kind,
    accountId: view.account,
    span: days.from || days.to ? getDaySpan({ ...days, timeZone: staffTimeZone }) : undefined,
  };
  return { visible: view, input: { ...view, ...input }, problems, filter, before: readRowPosition(query) };
}

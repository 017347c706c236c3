import { isActionKind, type ActionKind } from '~/audit/action-words';
import type { AuditLogFilter } from '~/merchants/accounts/audit-log';
import { readDays, type DayRange } from '~/platform/day-range';
import { spanOfDays } from '~/platform/days';
import { isId } from '~/platform/ids';
import { typedIn } from '~/platform/list-address';

/** A filter of the audit log as it stands in the address. */
export type ShownFilter = DayRange & { who?: string; kind?: ActionKind; subject?: string };

/** What was typed into the address may be anything: what makes no sense filters nothing, and of days the problems say so. */
export function readFilter(query: URLSearchParams, timeZone: string) {
  const [who, kind, before] = [typedIn(query, 'who'), typedIn(query, 'kind'), typedIn(query, 'before')];
  const { days, typed, problems } = readDays(query);
  const named = {
    who: who === 'staff' || who === 'system' || isId('usr', who) ? who : undefined,
    kind: isActionKind(kind) ? kind : undefined,
    subject: typedIn(query, 'subject') || undefined,
  };
  const filter: AuditLogFilter = {
    ...named,
    span: days.from || days.to ? spanOfDays({ ...days, timeZone }) : undefined,
  };
  const shown: ShownFilter = { ...named, ...days };
  return {
    shown,
    typed: { ...shown, ...typed },
    problems,
    filter,
    before: /^[1-9]\d{0,17}$/.test(before) ? before : undefined,
  };
}

import { isActionKind } from '~/audit/action-words';
import type { AuditLogFilter } from '~/merchants/audit-log';
import { isDay, spanOfDays } from '~/platform/days';
import { isId } from '~/platform/ids';
import { lineOf } from '~/platform/typed-line';
import type { TypedFilter } from './address';

/** What was typed into the address may be anything: what makes no sense filters nothing. */
export function readFilter(query: URLSearchParams, timeZone: string): { typed: TypedFilter; filter: AuditLogFilter; before?: string } {
  const text = (name: string) => lineOf(query.get(name) ?? '');
  const who = ['staff', 'system'].includes(text('who')) || isId('usr', text('who')) ? text('who') : '';
  const kind = text('kind');
  const [from, to] = [text('from'), text('to')].map((day) => (isDay(day) ? day : '')) as [string, string];
  const typed = { who, kind: isActionKind(kind) ? kind : '', from, to, subject: text('subject') };
  const span = from || to ? spanOfDays({ from, to, timeZone }) : undefined;
  const filter = { ...(who && { who }), ...(isActionKind(kind) && { kind }), ...(span && { span }), ...(typed.subject && { subject: typed.subject }) };
  const before = text('before');
  return { typed, filter, before: /^[1-9]\d{0,17}$/.test(before) ? before : undefined };
}

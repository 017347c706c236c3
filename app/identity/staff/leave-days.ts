import { getDayInZone } from '~/platform/time/days';

/** Days in UTC, such as 2026-12-24. Both are part of the leave. */
export type StaffLeave = { from: string; until: string };

/** Of a staff member's row. Null without a leave, and after it. */
export function toStaffLeave(row: { leaveFrom: Date | null; leaveUntil: Date | null }): StaffLeave | null {
  if (!row.leaveFrom || !row.leaveUntil) return null;
  const leave = { from: toDay(row.leaveFrom), until: toDay(row.leaveUntil) };
  return leave.until < getToday() ? null : leave;
}

/** Whether two leaves have a day in common. */
export function areOverlapping(one: StaffLeave, other: StaffLeave): boolean {
  return one.from <= other.until && other.from <= one.until;
}

/** Whether today is a day of the leave. */
export function isOnLeave(leave: StaffLeave): boolean {
  return areOverlapping(leave, { from: getToday(), until: getToday() });
}

export const getToday = () => getDayInZone(new Date(), 'UTC');

const toDay = (date: Date) => date.toISOString().slice(0, 10);

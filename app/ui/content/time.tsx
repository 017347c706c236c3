import { createContext, useContext } from 'react';
import { formatDate, formatDateTime, formatRelativeTime, formatTime } from './time-format';

/** The account's time zone, provided by the shell. */
export const TimeZoneContext = createContext('UTC');

/** The day in that time zone when the page was loaded, "2026-11-21". Provided by the shell. */
export const TodayContext = createContext<string | null>(null);

/** A moment in the account's time zone, with the zone's name. The machine-readable time is UTC. */
export function Time({ at }: { at: Date | string }) {
  const zone = useContext(TimeZoneContext);
  const date = new Date(at);
  const [day, clock] = [formatDate(date, zone), formatTime(date, zone)];
  return (
    <time dateTime={date.toISOString()} className="tabular-nums">
      <span className="whitespace-nowrap">{day},</span> {/* The only place where it may wrap. */}
      <span className="whitespace-nowrap">{clock}</span>
    </time>
  );
}

/**
 * A moment in a list, as short as it is clear: "Today 14:03". The full time is in its tooltip, and what screen readers say.
 */
export function ShortTime({ at }: { at: Date | string }) {
  const zone = useContext(TimeZoneContext);
  const today = useContext(TodayContext);
  if (today === null) return <Time at={at} />;
  const date = new Date(at);
  const fullText = formatDateTime(date, zone);
  return (
    <time dateTime={date.toISOString()} title={fullText} className="whitespace-nowrap tabular-nums">
      <span aria-hidden="true">{formatRelativeTime(date, zone, today)}</span>
      <span className="sr-only">{fullText}</span>
    </time>
  );
}

/** A response date, the same in every time zone, as in the email. */
export function UtcDate({ at }: { at: Date | string }) {
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString().slice(0, 10)} className="font-semibold whitespace-nowrap">
      {formatDate(date, 'UTC')}
    </time>
  );
}

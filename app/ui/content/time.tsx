import { createContext, useContext } from 'react';
import { formatTime, formatDate } from './time-format';

/** The account's time zone; the shell provides it to all pages below. */
export const TimeZoneContext = createContext('UTC');

/** A moment as the account's people read it, with the zone named; machines read the UTC time. */
export function Time({ at }: { at: Date | string }) {
  const zone = useContext(TimeZoneContext);
  const date = new Date(at);
  const [day, clock] = [formatDate(date, zone), formatTime(date, zone)];
  return (
    <time dateTime={date.toISOString()} className="tabular-nums">
      <span className="whitespace-nowrap">{day},</span> {/* The one place where it may break. */}
      <span className="whitespace-nowrap">{clock}</span>
    </time>
  );
}

/** The day of a promise, the same for everybody wherever they are, as in the mail that gave it. */
export function UtcDate({ at }: { at: Date | string }) {
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString().slice(0, 10)} className="font-semibold whitespace-nowrap">
      {formatDate(date, 'UTC')}
    </time>
  );
}

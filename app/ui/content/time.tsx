import { createContext, useContext } from 'react';
import { formatTime, formatDate } from './time-format';

/** The account's time zone, provided by the shell. */
export const TimeZoneContext = createContext('UTC');

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

/** A response date, the same in every time zone, as in the email. */
export function UtcDate({ at }: { at: Date | string }) {
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString().slice(0, 10)} className="font-semibold whitespace-nowrap">
      {formatDate(date, 'UTC')}
    </time>
  );
}

import { pluralize } from './pluralize';

/** "5 minutes", "5 hours", "2 days". */
export function formatMinutes(minutes: number): string {
  if (minutes < 60) return pluralize(minutes, 'minute');
  return minutes < 48 * 60
    ? pluralize(Math.floor(minutes / 60), 'hour')
    : pluralize(Math.floor(minutes / (24 * 60)), 'day');
}

import { counted } from '~/platform/counted';

export type DueLabel = { text: string; late: boolean };

/** How long until a promised moment, or since: "in 5 hours", "2 days late". */
export function formatDue(promisedAt: Date, now: Date): DueLabel {
  const minutes = Math.round((promisedAt.getTime() - now.getTime()) / 60_000);
  const late = minutes < 0;
  const text = formatMinutes(Math.abs(minutes));
  return { text: late ? `${text} late` : `in ${text}`, late };
}

function formatMinutes(minutes: number): string {
  if (minutes < 60) return counted(minutes, 'minute');
  return minutes < 48 * 60
    ? counted(Math.floor(minutes / 60), 'hour')
    : counted(Math.floor(minutes / (24 * 60)), 'day');
}

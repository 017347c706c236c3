import { formatMinutes } from '~/platform/text/minutes';

export type DueLabel = { text: string; late: boolean };

/** The time until or since the response date: "in 5 hours", "2 days late". */
export function formatDue(promisedAt: Date, now: Date): DueLabel {
  const minutes = Math.round((promisedAt.getTime() - now.getTime()) / 60_000);
  const late = minutes < 0;
  const text = formatMinutes(Math.abs(minutes));
  return { text: late ? `${text} late` : `in ${text}`, late };
}

/** How long ago: "5 hours". */
export function formatAge(since: Date, now: Date): string {
  return formatMinutes(Math.max(0, Math.round((now.getTime() - since.getTime()) / 60_000)));
}

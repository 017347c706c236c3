/** "21 Nov 2026". Put together from parts, because server and browser do not agree on the commas. */
export function formatDay(moment: Date, timeZone: string): string {
  const part = parts(moment, timeZone);
  return `${Number(part.day)} ${months[Number(part.month) - 1]} ${part.year}`;
}

/** "14:03:09 CET": never without the zone. */
export function formatClock(moment: Date, timeZone: string): string {
  const part = parts(moment, timeZone);
  return `${part.hour}:${part.minute}:${part.second} ${part.timeZoneName}`;
}

/** "14:03 CET", where the seconds say nothing. */
export function formatMinute(moment: Date, timeZone: string): string {
  const part = parts(moment, timeZone);
  return `${part.hour}:${part.minute} ${part.timeZoneName}`;
}

/** "21 Nov 2026, 14:03:09 CET". */
export function formatMoment(moment: Date, timeZone: string): string {
  return `${formatDay(moment, timeZone)}, ${formatClock(moment, timeZone)}`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Making a format costs a hundred times as much as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    timeZoneName: 'short',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(timeZone, format);
  return format;
}

/** The last moment that was asked for: its day and its clock are shown together. */
let latest: { time: number; timeZone: string; parts: Record<string, string> } | undefined;

function parts(moment: Date, timeZone: string): Record<string, string> {
  const time = moment.getTime();
  if (latest?.time === time && latest.timeZone === timeZone) return latest.parts;
  const found = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  latest = { time, timeZone, parts: found };
  return found;
}

/** "21 Nov 2026". Put together from parts, because server and browser do not agree on the commas. */
export function formatDate(date: Date, timeZone: string): string {
  const part = parts(date, timeZone);
  return `${Number(part.day)} ${months[Number(part.month) - 1]} ${part.year}`;
}

/** "14:03:09 CET": never without the zone. */
export function formatTime(date: Date, timeZone: string): string {
  const part = parts(date, timeZone);
  return `${part.hour}:${part.minute}:${part.second} ${part.timeZoneName}`;
}

/** "14:03 CET", where the seconds say nothing. */
export function formatShortTime(date: Date, timeZone: string): string {
  const part = parts(date, timeZone);
  return `${part.hour}:${part.minute} ${part.timeZoneName}`;
}

/** "21 Nov 2026, 14:03:09 CET". */
export function formatDateTime(date: Date, timeZone: string): string {
  return `${formatDate(date, timeZone)}, ${formatTime(date, timeZone)}`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Making a format costs a hundred times as much as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function getDateFormat(timeZone: string): Intl.DateTimeFormat {
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
let lastFormatted: { time: number; timeZone: string; parts: Record<string, string> } | undefined;

function parts(date: Date, timeZone: string): Record<string, string> {
  const time = date.getTime();
  if (lastFormatted?.time === time && lastFormatted.timeZone === timeZone) return lastFormatted.parts;
  const found = Object.fromEntries(
    getDateFormat(timeZone)
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  );
  lastFormatted = { time, timeZone, parts: found };
  return found;
}

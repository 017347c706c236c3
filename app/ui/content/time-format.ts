/** "Nov 21, 2026". Built from parts, because server and browser disagree about commas. */
export function formatDate(date: Date, timeZone: string): string {
  const part = parts(date, timeZone);
  return `${months[Number(part.month) - 1]} ${Number(part.day)}, ${part.year}`;
}

/** "14:03:09 CET": always with the zone. */
export function formatTime(date: Date, timeZone: string): string {
  const part = parts(date, timeZone);
  return `${part.hour}:${part.minute}:${part.second} ${part.timeZoneName}`;
}

/** "14:03 CET", when seconds don't matter. */
export function formatShortTime(date: Date, timeZone: string): string {
  const part = parts(date, timeZone);
  return `${part.hour}:${part.minute} ${part.timeZoneName}`;
}

/** "Nov 21, 2026, 14:03:09 CET". */
export function formatDateTime(date: Date, timeZone: string): string {
  return `${formatDate(date, timeZone)}, ${formatTime(date, timeZone)}`;
}

/**
 * The same as briefly as it is clear to somebody who reads it on the day `today`: "Today 14:03", "Yesterday 14:03", "Nov 21,
 * 14:03", or "Nov 21, 2025". Without the zone, because the full time stands beside it.
 * @param today the day there, "2026-11-21"
 */
export function formatRelativeTime(date: Date, timeZone: string, today: string): string {
  const { hour, minute, year, month, day } = parts(date, timeZone);
  const time = `${hour}:${minute}`;
  const age = (Date.parse(today) - Date.UTC(Number(year), Number(month) - 1, Number(day))) / 86_400_000;
  if (age === 0) return `Today ${time}`;
  if (age === 1) return `Yesterday ${time}`;
  const text = formatDate(date, timeZone);
  return today.startsWith(`${year}-`) ? `${text.slice(0, -6)}, ${time}` : text;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Creating a formatter costs a hundred times as much as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function getDateFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  // Only en-GB has short names for European zones, such as CET.
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

/** The last moment formatted: its date and time are shown together. */
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

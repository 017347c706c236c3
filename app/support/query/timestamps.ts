// Pure: times as logs and exports write them, and the time zone that follows a time.

const offset = '(?:0\\d|1[0-4]):?\\d{2}';
const namedZone = ' ?(?:utc|gmt)(?:[+-]\\d{1,2}(?::?\\d{2})?)?|z';
/** After other times, it's a range: "09:00-12:00". */
const minusOffset = `(?<=t\\d{1,2}:\\d{2}|:\\d{2}:\\d{2}(?:\\.\\d{1,9})?) ?-${offset}(?!:)`;

/** Two groups: hours and minutes. */
export const timePattern = '(\\d{1,2}):(\\d{2})(?::\\d{2}(?:\\.\\d{1,9})?)?';
/** What may follow a time: "UTC", "GMT+2", "Z", "+02:00". */
export const zonePattern = `(?:${namedZone}| ?\\+${offset})?`;
/** Five groups, from the year to the minutes. */
export const timestampPattern = `(\\d{4})-(\\d{2})-(\\d{2})[ t]${timePattern}(?:${namedZone}| ?\\+${offset}|${minusOffset})?`;

/** A date, if its time isn't followed by an offset like "-05:00". Three groups. */
export const dateBeforeRange = `(\\d{4})-(\\d{2})-(\\d{2})(?![ t]\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?${minusOffset})[ t]`;

const zone = new RegExp(
  `(?<=\\d(?: ?[ap]\\.?m\\.?| ?h)?)(?: ?(?:utc|gmt)(?<named>[+-]\\d{1,2}(?::?\\d{2})?)?|z| ?(?<plus>\\+${offset})|(?<minus>${minusOffset}))(?![\\p{L}\\p{N}:])`,
  'iu',
);

/** Minutes by which the clocks that a time refers to are ahead of UTC. Undefined without a time zone. */
export function parseUtcOffset(text: string): number | undefined {
  const match = zone.exec(text);
  if (!match) return undefined;
  const { named, plus, minus } = match.groups!;
  const [, sign, hours = '0', minutes = '0'] =
    /([+-])(\d{1,2}):?(\d{2})?/.exec(named ?? plus ?? minus ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

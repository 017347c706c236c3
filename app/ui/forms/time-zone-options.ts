export type TimeZoneOption = { value: string; text: string; group?: string };

const oceans = ['Arctic', 'Atlantic', 'Indian', 'Pacific'];

/**
 * America/Argentina/Rio_Gallegos is listed as Argentina, Rio Gallegos in America, so that typing a city's
 * first letters finds it.
 */
export function toTimeZoneOption(zone: string): TimeZoneOption {
  const [region, ...places] = zone.replaceAll('_', ' ').split('/');
  if (!places.length) return { value: zone, text: zone };
  return {
    value: zone,
    text: places.join(', '),
    group: oceans.includes(region!) ? `${region} Ocean` : region!,
  };
}

/** By city, region, name ("Pacific Time"), or difference to UTC ("UTC+2", "+5:30"). Accents and case don't matter. */
export function searchTimeZones(
  options: readonly TimeZoneOption[],
  query: string,
  at: Date = new Date(),
): TimeZoneOption[] {
  const terms = normalize(query).split(' ').filter(Boolean);
  return options.filter((option) => {
    const text = normalize(
      `${option.text} ${option.group ?? ''} ${option.value} ${describeZone(option.value, at)}`,
    );
    // +1 isn't +11.
    return terms.every((term) =>
      /[+-]\d/.test(term) ? text.split(' ').some((part) => part.endsWith(term)) : text.includes(term),
    );
  });
}

const descriptions = new Map<string, string>();

/** "Central European Standard Time UTC+1". Four hundred of them take a moment, so they're kept. */
function describeZone(zone: string, at: Date): string {
  const known = descriptions.get(zone);
  if (known !== undefined) return known;
  const read = (timeZoneName: 'long' | 'shortOffset') =>
    new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName })
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')!.value;
  const description = `${read('long')} ${read('shortOffset').replace('GMT', 'UTC')}`;
  descriptions.set(zone, description);
  return description;
}

function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('−', '-')
    .replace(/[_/,]/g, ' ')
    .toLowerCase();
}

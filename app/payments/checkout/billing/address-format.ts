import { formatAddress } from 'localized-address-format';
import type { CardHolder } from '~/payments/transactions/card-holder';

// Countries that need more than a street and a city, from libaddressinput's `require` (June 2025).
const countriesWithPostalCode = new Set(
  'AS AT AU AX BE BL BR CA CH CN CZ DE DK EE ES FI FK FM FR GB GF GG GL GP GR GS GU HU IM IN IO IT JE JP KR LI LT LU LV MF MH MP MQ MX MY NC NL NO NZ PF PL PM PN PR PT PW RE RO RU SE SG SH SJ SK SM TC TR TW UA US VI WF YT ZA'.split(
    ' ',
  ),
);
const countriesWithState = new Set(
  'AE AS AU BR CA CN CO CR ES FM HK HN ID IN IQ IT JM JP KN KR KY MH MP MX NR PF PG PW RU SO SV TW UM US VE VI VN'.split(
    ' ',
  ),
);
const countriesWithoutCity = new Set('AG CO HK ID SM VG VN'.split(' '));

/** Which of the country's address parts exist, in the order in which people write them. */
const partsByDigit = { '1': 'a', '2': 'z', '3': 'c', '4': 's' } as const;

/**
 * The parts of a country's addresses in their order: `a` the street, `z` the postal code, `c` the city, `s` the state.
 * Uppercase: an address isn't complete without it.
 * @param country ISO 3166-1 alpha-2
 * @param script of the person's language. Some addresses are written in another order in their own script.
 */
export function getAddressFormat(country: string, script: 'local' | 'latin'): string {
  const sample = {
    ...{
      postalCountry: country,
      addressLines: ['1'],
      postalCode: '2',
      locality: '3',
      administrativeArea: '4',
    },
  };
  const digits = formatAddress(sample, script).join('').match(/[1-4]/g) ?? [];
  const parts = digits.map((digit) => partsByDigit[digit as keyof typeof partsByDigit]);
  return parts.map((part) => (isRequired(part, country) ? part.toUpperCase() : part)).join('');
}

function isRequired(part: 'a' | 'z' | 'c' | 's', country: string): boolean {
  if (part === 'z') return countriesWithPostalCode.has(country);
  if (part === 's') return countriesWithState.has(country);
  return part === 'a' || !countriesWithoutCity.has(country);
}

/**
 * The lines of an address as people write them in its country, without the country. Parts that the country's addresses
 * don't use come after the street.
 */
export function formatAddressLines({
  country,
  address_1,
  address_2,
  postal_code,
  city,
  state,
}: CardHolder): string[] {
  const format = getAddressFormat(country ?? '', 'latin').toLowerCase();
  const others = { z: postal_code, c: city, s: state };
  const extra = Object.entries(others).map(([part, text]) => (format.includes(part) ? undefined : text));
  // Joined, because after several street lines, the library puts what follows them (`%A, %S`) on a line of its own that starts
  // with a comma.
  const street = [address_1, address_2, ...extra].filter((line) => line !== undefined).join('\n');
  const lines = formatAddress(
    {
      ...(country && { postalCountry: country }),
      addressLines: street ? [street] : [],
      ...(postal_code && { postalCode: postal_code }),
      ...(city && { locality: city }),
      ...(state && { administrativeArea: state }),
    },
    'latin',
  );
  return lines.flatMap((line) => line.split('\n'));
}

/** What countries call their postal codes, cities, and states. */
export const addressLabelKinds = {
  postal_code: ['postal', 'zip', 'postcode', 'pin', 'eircode'],
  city: ['town', 'suburb', 'district'],
  state: [
    'federal_state',
    'province',
    'county',
    'department',
    'emirate',
    'island',
    'parish',
    'prefecture',
    'region',
  ],
} as const;

export type AddressLabelKind = (typeof addressLabelKinds)[keyof typeof addressLabelKinds][number];

// From libaddressinput's name types (June 2025). Countries that aren't listed have a postal code, a city, and a province,
// state, or region.
const kindsByCountry = `
  AE emirate, AR province, AS zip federal_state, AU postcode suburb federal_state, BB parish, BR federal_state,
  BS island, CA province, CN province, CO department, CV island, ES province, FM zip federal_state,
  GB postcode town, GG postcode, GU zip, HK district region, HN department, ID province, IE eircode county,
  IM postcode, IN pin federal_state, IT province, JE postcode, JM parish, JP prefecture, KN island,
  KR province, KY island, MH zip federal_state, MP zip, MX federal_state, MY federal_state, NG federal_state,
  NI department, NO town, NZ postcode, PH province, PR zip, PW zip, RU region, SE town, SV department,
  TH province, TR province, TW county, UA region, US zip federal_state, UY department, VE federal_state,
  VI zip, VN province`;

const kinds = new Map(
  kindsByCountry.split(',').map((entry) => {
    const [country, ...names] = entry.trim().split(' ');
    return [country!, names as AddressLabelKind[]];
  }),
);

/** What a country calls the parts of its addresses. Undefined for those that have no name of their own. */
export function findAddressKind(country: string, field: string): AddressLabelKind | undefined {
  if (!Object.hasOwn(addressLabelKinds, field)) return undefined;
  const named: readonly AddressLabelKind[] = kinds.get(country) ?? [];
  const fieldKinds: readonly AddressLabelKind[] = addressLabelKinds[field as keyof typeof addressLabelKinds];
  const found = fieldKinds.find((kind) => named.includes(kind));
  return found ?? (field === 'postal_code' && country ? 'postal' : undefined);
}

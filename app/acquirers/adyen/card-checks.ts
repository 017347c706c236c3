import { toChecksMember, type CardChecks, type CardCheckResult } from '../card-checks';

/** The address and the postal code by the number of Adyen's AVS result. It says nothing about those that are absent. */
const addressResults: Record<
  string,
  [address: CardCheckResult | undefined, postalCode: CardCheckResult | undefined]
> = {
  '1': ['pass', 'fail'],
  '2': ['fail', 'fail'],
  '3': ['unavailable', 'unavailable'],
  '4': ['unavailable', 'unavailable'],
  '6': ['fail', 'pass'],
  '7': ['pass', 'pass'],
  '8': ['unchecked', 'unavailable'],
  '9': ['pass', 'unavailable'],
  '10': ['fail', 'unavailable'],
  '11': ['unavailable', 'unchecked'],
  '12': ['pass', 'unchecked'],
  '13': ['fail', 'unchecked'],
  '14': ['unavailable', 'pass'],
  '15': ['unchecked', 'pass'],
  '16': ['unavailable', 'fail'],
  '17': ['unchecked', 'fail'],
  '18': ['unchecked', 'unchecked'],
  '19': [undefined, 'pass'],
  '20': ['pass', 'pass'],
  '21': ['pass', undefined],
  '23': [undefined, 'pass'],
  '24': ['pass', 'pass'],
  '25': ['pass', undefined],
  '26': ['fail', 'fail'],
};

const codeResults: Record<string, CardCheckResult> = {
  '1': 'pass',
  '2': 'fail',
  '3': 'unchecked',
  '5': 'unavailable',
};

/** @param data the results start with a number, such as "6 Postal code matches". The account's settings decide whether they exist. */
export function readAdyenChecks({ avsResult, cvcResult }: Record<string, string | undefined> = {}): {
  checks?: CardChecks;
} {
  const [address, postalCode] = find(addressResults, avsResult) ?? [];
  return toChecksMember({ address, postalCode, securityCode: find(codeResults, cvcResult) });
}

function find<T>(results: Record<string, T>, text: string | undefined): T | undefined {
  const [number = ''] = /^\d+/.exec(text ?? '') ?? [];
  return Object.hasOwn(results, number) ? results[number] : undefined;
}

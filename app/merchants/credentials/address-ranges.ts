import { BlockList, isIP } from 'node:net';

/** The maximum number of addresses and ranges in a list. */
export const maxAddressRanges = 32;

/** The addresses that can use the credentials. Null: all. */
export type AddressList = BlockList | null;

/** Parses input with one address or CIDR range per line. `wrong`: the first invalid line. */
export function parseAddressRanges(
  input: string,
): { ranges: string[] } | { wrong: string } | 'too_many_ranges' {
  const lines = input.split(/[\s,;]+/).filter(Boolean);
  const wrong = lines.find((line) => parseAddressRange(line) === null);
  if (wrong !== undefined) return { wrong: wrong.slice(0, 60) };
  const ranges = [...new Set(lines.map((line) => parseAddressRange(line)!))];
  return ranges.length > maxAddressRanges ? 'too_many_ranges' : { ranges };
}

/** Normalized to lowercase, with IPv4-mapped IPv6 addresses as IPv4. Null for invalid input. */
function parseAddressRange(text: string): string | null {
  const [, address, prefix] = /^([0-9a-f.:]{2,45})(?:\/(0|[1-9]\d{0,2}))?$/i.exec(text) ?? [];
  if (!address || !isIP(address)) return null;
  const normalized = prefix === undefined ? normalizeAddress(address) : address.toLowerCase();
  if (prefix === undefined) return normalized;
  return Number(prefix) <= (isIP(normalized) === 4 ? 32 : 128) ? `${normalized}/${prefix}` : null;
}

const normalizeAddress = (address: string): string =>
  address.toLowerCase().replace(/^::ffff:(?=[\d.]+$)/, '');

/** A list for lookups. */
export function createAddressList(ranges: readonly string[]): AddressList {
  if (!ranges.length) return null;
  const list = new BlockList();
  for (const range of ranges) {
    const [address, prefix] = range.split('/') as [string, string?];
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** Whether an address can use an account's credentials. With a list, an invalid address can't. */
export function isAddressAllowed(list: AddressList, address: string): boolean {
  if (!list) return true;
  const normalized = normalizeAddress(address);
  const version = isIP(normalized);
  return version !== 0 && list.check(normalized, version === 4 ? 'ipv4' : 'ipv6');
}

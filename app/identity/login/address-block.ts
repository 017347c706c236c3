import { isIPv6 } from 'node:net';

/**
 * The rate-limiting key of a subscriber: an IPv4 address, or the /64 of an IPv6 address, which belongs to one
 * subscriber.
 */
export function toAddressBlock(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  return mapped ? mapped[1]! : (toIpv6Block(address, 4) ?? address);
}

/**
 * The /48 of an IPv6 address, which a site such as a company or a rented server may have: 65,536 times a /64.
 * Null for IPv4.
 */
export function toSiteBlock(address: string): string | null {
  return /^::ffff:[\d.]+$/i.test(address) ? null : toIpv6Block(address, 3);
}

function toIpv6Block(address: string, groupCount: number): string | null {
  if (!isIPv6(address)) return null;
  const [left, right] = address
    .split('%')[0]!
    .toLowerCase()
    .split('::')
    .map((part) => part.split(':').filter(Boolean)) as [string[], string[]?];
  const groups = right
    ? [...left, ...Array<string>(Math.max(8 - left.length - right.length, 0)).fill('0'), ...right]
    : left;
  const block = groups.slice(0, groupCount).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${block.join(':')}::/${groupCount * 16}`;
}

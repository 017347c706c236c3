import { isIPv6 } from 'node:net';

/**
 * The rate-limiting key of a subscriber: an IPv4 address, or the /64 of an IPv6 address, which belongs to one
 * subscriber.
 */
export function toAddressBlock(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  if (!isIPv6(address)) return address;
  const [left, right] = address
    .split('%')[0]!
    .toLowerCase()
    .split('::')
    .map((part) => part.split(':').filter(Boolean)) as [string[], string[]?];
  const groups = right
    ? [...left, ...Array<string>(Math.max(8 - left.length - right.length, 0)).fill('0'), ...right]
    : left;
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/**
 * The only allocated global unicast block (RFC 4291, IANA). Everything else is special, deprecated, or
 * unallocated.
 */
const globalUnicastRange = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is a public internet host: no private network, link-local, loopback, or cloud metadata
 * address, nor an alias of one, such as an IPv4 address inside an IPv6 one (threat T14). Unknown addresses
 * aren't.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || text.includes('%')) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6 && !address.match(globalUnicastRange)) return false;
  return !listOwnAddresses().includes(address.toNormalizedString());
}

/** A service that listens on all of this machine's addresses may trust local clients. */
function listOwnAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .flatMap(({ address }) =>
      ipaddr.isValid(address) ? [ipaddr.process(address).toNormalizedString()] : [],
    );
}

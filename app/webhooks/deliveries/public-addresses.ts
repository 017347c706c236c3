import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** The one block that is given out to the world (RFC 4291, IANA); whatever lies outside is special, old or not given out. */
const globalUnicastRange = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is a machine on the internet, and not this one: no private network, link, loopback, cloud metadata,
 * nor one that reaches those by another name, such as an IPv4 address inside an IPv6 one (threat T14). Anything unknown is not.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || text.includes('%')) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6 && !address.match(globalUnicastRange)) return false;
  return !listOwnAddresses().includes(address.toNormalizedString());
}

/** What listens on all of this machine's addresses may trust those who come from inside. */
function listOwnAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .flatMap(({ address }) =>
      ipaddr.isValid(address) ? [ipaddr.process(address).toNormalizedString()] : [],
    );
}

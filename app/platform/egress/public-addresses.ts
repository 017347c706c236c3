import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/**
 * The only allocated global unicast block (RFC 4291, IANA). Everything else is special, deprecated, or
 * unallocated.
 */
const globalUnicastRange = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Services of cloud platforms that only their own machines reach, at addresses that seem public. Their other
 * metadata services have private or link-local addresses.
 */
const cloudRanges = [
  // Azure's platform: the agent's configuration, DNS, and health probes.
  '168.63.129.16/32',
  // IBM Cloud's infrastructure and service endpoints.
  '161.26.0.0/16',
  '166.8.0.0/14',
  // Google Cloud's restricted and private API endpoints.
  '199.36.153.4/30',
  '199.36.153.8/30',
  '2600:2d00:2:1000::/64',
  '2600:2d00:2:2000::/64',
].map((range) => ipaddr.parseCIDR(range));

/**
 * Whether an address is a public internet host: no private network, link-local, loopback, or cloud platform
 * address, nor an alias of one, such as an IPv4 address inside an IPv6 one (threat T14). Unknown addresses
 * aren't.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || text.includes('%')) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6 && !address.match(globalUnicastRange)) return false;
  if (cloudRanges.some((range) => address.kind() === range[0].kind() && address.match(range))) return false;
  return !listOwnAddresses().includes(address.toNormalizedString());
}

/** Also an IPv4 address inside an IPv6 one. */
export function isLinkLocalAddress(text: string): boolean {
  return text.includes('%') || ipaddr.process(text).range() === 'linkLocal';
}

/** A service that listens on all of this machine's addresses may trust local clients. */
function listOwnAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .flatMap(({ address }) =>
      ipaddr.isValid(address) ? [ipaddr.process(address).toNormalizedString()] : [],
    );
}

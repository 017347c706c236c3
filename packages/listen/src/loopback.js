// @ts-check
import { lookup } from 'node:dns';
import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** @param {string} address */
const isLoopbackAddress = (address) => loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * Whether a URL's host is this machine.
 * @param {string} hostname
 */
export function isLoopbackHost(hostname) {
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(name) ? isLoopbackAddress(name) : name === 'localhost' || name.endsWith('.localhost');
}

/**
 * Resolves a name to addresses of this machine only, whatever its hosts file says.
 * @type {import('node:net').LookupFunction}
 */
export function lookupLoopback(hostname, options, done) {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const local = error ? [] : addresses.filter(({ address }) => isLoopbackAddress(address));
    const [first] = local;
    if (!first) done(error ?? new Error(`${hostname} isn’t this machine`), '', 4);
    else if (options.all) done(null, local);
    else done(null, first.address, first.family);
  });
}

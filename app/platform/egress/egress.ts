import { lookup as systemLookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isLinkLocalAddress, isPublicAddress } from './public-addresses';

/**
 * Resolves a name.
 * @throws when the name servers don't answer. A name that doesn't exist has no addresses
 */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Asks the name servers directly, and ignores this machine's hosts file and local names. Not through
 * getaddrinfo, whose few threads a slow name server would block.
 */
const resolvePublic: ResolveName = async (name, signal) => {
  const resolver = new Resolver({ timeout: 2_500, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [v4, v6].flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    const failed = [v4, v6].find(
      (result) =>
        result.status === 'rejected' &&
        !nameNotFoundCodes.includes((result.reason as NodeJS.ErrnoException).code ?? ''),
    );
    if (!found.length && failed) throw (failed as PromiseRejectedResult).reason;
    return found;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

const nameNotFoundCodes = ['ENOTFOUND', 'ENODATA', 'EBADNAME'];

/** The system resolver, for development. */
const resolveLocally: ResolveName = async (name) =>
  (await systemLookup(name, { all: true })).map(({ address }) => address);

export type EgressRejection = 'name_not_found' | 'private_address';

/**
 * The verified addresses of a URL. A name with a single private address is rejected, because its owner may
 * target that one (threat T14). Connect to these addresses, and don't resolve the name again. `allowPrivate`: link-local
 * addresses are still rejected, because a cloud's metadata service is there.
 */
export async function resolveEgress(
  url: URL,
  allowPrivate: boolean,
  signal: AbortSignal,
  resolve: ResolveName = allowPrivate ? resolveLocally : resolvePublic,
): Promise<{ addresses: string[] } | EgressRejection> {
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(name) ? [name] : await resolve(name, signal).catch(() => []);
  if (!addresses.length) return 'name_not_found';
  const isAllowed = allowPrivate ? (address: string) => !isLinkLocalAddress(address) : isPublicAddress;
  return addresses.every(isAllowed) ? { addresses } : 'private_address';
}

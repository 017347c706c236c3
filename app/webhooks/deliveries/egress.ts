import { lookup as systemLookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from './public-addresses';

/** Looks a name up. @throws when the name servers do not answer; a name that is not there has no addresses */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Asks the name servers, and nothing of this machine: neither its hosts file nor the names of its own network. Not through
 * getaddrinfo, whose few threads a slow name server would hold up.
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

/** As every program on this machine does, for trying out. */
const resolveLocally: ResolveName = async (name) =>
  (await systemLookup(name, { all: true })).map(({ address }) => address);

export type EgressRefusal = 'name_not_found' | 'private_address';

/**
 * The addresses a URL leads to, all of them fit to be connected to: a name with a single private address is refused, since
 * who gives it may mean that one (threat T14). Connect to these and look nothing up again.
 */
export async function resolveEgress(
  url: URL,
  allowPrivate: boolean,
  signal: AbortSignal,
  resolve: ResolveName = allowPrivate ? resolveLocally : resolvePublic,
): Promise<{ addresses: string[] } | EgressRefusal> {
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(name) ? [name] : await resolve(name, signal).catch(() => []);
  if (!addresses.length) return 'name_not_found';
  return allowPrivate || addresses.every(isPublicAddress) ? { addresses } : 'private_address';
}

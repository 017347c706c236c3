import { config } from '~/platform/config.server';
import { addressHoldsCardNumber } from '~/platform/card-numbers';
import type { Environment } from '~/platform/environment';
import { parseUrl } from '~/platform/parse-url';

const longestAddress = 2048;

const ports = ['', '8443'];

export type AddressFault =
  'missing' | 'not_an_address' | 'too_long' | 'not_https' | 'user_name' | 'fragment' | 'port' | 'card_number';

/** Private networks may be told in test, where the installation says so; in live never. */
export function mayBePrivate(environment: Environment): boolean {
  return environment === 'test' && config.webhookPrivateAddresses;
}

/**
 * Reads what somebody typed as the address of an endpoint, one time, as browsers do: what is kept is what this says. It
 * asks no name server (threat T14).
 */
export function readEndpointAddress(typed: string, allowPrivate: boolean): { url: string } | AddressFault {
  const text = typed.trim();
  if (!text) return 'missing';
  if (text.length > longestAddress) return 'too_long';
  if (/[\p{Cc}\s\\]/u.test(text)) return 'not_an_address';
  const url = parseUrl(text);
  if (!url || !url.hostname) return 'not_an_address';
  // https:/evil.example is read as https://evil.example: nobody means that.
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text)) return 'not_an_address';
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) return 'not_https';
  if (url.username || url.password || /^[^/?#]*\/\/[^/?#]*@/.test(text)) return 'user_name';
  if (text.includes('#')) return 'fragment';
  if (!allowPrivate && !ports.includes(url.port)) return 'port';
  if (url.href.length > longestAddress) return 'too_long';
  return addressHoldsCardNumber(url.href) ? 'card_number' : { url: url.href };
}

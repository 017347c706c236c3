import { config } from '~/platform/config/config.server';
import { urlContainsCardNumber } from '~/platform/cards/card-numbers';
import type { Environment } from '~/platform/environment';
import { parseUrl } from '~/platform/http/parse-url';

const maximumUrlLength = 2048;

const allowedPorts = ['', '8443'];

export type EndpointUrlError =
  'missing' | 'not_an_address' | 'too_long' | 'not_https' | 'user_name' | 'fragment' | 'port' | 'card_number';

/** Private networks may be reported in test, where the installation says so; in live never. */
export function isPrivateAddressAllowed(environment: Environment): boolean {
  return environment === 'test' && config.webhookPrivateAddresses;
}

/**
 * Reads what somebody typed as the address of an endpoint, one time, as browsers do: what is kept is what this says. It
 * asks no name server (threat T14).
 */
export function parseEndpointUrl(input: string, allowPrivate: boolean): { url: string } | EndpointUrlError {
  const text = input.trim();
  if (!text) return 'missing';
  if (text.length > maximumUrlLength) return 'too_long';
  if (/[\p{Cc}\s\\]/u.test(text)) return 'not_an_address';
  const url = parseUrl(text);
  if (!url || !url.hostname) return 'not_an_address';
  // https:/evil.example is read as https://evil.example: nobody means that.
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text)) return 'not_an_address';
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) return 'not_https';
  if (url.username || url.password || /^[^/?#]*\/\/[^/?#]*@/.test(text)) return 'user_name';
  if (text.includes('#')) return 'fragment';
  if (!allowPrivate && !allowedPorts.includes(url.port)) return 'port';
  if (url.href.length > maximumUrlLength) return 'too_long';
  return urlContainsCardNumber(url.href) ? 'card_number' : { url: url.href };
}

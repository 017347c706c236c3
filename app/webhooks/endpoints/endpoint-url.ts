import { config } from '~/platform/config/config.server';
import { containsCardNumber } from '~/platform/cards/card-numbers';
import type { Environment } from '~/platform/environment';
import { parseUrl } from '~/platform/http/parse-url';

const maximumUrlLength = 2048;

const allowedPorts = ['', '8443'];

export type EndpointUrlError =
  'missing' | 'not_an_address' | 'too_long' | 'not_https' | 'user_name' | 'fragment' | 'port' | 'card_number';

/** Private networks are allowed in test if the installation's settings say so. Never in live. */
export function isPrivateAddressAllowed(environment: Environment): boolean {
  return environment === 'test' && config.webhookPrivateAddresses;
}

/**
 * Parses a typed endpoint URL once, like a browser, and the result is stored. Doesn't resolve the name
 * (threat T14).
 */
export function parseEndpointUrl(input: string, allowPrivate: boolean): { url: string } | EndpointUrlError {
  const text = input.trim();
  if (!text) return 'missing';
  if (text.length > maximumUrlLength) return 'too_long';
  if (/[\p{Cc}\s\\]/u.test(text)) return 'not_an_address';
  const url = parseUrl(text);
  if (!url || !url.hostname) return 'not_an_address';
  // https:/evil.example is parsed as https://evil.example, which nobody means.
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text)) return 'not_an_address';
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) return 'not_https';
  if (url.username || url.password || /^[^/?#]*\/\/[^/?#]*@/.test(text)) return 'user_name';
  if (text.includes('#')) return 'fragment';
  if (!allowPrivate && !allowedPorts.includes(url.port)) return 'port';
  if (url.href.length > maximumUrlLength) return 'too_long';
  return containsCardNumber(url.href) ? 'card_number' : { url: url.href };
}

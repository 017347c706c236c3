import { containsCardNumber } from '~/platform/cards/card-numbers';
import type { Environment } from '~/platform/environment';
import { parseUrl } from '~/platform/http/parse-url';

export const maximumRedirectUrlLength = 2048;

/**
 * Why a merchant's redirect URL is rejected, or null when it's valid (decisions: Intents and the hosted page;
 * threat T10). Uses the browser's parser, so that no URL looks like one host and leads to another.
 */
export function validateRedirectUrl(text: string, environment: Environment): string | null {
  if (text.length > maximumRedirectUrlLength) return `must be at most ${maximumRedirectUrlLength} characters`;
  // Browsers drop tabs and line breaks and replace backslashes before they parse a URL.
  if (/[\p{Cc}\s\\]/u.test(text)) return 'must not contain spaces, control characters, or backslashes';
  // With a third slash, browsers find a host where other programs find none.
  const url = /^https?:\/\/[^/?#]/i.test(text) ? parseUrl(text) : null;
  if (!url) return 'must be an absolute HTTPS URL';
  if (containsCardNumber(text)) return 'seems to contain a card number';
  // Also an empty one.
  if (/^https?:\/\/[^/?#]*@/i.test(text)) return 'must not contain a username';
  const isLocal = url.hostname === 'localhost' || url.hostname === '127.0.0.1' || url.hostname === '[::1]';
  if (url.protocol === 'http:' && !(isLocal && environment === 'test'))
    return 'must be HTTPS. In the test environment, HTTP is allowed for localhost';
  return null;
}

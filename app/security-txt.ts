import { config, type Config } from '~/platform/config/config.server';

export const securityTxtPath = '/.well-known/security.txt';

/** RFC 9116 recommends less than a year. Clients may keep a copy for a day. */
const validDays = 180;
const dayMs = 24 * 3600 * 1000;

/**
 * Where to report vulnerabilities, at the root of each of our hosts (RFC 9116). The operator
 * keeps the contact up to date, so the expiry date moves along.
 * @returns null without a contact
 */
export function buildSecurityTxt(
  url: URL,
  { securityContact, addresses }: Pick<Config, 'securityContact' | 'addresses'> = config,
  now = Date.now(),
): string | null {
  if (!securityContact) return null;
  const own = [
    addresses.portal,
    addresses.staff,
    ...Object.values(addresses.api),
    ...Object.values(addresses.checkout),
  ]
    .filter((address) => address !== undefined)
    .find((address) => new URL(address).host === url.host);
  const expires = new Date((Math.floor(now / dayMs) + validDays) * dayMs).toISOString();
  return [
    `Contact: ${securityContact.includes('://') ? securityContact : `mailto:${securityContact}`}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${new URL(securityTxtPath, own ?? addresses.portal).href}`,
    '',
  ].join('\n');
}

/** Null for other requests, and without a contact. */
export function securityTxtReply({ method }: Request, url: URL): Response | null {
  if (url.pathname !== securityTxtPath || !['GET', 'HEAD'].includes(method)) return null;
  const body = buildSecurityTxt(url);
  return (body &&
    new Response(body, {
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=86400' },
    })) as Response | null;
}

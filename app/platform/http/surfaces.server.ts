import { config, type Config } from '~/platform/config/config.server';
import type { Environment } from '~/platform/environment';
import { isLoopbackHost } from '~/platform/config/production-settings';
import { isId } from '~/platform/ids';

/** What a request is for, determined by its URL alone (decisions: Addresses). */
export type Surface =
  | { kind: 'api' | 'checkout'; environment: Environment; path: string }
  | { kind: 'portal' | 'staff'; path: string };

const { addresses } = config;

const buildSurfaces = (addresses: Config['addresses']) =>
  [
    ...(['test', 'live'] as const).flatMap((environment) => [
      { kind: 'api' as const, environment, base: new URL(addresses.api[environment]) },
      { kind: 'checkout' as const, environment, base: new URL(addresses.checkout[environment]) },
    ]),
    { kind: 'portal' as const, base: new URL(addresses.portal) },
    ...(addresses.staff ? [{ kind: 'staff' as const, base: new URL(addresses.staff) }] : []),
  ]
    .map(({ base, ...surface }) => {
      const { host, hostname, pathname } = base;
      return { surface, host, hostname, prefix: pathname.replace(/\/$/, '') };
    })
    // The longest path wins: /test/api before /test, and everything before the portal.
    .sort((a, b) => b.prefix.length - a.prefix.length);

const ownSurfaces = buildSurfaces(addresses);

/**
 * The surface of a request and the path below it. Null when no surface has that host. A demo accepts every
 * name of this machine, so that 127.0.0.1 works when localhost is configured.
 */
export function resolveSurface(url: URL, configuredAddresses?: Config['addresses']): Surface | null {
  const surfaces = configuredAddresses ? buildSurfaces(configuredAddresses) : ownSurfaces;
  const { host, hostname, pathname } = url;
  const isKnownHost = surfaces.some((own) => own.host === host);
  const isOwnHost = (own: { host: string; hostname: string }) =>
    isKnownHost ? own.host === host : areBothLoopback(own.hostname, hostname);
  const found = surfaces.find(
    (own) => (pathname === own.prefix || pathname.startsWith(`${own.prefix}/`)) && isOwnHost(own),
  );
  return found ? ({ ...found.surface, path: pathname.slice(found.prefix.length) || '/' } as Surface) : null;
}

const areBothLoopback = (one: string, other: string) =>
  !config.production && isLoopbackHost(one) && isLoopbackHost(other);

/**
 * Whether a host serves this page. With a separate staff host, each area has its own (threat T25). The path
 * is decoded and case-insensitive, as in route matching.
 */
export function isServedOn({ kind, path }: Surface, staffHost = addresses.staff): boolean {
  if (!staffHost) return true;
  const normalizedPath = decodeURIComponent(path).toLowerCase().replace(/^\/+/, '/');
  if (/^\/(staff|review|support)(?![\w-])/.test(normalizedPath)) return kind === 'staff';
  return kind !== 'staff' || sharedPaths.test(normalizedPath);
}

/** Shared by both areas: password resets, logos, script endpoints, and a demo's emails and codes. */
const sharedPaths = /^\/(forgot-password|logos|dev|__manifest)(?![\w-])/;

/** The checkout URL for a payer's browser (spec 1, hosted checkout flow). */
export function buildCheckoutUrl(environment: Environment, accountId: string, intentId: string): string {
  return `${addresses.checkout[environment]}?${new URLSearchParams({ client_id: accountId, intent_id: intentId })}`;
}

/**
 * The checkout URL for a payer who comes back to the page and waits for the result.
 * @param intent `language`: in which the payer left the page
 */
export function buildWaitingPageUrl({
  id,
  accountId,
  environment,
  language,
}: {
  id: string;
  accountId: string;
  environment: Environment;
  language: string | null;
}): string {
  return `${buildCheckoutUrl(environment, accountId, id)}&waiting=1${language ? `&lang=${language}` : ''}`;
}

/**
 * Where a payer authenticates with 3-D Secure, and `return`, where their bank sends them back.
 * @param id of the transaction or, for a card that is being saved, of its intent
 */
export function buildAuthenticationUrl(
  environment: Environment,
  id: string,
  path: '' | '/return' = '',
): string {
  const query = new URLSearchParams({ [isId('int', id) ? 'intent_id' : 'transaction_id']: id });
  return `${addresses.checkout[environment]}/authentication${path}?${query}`;
}

/** The URL of a payment link for payers, and of the page after the payment. */
export function buildLinkUrl(environment: Environment, id: string, path: '' | '/thanks' = ''): string {
  return `${addresses.checkout[environment]}/links/${id}${path}`;
}

/** The path of {@link buildLinkUrl}, on the payer's current host. */
export const getLinkPath = (...link: Parameters<typeof buildLinkUrl>): string =>
  new URL(buildLinkUrl(...link)).pathname;

/** The base path of the checkout's pages for browsers. Empty on a separate host. */
export function getCheckoutPath(environment: Environment): string {
  return new URL(addresses.checkout[environment]).pathname.replace(/\/$/, '');
}

/** The robots.txt of the checkout's host. */
export function getRobotsUrl(environment: Environment): string {
  return new URL('/robots.txt', addresses.checkout[environment]).href;
}

/** The environment in a checkout path (decisions: Addresses). */
export function getPathEnvironment(path: string): Environment {
  return path.startsWith('/test/') ? 'test' : 'live';
}

/** A portal URL for emails. Never derived from a request, because anyone can write its Host header. */
export function buildPortalUrl(path: string): string {
  return `${addresses.portal}${path}`;
}

/** The same for the staff area. */
export function buildStaffUrl(path: string): string {
  return `${addresses.staff ?? addresses.portal}${path}`;
}

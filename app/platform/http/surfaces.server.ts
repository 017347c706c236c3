import { config, type Config } from '~/platform/config/config.server';
import type { Environment } from '~/platform/environment';
import { isLoopbackHost } from '~/platform/config/production-settings';

/** What a request is for, told by its address alone (decisions: Addresses). */
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
    .map((surface) => ({ ...surface, prefix: surface.base.pathname.replace(/\/$/, '') }))
    // The longest path wins: /test/api before /test, and everything before the portal.
    .sort((a, b) => b.prefix.length - a.prefix.length);

const ownSurfaces = buildSurfaces(addresses);

/**
 * The surface a request is addressed to, with the path below it; null when no surface has that host. A demo answers to
 * any name of this machine, so that 127.0.0.1 works where localhost is configured.
 */
export function resolveSurface(url: URL, configuredAddresses?: Config['addresses']): Surface | null {
  const surfaces = configuredAddresses ? buildSurfaces(configuredAddresses) : ownSurfaces;
  const isKnownHost = surfaces.some(({ base }) => base.host === url.host);
  for (const { base, prefix, ...surface } of surfaces) {
    if (isKnownHost ? base.host !== url.host : !areBothLoopback(base, url)) continue;
    if (url.pathname === prefix || url.pathname.startsWith(`${prefix}/`))
      return { ...surface, path: url.pathname.slice(prefix.length) || '/' } as Surface;
  }
  return null;
}

function areBothLoopback(base: URL, url: URL): boolean {
  return !config.production && isLoopbackHost(base.hostname) && isLoopbackHost(url.hostname);
}

/**
 * Whether a host shows this page. Where the staff have one of their own, each area is on its own (threat T25). The path is
 * read as routes are matched: decoded, and without regard to case.
 */
export function isServedOn({ kind, path }: Surface, staffHost = addresses.staff): boolean {
  if (!staffHost) return true;
  const normalizedPath = decodeURIComponent(path).toLowerCase().replace(/^\/+/, '/');
  if (/^\/(staff|review|support)(?![\w-])/.test(normalizedPath)) return kind === 'staff';
  return kind !== 'staff' || sharedPaths.test(normalizedPath);
}

/** What both areas need: a new password, logos, what our script asks every host, and a demo's mails and codes. */
const sharedPaths = /^\/(forgot-password|logos|dev|__manifest)(?![\w-])/;

/** Where a payer's browser is sent to pay (spec 1, hosted checkout flow). */
export function buildCheckoutUrl(environment: Environment, accountId: string, intentId: string): string {
  return `${addresses.checkout[environment]}?${new URLSearchParams({ client_id: accountId, intent_id: intentId })}`;
}

/** What a checkout's pages stand below, as browsers see it: nothing where it has a host name of its own. */
export function getCheckoutPath(environment: Environment): string {
  return new URL(addresses.checkout[environment]).pathname.replace(/\/$/, '');
}

/** Of the checkout's host, what search engines are reported. */
export function getRobotsUrl(environment: Environment): string {
  return new URL('/robots.txt', addresses.checkout[environment]).href;
}

/** The environment is a fact of the address (decisions: Addresses): that of a checkout's path as pages see it. */
export function getPathEnvironment(path: string): Environment {
  return path.startsWith('/test/') ? 'test' : 'live';
}

/** An address in the portal, for links in mails: never taken from a request, whose Host anybody may write. */
export function buildPortalUrl(path: string): string {
  return `${addresses.portal}${path}`;
}

/** The same in the area of the staff. */
export function buildStaffUrl(path: string): string {
  return `${addresses.staff ?? addresses.portal}${path}`;
}

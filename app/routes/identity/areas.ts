import type { Area } from '~/identity/sessions/session-store';
import { localPath } from './login/local-path';

/** Each area has a separate login. */
export const areaPaths = {
  portal: {
    home: '/',
    login: '/login',
    passkey: '/login/passkey',
    code: '/login/code',
    confirm: '/confirm-it-is-you',
    security: '/security',
    recovery: '/security/recovery',
    sessions: '/security/sessions',
    recoveryCodes: '/security/recovery-codes',
    passkeys: '/security/passkeys',
  },
  staff: {
    home: '/staff',
    login: '/staff/login',
    passkey: '/staff/login/passkey',
    code: '/staff/login/code',
    confirm: '/staff/confirm-it-is-you',
    setUp: '/staff/login/second-factor',
    security: '/staff/security',
    sessions: '/staff/security/sessions',
    recoveryCodes: '/staff/security/recovery-codes',
    passkeys: '/staff/security/passkeys',
  },
} as const satisfies Record<Area, object>;

/** The area of a URL, for pages that both areas have. */
export function getArea(request: Request): Area {
  return new URL(request.url).pathname.startsWith('/staff/') ? 'staff' : 'portal';
}

/** Where a person goes after logging in: back to the requested page, or to the area's home page. */
export function pathAfterLogin(request: Request, area: Area): string {
  const path = localPath(new URL(request.url).searchParams.get('returnTo'));
  return path === '/' ? areaPaths[area].home : path;
}

/** Another page of the login that finally returns to the same page. */
export function getLoginStep(request: Request, path: string): string {
  const returnTo = new URL(request.url).searchParams.get('returnTo');
  return returnTo ? `${path}?${new URLSearchParams({ returnTo })}` : path;
}

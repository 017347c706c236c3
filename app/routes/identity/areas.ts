import type { Area } from '~/identity/sessions/session-store';
import { localPath } from './login/local-path';

/** Each area has a login of its own. */
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

/** The area that an address belongs to, of pages that both have. */
export function getArea(request: Request): Area {
  return new URL(request.url).pathname.startsWith('/staff/') ? 'staff' : 'portal';
}

/** Where somebody goes who has logged in: back to the page that asked for it, or to the area's start page. */
export function pathAfterLogin(request: Request, area: Area): string {
  const path = localPath(new URL(request.url).searchParams.get('returnTo'));
  return path === '/' ? areaPaths[area].home : path;
}

/** Another page of the login, which goes back to the same page in the end. */
export function getLoginStep(request: Request, path: string): string {
  const returnTo = new URL(request.url).searchParams.get('returnTo');
  return returnTo ? `${path}?${new URLSearchParams({ returnTo })}` : path;
}

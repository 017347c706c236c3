import { readCookie, writeCookie } from '~/identity/sessions/cookies';
import type { Environment } from '~/platform/environment';

const cookie = 'environment';
const maximumAgeSeconds = 365 * 24 * 3600;

/** The portal's environment: test, until a live account is switched in this browser. */
export function readSelectedEnvironment(request: Request, { mode }: { mode: 'test' | 'live' }): Environment {
  return mode === 'live' && readCookie(request, cookie) === 'live' ? 'live' : 'test';
}

/** @returns the Set-Cookie header that switches this browser */
export function selectEnvironment(environment: Environment): string {
  return writeCookie(cookie, environment, maximumAgeSeconds);
}

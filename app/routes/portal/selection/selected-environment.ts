import { readCookie, writeCookie } from '~/identity/sessions/cookies';
import type { Environment } from '~/platform/environment';

const cookie = 'environment';
const maximumAgeSeconds = 365 * 24 * 3600;

/** Whose data the portal shows: that of the test environment, until an account that is live is switched over in this browser. */
export function readSelectedEnvironment(request: Request, { mode }: { mode: 'test' | 'live' }): Environment {
  return mode === 'live' && readCookie(request, cookie) === 'live' ? 'live' : 'test';
}

/** @returns the Set-Cookie header that switches this browser over */
export function selectEnvironment(environment: Environment): string {
  return writeCookie(cookie, environment, maximumAgeSeconds);
}

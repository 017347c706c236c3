import { readCookie, writeCookie } from '~/identity/sessions/cookies';
import type { Environment } from '~/platform/environment';

const cookie = 'environment';
const keptSeconds = 365 * 24 * 3600;

/** Whose data the portal shows: that of the test environment, until an account that is live is switched over in this browser. */
export function chosenEnvironment(request: Request, { mode }: { mode: 'test' | 'live' }): Environment {
  return mode === 'live' && readCookie(request, cookie) === 'live' ? 'live' : 'test';
}

/** @returns the Set-Cookie header that switches this browser over */
export function chooseEnvironment(environment: Environment): string {
  return writeCookie(cookie, environment, keptSeconds);
}

import { seal, unseal } from '~/platform/secrets.server';
import { createAuthenticatorSecret } from './authenticator';
import { readCookie, writeCookie } from './cookies';

const cookie = 'enrolment';
const keptSeconds = 3600;

/**
 * The secret that a person is about to put into their authenticator app. Until a code confirms it, it lies in a sealed cookie
 * of theirs and counts for nothing. @returns it, and the Set-Cookie header that keeps it while the page is shown again
 */
export function enrolmentOf(request: Request, userId: string): { secret: string; keep: string } {
  const value = readCookie(request, cookie);
  const secret = (value && unseal(purposeFor(userId), value)) || createAuthenticatorSecret();
  return { secret, keep: writeCookie(cookie, seal(purposeFor(userId), secret), keptSeconds) };
}

/** @returns the Set-Cookie header that deletes the cookie */
export function endEnrolment(): string {
  return writeCookie(cookie, '', 0);
}

function purposeFor(userId: string): string {
  return `enrolment/${userId}`;
}

import { seal, unseal } from '~/platform/secrets/secrets.server';
import { createAuthenticatorSecret } from './authenticator';
import { readCookie, writeCookie } from '~/identity/sessions/cookies';

const enrollmentCookieName = 'enrolment';
const cookieMaxAgeSeconds = 3600;

/**
 * The secret that a person is adding to their authenticator app. Until a code confirms it, it's stored only
 * in an encrypted cookie.
 * @returns it, and the Set-Cookie header that keeps it while the page is reloaded
 */
export function retrieveEnrollment(
  request: Request,
  userId: string,
): { secret: string; cookieHeader: string } {
  const value = readCookie(request, enrollmentCookieName);
  const secret = (value && unseal(toSealingPurpose(userId), value)) || createAuthenticatorSecret();
  return {
    secret,
    cookieHeader: writeCookie(
      enrollmentCookieName,
      seal(toSealingPurpose(userId), secret),
      cookieMaxAgeSeconds,
    ),
  };
}

/** @returns the Set-Cookie header that deletes the cookie */
export function clearEnrollmentCookie(): string {
  return writeCookie(enrollmentCookieName, '', 0);
}

function toSealingPurpose(userId: string): string {
  return `enrolment/${userId}`;
}

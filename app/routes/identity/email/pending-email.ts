import { z } from 'zod';
import { readCookie, writeCookie } from '~/identity/sessions/cookies';
import { seal, unseal } from '~/platform/secrets/secrets.server';

const purposes = { registration: 'awaited-registration', reset: 'awaited-reset' };
const maximumAgeSeconds = 3600;

const pendingEmailCookie = z.object({
  email: z.string(),
  name: z.string(),
  sentAt: z.number(),
  again: z.boolean(),
});

/** The email that a visitor was asked to look for. `sentAt` in milliseconds. */
export type PendingEmail = z.infer<typeof pendingEmailCookie>;

/**
 * Passes the address through the redirect in an encrypted cookie, so that it's in no URL.
 * @returns the Set-Cookie header
 */
export function rememberPendingEmail(
  kind: keyof typeof purposes,
  mail: { email: string; name?: string; again?: boolean },
): string {
  const value: PendingEmail = { name: '', again: false, ...mail, sentAt: Date.now() };
  return writeCookie(purposes[kind], seal(purposes[kind], JSON.stringify(value)), maximumAgeSeconds);
}

export function findPendingEmail(request: Request, kind: keyof typeof purposes): PendingEmail | null {
  const value = readCookie(request, purposes[kind]);
  const text = value && unseal(purposes[kind], value);
  return text ? pendingEmailCookie.parse(JSON.parse(text)) : null;
}

/** @returns the Set-Cookie header that deletes it, after its link was used */
export function clearPendingEmail(kind: keyof typeof purposes): string {
  return writeCookie(purposes[kind], '', 0);
}

import { readCookie, writeCookie } from '~/identity/sessions/cookies';

const cookie = 'account';
const maximumAgeSeconds = 365 * 24 * 3600;

/**
 * The account that this person has selected in this browser, or null. Their membership is checked on every
 * request. Another person's selection in the same browser doesn't count.
 */
export function readSelectedAccount(request: Request, userId: string): string | null {
  const [selection, accountId] = readCookie(request, cookie)?.split('.') ?? [];
  return selection === userId && accountId ? accountId : null;
}

/** @returns the Set-Cookie header that switches this browser */
export function selectAccount({ userId, accountId }: { userId: string; accountId: string }): string {
  return writeCookie(cookie, `${userId}.${accountId}`, maximumAgeSeconds);
}

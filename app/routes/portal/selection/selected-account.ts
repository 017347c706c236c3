import { readCookie, writeCookie } from '~/identity/sessions/cookies';

const cookie = 'account';
const maximumAgeSeconds = 365 * 24 * 3600;

/**
 * The account this person has switched to in this browser, or null. It is a wish: whether they belong to it is asked at every request.
 * Somebody else's choice in the same browser is none of theirs.
 */
export function readSelectedAccount(request: Request, userId: string): string | null {
  const [selection, accountId] = readCookie(request, cookie)?.split('.') ?? [];
  return selection === userId && accountId ? accountId : null;
}

/** @returns the Set-Cookie header that switches this browser over */
export function selectAccount({ userId, accountId }: { userId: string; accountId: string }): string {
  return writeCookie(cookie, `${userId}.${accountId}`, maximumAgeSeconds);
}

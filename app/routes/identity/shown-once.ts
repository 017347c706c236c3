import { z } from 'zod';
import { readCookie, writeCookie } from '~/identity/cookies';
import { seal, unseal } from '~/platform/secrets.server';

const cookie = 'new-credentials';
const keptSeconds = 600;

const carried = z.object({ clientId: z.string(), clientSecret: z.string(), until: z.number() });

export type ShownCredentials = { clientId: string; clientSecret: string };

/**
 * Carries a new secret over the redirect to the page that shows it, sealed for this person and for ten minutes: the
 * database keeps its hash only. @returns the Set-Cookie header
 */
export function carryCredentials(userId: string, { clientId, clientSecret }: ShownCredentials): string {
  return writeCookie(cookie, seal(`${cookie}/${userId}`, JSON.stringify({ clientId, clientSecret, until: Date.now() + keptSeconds * 1000 })), keptSeconds);
}

/** The carried credentials, and the Set-Cookie header that makes this the only time. */
export function takeCredentials(request: Request, userId: string): { credentials: ShownCredentials | null; forget: string } {
  const value = readCookie(request, cookie);
  const text = value && unseal(`${cookie}/${userId}`, value);
  const found = text ? carried.parse(JSON.parse(text)) : null;
  const credentials = found && found.until > Date.now() ? { clientId: found.clientId, clientSecret: found.clientSecret } : null;
  return { credentials, forget: writeCookie(cookie, '', 0) };
}

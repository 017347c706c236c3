import { z } from 'zod';
import { readCookie, writeCookie } from '~/identity/cookies';
import { seal, unseal } from '~/platform/secrets.server';

const cookie = 'new-credentials';
const keptSeconds = 600;

const carried = z.object({ clientSecret: z.string(), until: z.number() });

/** Whom a secret is shown to: this person, as a member of this account. */
type Viewer = { userId: string; accountId: string };

/**
 * Carries a new secret over the redirect to the page that shows it, sealed for its viewer and for ten minutes: it stands
 * in no address, and the database keeps its hash only. @returns the Set-Cookie header
 */
export function carrySecret(viewer: Viewer, clientSecret: string): string {
  return writeCookie(cookie, seal(purposeFor(viewer), JSON.stringify({ clientSecret, until: Date.now() + keptSeconds * 1000 })), keptSeconds);
}

/** The carried secret, and the Set-Cookie header that makes this the only time. */
export function takeSecret(request: Request, viewer: Viewer): { clientSecret: string | null; forget: string } {
  const value = readCookie(request, cookie);
  const text = value && unseal(purposeFor(viewer), value);
  const found = text ? carried.parse(JSON.parse(text)) : null;
  return { clientSecret: found && found.until > Date.now() ? found.clientSecret : null, forget: writeCookie(cookie, '', 0) };
}

function purposeFor({ userId, accountId }: Viewer): string {
  return `${cookie}/${userId}/${accountId}`;
}

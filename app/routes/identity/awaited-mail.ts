import { z } from 'zod';
import { readCookie, writeCookie } from '~/identity/sessions/cookies';
import { seal, unseal } from '~/platform/secrets.server';

const purposes = { registration: 'awaited-registration', reset: 'awaited-reset' };
const keptSeconds = 3600;

const awaitedMail = z.object({ email: z.string(), name: z.string(), sentAt: z.number(), again: z.boolean() });

/** The mail a visitor was told to look for. `sentAt` in milliseconds. */
export type AwaitedMail = z.infer<typeof awaitedMail>;

/** Carries the address over the redirect in a sealed cookie, so that it stands in no URL. @returns the Set-Cookie header */
export function awaitMail(
  kind: keyof typeof purposes,
  mail: { email: string; name?: string; again?: boolean },
): string {
  const value: AwaitedMail = { name: '', again: false, ...mail, sentAt: Date.now() };
  return writeCookie(purposes[kind], seal(purposes[kind], JSON.stringify(value)), keptSeconds);
}

export function findAwaitedMail(request: Request, kind: keyof typeof purposes): AwaitedMail | null {
  const value = readCookie(request, purposes[kind]);
  const text = value && unseal(purposes[kind], value);
  return text ? awaitedMail.parse(JSON.parse(text)) : null;
}

/** @returns the Set-Cookie header that forgets the mail, once its link has been used */
export function stopAwaiting(kind: keyof typeof purposes): string {
  return writeCookie(purposes[kind], '', 0);
}

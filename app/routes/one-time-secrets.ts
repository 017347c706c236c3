import { z } from 'zod';
import { readCookie, writeCookie } from '~/identity/sessions/cookies';
import { seal, unseal } from '~/platform/secrets/secrets.server';

const cookies = {
  secret: 'new-credentials',
  recoveryCodes: 'new-recovery-codes',
  webhookSecret: 'new-webhook-secret',
};
const keptSeconds = 600;

const remembered = z.object({ text: z.string(), until: z.number() });

/** The viewer of a secret: this person, as a member of this account. */
type Viewer = { userId: string; accountId: string };

/**
 * Passes a new secret through the redirect to the page that shows it, encrypted for its viewer for ten
 * minutes. It's in no URL, and the database stores only its hash.
 * @returns the Set-Cookie header
 */
export function rememberSecret({ userId, accountId }: Viewer, clientSecret: string): string {
  return remember('secret', `${userId}/${accountId}`, clientSecret);
}

/** The secret, and the Set-Cookie header that deletes it. */
export function takeSecret(
  request: Request,
  { userId, accountId }: Viewer,
): { clientSecret: string | null; forget: string } {
  const { text, forget } = take(request, 'secret', `${userId}/${accountId}`);
  return { clientSecret: text, forget };
}

/** Passes on a person's new recovery codes, like {@link rememberSecret}. */
export function rememberRecoveryCodes(userId: string, codes: readonly string[]): string {
  return remember('recoveryCodes', userId, codes.join(' '));
}

export function takeRecoveryCodes(
  request: Request,
  userId: string,
): { codes: string[] | null; forget: string } {
  const { text, forget } = take(request, 'recoveryCodes', userId);
  return { codes: text?.split(' ') ?? null, forget };
}

/** Passes on an endpoint's new signing secret, like {@link rememberSecret}. */
export function rememberWebhookSecret(
  { userId, accountId }: Viewer,
  endpointId: string,
  secret: string,
): string {
  return remember('webhookSecret', `${userId}/${accountId}/${endpointId}`, secret);
}

export function takeWebhookSecret(
  request: Request,
  { userId, accountId }: Viewer,
  endpointId: string,
): { secret: string | null; forget: string } {
  const { text, forget } = take(request, 'webhookSecret', `${userId}/${accountId}/${endpointId}`);
  return { secret: text, forget };
}

function remember(kind: keyof typeof cookies, viewer: string, text: string): string {
  return writeCookie(
    cookies[kind],
    seal(`${cookies[kind]}/${viewer}`, JSON.stringify({ text, until: Date.now() + keptSeconds * 1000 })),
    keptSeconds,
  );
}

function take(
  request: Request,
  kind: keyof typeof cookies,
  viewer: string,
): { text: string | null; forget: string } {
  const value = readCookie(request, cookies[kind]);
  const opened = value && unseal(`${cookies[kind]}/${viewer}`, value);
  const found = opened ? remembered.parse(JSON.parse(opened)) : null;
  return {
    text: found && found.until > Date.now() ? found.text : null,
    forget: writeCookie(cookies[kind], '', 0),
  };
}

import { z } from 'zod';
import { readCookie, writeCookie } from '~/identity/sessions/cookies';
import { listApiSecrets } from '~/merchants/credentials/api-secrets';
import { seal, unseal } from '~/platform/secrets.server';

const cookieName = 'example-token';
const lifetimeSeconds = 3600;

const tokenSchema = z.object({ token: z.string(), secretId: z.string(), until: z.number() });
type ExampleToken = z.infer<typeof tokenSchema>;

/** Whom the token is shown to: this person, as a member of this account. */
type Viewer = { userId: string; accountId: string };

/** The secret that a token for the examples hangs on: the newest that works; undefined when none does. */
export async function findExampleSecret(accountId: string): Promise<string | undefined> {
  const secrets = await listApiSecrets({ accountId, environment: 'test' });
  return secrets.find(({ ended }) => !ended)?.id;
}

/** Keeps an access token for the examples in the viewer's own browser, sealed. @returns the Set-Cookie header */
export function storeExampleToken(viewer: Viewer, { token, secretId }: Omit<ExampleToken, 'until'>): string {
  return writeCookie(
    cookieName,
    seal(
      getSealPurpose(viewer),
      JSON.stringify({ token, secretId, until: Date.now() + lifetimeSeconds * 1000 }),
    ),
    lifetimeSeconds,
  );
}

/** The kept token while it works; null when it has ended, by itself or with its secret. */
export async function findExampleToken(request: Request, viewer: Viewer): Promise<ExampleToken | null> {
  const value = readCookie(request, cookieName);
  const text = value && unseal(getSealPurpose(viewer), value);
  const exampleToken = text ? tokenSchema.parse(JSON.parse(text)) : null;
  if (!exampleToken || exampleToken.until < Date.now()) return null;
  const secrets = await listApiSecrets({ accountId: viewer.accountId, environment: 'test' });
  return secrets.some(({ id, ended }) => id === exampleToken.secretId && !ended) ? exampleToken : null;
}

function getSealPurpose({ userId, accountId }: Viewer): string {
  return `${cookieName}/${userId}/${accountId}`;
}

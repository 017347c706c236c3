import { z } from 'zod';
import { readCookie, writeCookie } from '~/identity/sessions/cookies';
import { listApiSecrets } from '~/merchants/credentials/api-secrets';
import { seal, unseal } from '~/platform/secrets/secrets.server';

const cookieName = 'example-token';
const lifetimeSeconds = 3600;

const tokenSchema = z.object({ token: z.string(), secretId: z.string(), until: z.number() });
type ExampleToken = z.infer<typeof tokenSchema>;

/** The viewer of the token: this person, as a member of this account. */
type Viewer = { userId: string; accountId: string };

/** The secret for the examples' token: the newest active one. Undefined without one. */
export async function findExampleSecret(accountId: string): Promise<string | undefined> {
  const secrets = await listApiSecrets({ accountId, environment: 'test' });
  return secrets.find(({ ended }) => !ended)?.id;
}

/**
 * Stores an access token for the examples in the viewer's browser, encrypted.
 * @returns the Set-Cookie header
 */
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

/** The stored token while it's valid. Null when it has expired, or its secret has. */
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

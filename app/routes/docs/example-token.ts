import { z } from 'zod';
import { readCookie, writeCookie } from '~/identity/cookies';
import { listSecrets } from '~/merchants/secret-list';
import { seal, unseal } from '~/platform/secrets.server';

const cookie = 'example-token';
const keptSeconds = 3600;

const carried = z.object({ token: z.string(), secretId: z.string(), until: z.number() });
type ExampleToken = z.infer<typeof carried>;

/** Whom the token is shown to: this person, as a member of this account. */
type Viewer = { userId: string; accountId: string };

/** The secret that a token for the examples hangs on: the newest that works; undefined when none does. */
export async function findExampleSecret(accountId: string): Promise<string | undefined> {
  const secrets = await listSecrets({ accountId, environment: 'test' });
  return secrets.find(({ ended }) => !ended)?.id;
}

/** Keeps an access token for the examples in the viewer's own browser, sealed. @returns the Set-Cookie header */
export function keepToken(viewer: Viewer, { token, secretId }: Omit<ExampleToken, 'until'>): string {
  return writeCookie(
    cookie,
    seal(purposeFor(viewer), JSON.stringify({ token, secretId, until: Date.now() + keptSeconds * 1000 })),
    keptSeconds,
  );
}

/** The kept token while it works; null when it has ended, by itself or with its secret. */
export async function findToken(request: Request, viewer: Viewer): Promise<ExampleToken | null> {
  const value = readCookie(request, cookie);
  const text = value && unseal(purposeFor(viewer), value);
  const found = text ? carried.parse(JSON.parse(text)) : null;
  if (!found || found.until < Date.now()) return null;
  const secrets = await listSecrets({ accountId: viewer.accountId, environment: 'test' });
  return secrets.some(({ id, ended }) => id === found.secretId && !ended) ? found : null;
}

function purposeFor({ userId, accountId }: Viewer): string {
  return `${cookie}/${userId}/${accountId}`;
}

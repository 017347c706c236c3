import { readCookie, writeCookie } from '~/identity/cookies';
import { seal, unseal } from '~/platform/secrets.server';

const name = 'new_secret';
const lifeSeconds = 120;

/**
 * Carries a new secret from the form to the page that shows it once: sealed for its account, gone after two minutes or
 * when it was shown, and never in an address or in the database.
 */
export function keepNewSecret(accountId: string, clientSecret: string): string {
  return writeCookie(name, seal(purpose(accountId), clientSecret), lifeSeconds);
}

export function readNewSecret(request: Request, accountId: string): string | null {
  const sealed = readCookie(request, name);
  return sealed && unseal(purpose(accountId), sealed);
}

export function forgetNewSecret(): string {
  return writeCookie(name, '', 0);
}

function purpose(accountId: string): string {
  return `new-secret/${accountId}`;
}

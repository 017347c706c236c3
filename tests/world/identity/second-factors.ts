import { createAuthenticatorSecret } from '~/identity/second-factor/authenticator';
import { setUpSecondFactor } from '~/identity/second-factor/second-factor';
import { generateCode } from './authenticator';

/**
 * Sets up a person's authenticator app, which ends their sessions.
 * @returns its secret, whose code of the current step is still unused
 */
export async function setUpAuthenticator(userId: string): Promise<string> {
  const secret = createAuthenticatorSecret();
  const enrollment = await setUpSecondFactor({
    userId,
    actor: `portal:${userId}`,
    secret,
    code: generateCode(secret, -1),
    replaces: false,
  });
  if (typeof enrollment === 'string') throw new Error(enrollment);
  return secret;
}

import { findKnownDevice, rememberDevice } from './known-device';
import { addressBlock } from './address-block';
import { verifyPassword } from './passwords';
import { startSession } from './sessions';
import { forgetTries, giveTryBack, takeTry, type LimitName } from './throttles';
import { findUserByEmail } from './users';

export type LoginRefusal = { error: 'invalid_credentials' } | { error: 'too_many_tries'; waitSeconds: number };

/**
 * Logs a person in with address and password. Tries are counted before the password is hashed, for addresses nobody has
 * as well (threats T7, T8). @returns the Set-Cookie headers
 */
export async function logIn(request: Request, input: { email: string; password: string; address: string }): Promise<{ cookies: string[] } | LoginRefusal> {
  const { email, password } = input;
  const device = findKnownDevice(request, email);
  const counted: [LimitName, string] = device ? ['login_device', device] : ['login_account', email];
  const block = addressBlock(input.address);
  const waitSeconds = (await takeTry('login_address', block)) || (await takeTry(...counted));
  if (waitSeconds) return { error: 'too_many_tries', waitSeconds };

  const user = await findUserByEmail(email);
  if (!(await verifyPassword(user?.passwordHash ?? null, password)) || !user) return { error: 'invalid_credentials' };

  await forgetTries(...counted);
  await giveTryBack('login_address', block);
  return { cookies: [await startSession(request, user.id, input.address), rememberDevice(email)] };
}

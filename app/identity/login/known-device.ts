import { prisma, type Database } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { digest, isSameSecret, seal, unseal } from '~/platform/secrets/secrets.server';
import { readCookie, writeCookie } from '~/identity/sessions/cookies';

const cookieMaxAgeSeconds = 365 * 24 * 3600;
const sealingPurpose = 'known-device';

/**
 * The device this person has logged in from before, or null. Its tries are counted apart, so that strangers who guess
 * cannot lock the owner out (OWASP, device cookies). Of a device that was forgotten since the cookie opens nothing of that.
 */
export async function findKnownDevice(request: Request, email: string): Promise<string | null> {
  const value = readCookie(request, 'device');
  const [owner, deviceId, generation] = (value && unseal(sealingPurpose, value))?.split(' ') ?? [];
  if (!owner || !deviceId || !isSameSecret(owner, digest(email))) return null;
  return generation === (await findDeviceGeneration(email)) ? deviceId : null;
}

/** @returns the Set-Cookie header that makes this browser known after a login, or after all others were forgotten */
export async function rememberDevice(email: string): Promise<string> {
  return writeCookie(
    'device',
    seal(sealingPurpose, `${digest(email)} ${createId('key')} ${await findDeviceGeneration(email)}`),
    cookieMaxAgeSeconds,
  );
}

/** In the transaction that changes the password or ends sessions: anyone who holds a copy of a cookie is a stranger from now on, like everybody else. */
export async function forgetDevices(db: Database, userId: string): Promise<void> {
  await db.user.update({ where: { id: userId }, data: { deviceGeneration: { increment: 1 } } });
}

async function findDeviceGeneration(email: string): Promise<string> {
  const user = await prisma.user.findUnique({ where: { email }, select: { deviceGeneration: true } });
  return String(user?.deviceGeneration);
}

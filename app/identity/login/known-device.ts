import { prisma, type Database } from '~/platform/database/db.server';
import { digest, isSameSecret, randomToken, seal, unseal } from '~/platform/secrets/secrets.server';
import { readCookie, writeCookie } from '~/identity/sessions/cookies';

const cookieMaxAgeSeconds = 365 * 24 * 3600;
const sealingPurpose = 'known-device';

/**
 * The known device that this person has logged in from before, or null. Its attempts are counted separately,
 * so that strangers who guess can't lock out the owner (OWASP, device cookies). The cookie of a forgotten
 * device doesn't count.
 */
export async function findKnownDevice(request: Request, email: string): Promise<string | null> {
  const device = readDevice(request);
  if (!device || !isSameSecret(device.owner, digest(email))) return null;
  return device.generation === (await findDeviceGeneration(email)) ? device.id : null;
}

/** The digest of the email address of the person who last logged in with this browser, or null. */
export function findBrowserOwner(request: Request): string | null {
  return readDevice(request)?.owner ?? null;
}

function readDevice(request: Request): { owner: string; id: string; generation: string } | null {
  const value = readCookie(request, 'device');
  const text = value && unseal(sealingPurpose, value);
  if (!text) return null;
  const [owner, id, generation] = text.split(' ') as [string, string, string];
  return { owner, id, generation };
}

/**
 * @returns the Set-Cookie header that makes this browser a known device after a login, or after all others
 * were forgotten
 */
export async function rememberDevice(email: string): Promise<string> {
  return writeCookie(
    'device',
    seal(sealingPurpose, `${digest(email)} ${randomToken()} ${await findDeviceGeneration(email)}`),
    cookieMaxAgeSeconds,
  );
}

/**
 * Runs in the transaction that changes the password or ends sessions: anyone with a copy of a cookie becomes
 * a stranger.
 */
export async function forgetDevices(db: Database, userId: string): Promise<void> {
  await db.user.update({ where: { id: userId }, data: { deviceGeneration: { increment: 1 } } });
}

async function findDeviceGeneration(email: string): Promise<string> {
  const user = await prisma.user.findUnique({ where: { email }, select: { deviceGeneration: true } });
  return String(user?.deviceGeneration);
}

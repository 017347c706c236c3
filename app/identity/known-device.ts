import { createId } from '~/platform/ids';
import { digest, isSameSecret, seal, unseal } from '~/platform/secrets.server';
import { readCookie, writeCookie } from './cookies';

const keptSeconds = 365 * 24 * 3600;
const purpose = 'known-device';

/**
 * The device this person has logged in from before, or null. Its tries are counted apart, so that strangers who guess
 * cannot lock the owner out (OWASP, device cookies).
 */
export function findKnownDevice(request: Request, email: string): string | null {
  const value = readCookie(request, 'device');
  const [owner, deviceId] = (value && unseal(purpose, value))?.split(' ') ?? [];
  return owner && deviceId && isSameSecret(owner, digest(email)) ? deviceId : null;
}

/** @returns the Set-Cookie header that makes this browser known after a login */
export function rememberDevice(email: string): string {
  return writeCookie('device', seal(purpose, `${digest(email)} ${createId('key')}`), keptSeconds);
}

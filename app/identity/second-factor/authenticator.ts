import { Secret, TOTP } from 'otpauth';
import { toString as renderQrCode } from 'qrcode';
import { config } from '~/platform/config/config.server';

/** The only parameters that every authenticator app supports (RFC 6238). */
const totpOptions = { algorithm: 'SHA1', digits: 6, period: 30 };

/** The number of steps that a phone's clock may be off. */
const clockSkewSteps = 1;

/** 160 random bits in Base32 (RFC 4226, 4). */
export function createAuthenticatorSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The time step of a code. Null when it matches no step near the current time. */
export function findTimeStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = TOTP.validate({
    ...totpOptions,
    secret: Secret.fromBase32(secret),
    token: code,
    timestamp,
    window: clockSkewSteps,
  });
  return delta === null ? null : TOTP.counter({ period: totpOptions.period, timestamp }) + delta;
}

/** The code that an app with this secret shows at a given time. */
export function generateAuthenticatorCode(secret: string, now: Date): string {
  return TOTP.generate({ ...totpOptions, secret: Secret.fromBase32(secret), timestamp: now.getTime() });
}

/**
 * The QR code for an authenticator app, as an image that our pages' policy allows, the text to type instead, and the URL that
 * opens an app on the same device.
 */
export async function renderAuthenticatorSecret(
  secret: string,
  email: string,
): Promise<{ image: string; text: string; url: string }> {
  const url = new TOTP({
    ...totpOptions,
    issuer: config.brandName,
    label: email,
    secret: Secret.fromBase32(secret),
  }).toString();
  const svg = await renderQrCode(url, { type: 'svg' });
  return {
    image: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    text: secret.match(/.{1,4}/g)!.join(' '),
    url,
  };
}

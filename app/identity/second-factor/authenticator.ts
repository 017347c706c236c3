import { Secret, TOTP } from 'otpauth';
import { toString as renderQrCode } from 'qrcode';
import { config } from '~/platform/config.server';

/** The only kind that every authenticator app takes (RFC 6238). */
const totpOptions = { algorithm: 'SHA1', digits: 6, period: 30 };

/** Steps that a phone's clock may be ahead or behind. */
const clockSkewSteps = 1;

/** 160 random bits in base 32 (RFC 4226, 4). */
export function createAuthenticatorSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The time step that a code belongs to, or null when it is the code of none near now. */
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

/** What an app with this secret shows at a moment. */
export function generateAuthenticatorCode(secret: string, now: Date): string {
  return TOTP.generate({ ...totpOptions, secret: Secret.fromBase32(secret), timestamp: now.getTime() });
}

/** What an authenticator app scans, as an image that our pages' policy lets through, and what to type instead. */
export async function renderAuthenticatorSecret(
  secret: string,
  email: string,
): Promise<{ image: string; text: string }> {
  const address = new TOTP({
    ...totpOptions,
    issuer: config.brandName,
    label: email,
    secret: Secret.fromBase32(secret),
  }).toString();
  const svg = await renderQrCode(address, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 });
  return {
    image: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    text: secret.match(/.{1,4}/g)!.join(' '),
  };
}

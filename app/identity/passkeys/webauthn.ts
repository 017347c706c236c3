import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import { config } from '~/platform/config/config.server';
import { parseUrl } from '~/platform/http/parse-url';
import type { Area } from '~/identity/sessions/session-store';

/**
 * The area whose host an area's passkeys belong to. The staff area has its own when `STAFF_URL` sets one
 * (threat T25).
 */
export function resolvePasskeyArea(area: Area): Area {
  return config.addresses.staff ? area : 'portal';
}

/**
 * The relying party ID (WebAuthn 3, 5.1.2): the host of the area's configured URL, regardless of the request
 * (threat T9).
 */
export function resolveRelyingParty(area: Area): { id: string; origin: string } {
  const { origin, hostname } = parseUrl(
    (area === 'staff' && config.addresses.staff) || config.addresses.portal,
  )!;
  return { id: hostname, origin };
}

/** Loaded on first use, because it includes a certificate library. */
export const loadWebauthn = () => import('@simplewebauthn/server');

const base64UrlText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]+$/);
const credentialId = base64UrlText(1364);
const credentialFields = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };
const transports = z
  .array(
    z
      .string()
      .max(20)
      .regex(/^[a-z-]+$/),
  )
  .max(10);

const creationSchema = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64UrlText(4000),
    attestationObject: base64UrlText(16_000),
    transports: transports.catch([]),
  }),
});
const assertionSchema = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64UrlText(4000),
    authenticatorData: base64UrlText(4000),
    signature: base64UrlText(4000),
    userHandle: base64UrlText(100).optional(),
  }),
});

/** The user handle that authenticators store with a passkey: it identifies the person to us only. */
export function toUserHandle(userId: string): Buffer<ArrayBuffer> {
  return Buffer.from(userId);
}

/** A browser's response after creating a passkey. Null for anything else. Unused members are omitted. */
export function parseCreation(text: string): RegistrationResponseJSON | null {
  return parseCredential(creationSchema, text) as RegistrationResponseJSON | null;
}

/** A browser's response after signing with a passkey. Null for anything else. */
export function parseAssertion(text: string): AuthenticationResponseJSON | null {
  return parseCredential(assertionSchema, text);
}

function parseCredential<T extends z.ZodType<{ response: { clientDataJSON: string } }>>(
  schema: T,
  text: string,
): (z.infer<T> & { clientExtensionResults: object }) | null {
  try {
    const credential = schema.parse(JSON.parse(text.slice(0, 30_000)));
    const { crossOrigin } = JSON.parse(
      Buffer.from(credential.response.clientDataJSON, 'base64url').toString(),
    ) as { crossOrigin?: unknown };
    // Our pages are never framed.
    return crossOrigin === true ? null : { ...credential, clientExtensionResults: {} };
  } catch {
    return null;
  }
}

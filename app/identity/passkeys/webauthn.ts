import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import { config } from '~/platform/config.server';
import { parseUrl } from '~/platform/parse-url';
import type { Area } from '~/identity/sessions/session-store';

/** The area whose address an area's passkeys belong to, and work at alone: the staff's have one of their own where `STAFF_URL` gives it (threat T25). */
export function resolvePasskeyArea(area: Area): Area {
  return config.addresses.staff ? area : 'portal';
}

/** Whom passkeys are made for (WebAuthn 3, 5.1.2): the host of the area's configured address, whatever the request says (threat T9). */
export function resolveRelyingParty(area: Area): { id: string; origin: string } {
  const { origin, hostname } = parseUrl(
    (area === 'staff' && config.addresses.staff) || config.addresses.portal,
  )!;
  return { id: hostname, origin };
}

/** Loaded when the first passkey is used: it brings all that is known of certificates. */
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

/** The handle that authenticators keep beside a passkey: it names the person to us, and to nobody else. */
export function toUserHandle(userId: string): Buffer<ArrayBuffer> {
  return Buffer.from(userId);
}

/** What a browser sends when a passkey was made; null for anything else. What is not looked at is left out. */
export function parseCreation(text: string): RegistrationResponseJSON | null {
  return parseCredential(creationSchema, text) as RegistrationResponseJSON | null;
}

/** What a browser sends when a passkey has signed; null for anything else. */
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
    // Our pages are in nobody's frame.
    return crossOrigin === true ? null : { ...credential, clientExtensionResults: {} };
  } catch {
    return null;
  }
}

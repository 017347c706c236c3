import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import { config } from '~/platform/config/config.server';
import { prisma } from '~/platform/database/db.server';
import {
  resolvePasskeyArea,
  parseCreation,
  resolveRelyingParty,
  toUserHandle,
  loadWebauthn,
} from './webauthn';
import { createChallenge, redeemChallenge } from './passkey-challenges';
import type { Area } from '~/identity/sessions/session-store';

/** What a page needs to create a passkey. The ticket is returned with the response. */
export type PasskeyRegistrationRequest = {
  options: Omit<PublicKeyCredentialCreationOptionsJSON, 'extensions'>;
  ticket: string;
};

/** EdDSA, ES256, and RS256: every authenticator supports one of them (COSE). */
const algorithms = [-8, -7, -257];

/** The person and area of a new passkey, in this session or at this step of a login. */
type PasskeyRegistrant = { userId: string; area: Area; scope: string };

const toRegistrationPurpose = ({ userId, area, scope }: PasskeyRegistrant) =>
  `add/${area}/${userId}/${scope}` as const;

/**
 * Offers a person to create a passkey that can log in to the area by itself. Devices with an existing one
 * report that.
 */
export async function requestPasskeyRegistration({
  email,
  name,
  ...registrant
}: PasskeyRegistrant & { email: string; name: string }): Promise<PasskeyRegistrationRequest> {
  const { challenge, ticket } = createChallenge(toRegistrationPurpose(registrant));
  const existingPasskeys = await prisma.passkey.findMany({
    where: { userId: registrant.userId, area: resolvePasskeyArea(registrant.area) },
    select: { credentialId: true, transports: true },
  });
  const { generateRegistrationOptions } = await loadWebauthn();
  const options = await generateRegistrationOptions({
    rpName: config.brandName,
    rpID: resolveRelyingParty(registrant.area).id,
    userID: toUserHandle(registrant.userId),
    userName: email,
    userDisplayName: name,
    challenge: Buffer.from(challenge, 'base64url'),
    // The authenticator's model doesn't matter here.
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: existingPasskeys.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports,
    })),
    supportedAlgorithmIDs: algorithms,
    timeout: 300_000,
  });
  return { options, ticket };
}

/** Verifies a new passkey (WebAuthn 3, 7.1). Null when it's invalid, or not a response to this offer. */
export async function verifyPasskeyRegistration(
  registrant: PasskeyRegistrant,
  registrationResponse: { ticket: string; answer: string },
) {
  const [challenge, answer] = [
    await redeemChallenge(toRegistrationPurpose(registrant), registrationResponse.ticket),
    parseCreation(registrationResponse.answer),
  ];
  if (!challenge || !answer) return null;
  const [{ verifyRegistrationResponse }, relyingParty] = [
    await loadWebauthn(),
    resolveRelyingParty(registrant.area),
  ];
  try {
    if (await hasAttestationCertificates(answer.response.attestationObject)) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified || registrationInfo.credential.id !== answer.id) return null;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      area: resolvePasskeyArea(registrant.area),
      credentialId: credential.id,
      publicKey: credential.publicKey,
      counter: BigInt(credential.counter),
      transports: answer.response.transports,
      backedUp: credentialBackedUp,
    };
  } catch {
    return null;
  }
}

/** We request no certificates. Verifying a stranger's would fetch URLs of their choice (threat T14). */
async function hasAttestationCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = decoded.get('fmt');
  return format !== 'none' && (format !== 'packed' || decoded.get('attStmt').get('x5c') !== undefined);
}

import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { prisma } from '~/platform/database/db.server';
import {
  resolvePasskeyArea,
  parseAssertion,
  resolveRelyingParty,
  toUserHandle,
  loadWebauthn,
} from './webauthn';
import { createChallenge, redeemChallenge, type ChallengePurpose } from './passkey-challenges';
import type { Area } from '~/identity/sessions/session-store';

/** What a page needs to ask the browser for a passkey; the ticket comes back beside the answer. */
export type PasskeyRequest = {
  options: Omit<PublicKeyCredentialRequestOptionsJSON, 'extensions'>;
  ticket: string;
};

/** What a passkey signs: that somebody comes, or that it is this person, in an area. */
type PasskeyPurpose = { area: Area } & (
  { kind: 'log_in' } | { kind: 'second_step' | 'confirm'; userId: string }
);

const toChallengePurpose = (passkeyPurpose: PasskeyPurpose): ChallengePurpose =>
  passkeyPurpose.kind === 'log_in'
    ? `log_in/${passkeyPurpose.area}`
    : `${passkeyPurpose.kind}/${passkeyPurpose.area}/${passkeyPurpose.userId}`;

/**
 * Asks for any passkey of the area's address, or for one of a person's there; null when they have none. Anyone who holds the device has to
 * show that they are its owner, by a finger, a face or a PIN: it is two factors in one.
 */
export async function requestPasskeyAssertion(
  passkeyPurpose: PasskeyPurpose & { kind: 'log_in' },
): Promise<PasskeyRequest>;
export async function requestPasskeyAssertion(passkeyPurpose: PasskeyPurpose): Promise<PasskeyRequest | null>;
export async function requestPasskeyAssertion(
  passkeyPurpose: PasskeyPurpose,
): Promise<PasskeyRequest | null> {
  const { area } = passkeyPurpose;
  const passkeys =
    passkeyPurpose.kind === 'log_in'
      ? undefined
      : await prisma.passkey.findMany({
          where: { userId: passkeyPurpose.userId, area: resolvePasskeyArea(area) },
          select: { credentialId: true, transports: true },
        });
  if (passkeys?.length === 0) return null;
  const { challenge, ticket } = createChallenge(toChallengePurpose(passkeyPurpose));
  const { generateAuthenticationOptions } = await loadWebauthn();
  const options = await generateAuthenticationOptions({
    rpID: resolveRelyingParty(area).id,
    challenge: Buffer.from(challenge, 'base64url'),
    allowCredentials: passkeys?.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    userVerification: 'required',
    timeout: 300_000,
  });
  return { options, ticket };
}

/** Whose passkey it is, where that is known. `copied`: the signature is right, but it has signed more often before. */
export type AssertionResult =
  | { outcome: 'verified'; userId: string; passkeyId: string }
  | { outcome: 'refused' | 'copied'; userId: string | null };

export type PasskeyResponse = { ticket: string; answer: string };

/** Looks at what a passkey signed (WebAuthn 3, 7.2): that of a named person alone, and for the area's own address. Each challenge counts once, whether the answer is right or not. */
export async function verifyPasskeyAssertion(
  passkeyPurpose: PasskeyPurpose,
  passkeyResponse: PasskeyResponse,
): Promise<AssertionResult> {
  const owner = passkeyPurpose.kind === 'log_in' ? null : passkeyPurpose.userId;
  const [challenge, answer] = [
    await redeemChallenge(toChallengePurpose(passkeyPurpose), passkeyResponse.ticket),
    parseAssertion(passkeyResponse.answer),
  ];
  const passkey = answer && (await prisma.passkey.findUnique({ where: { credentialId: answer.id } }));
  const userId = passkey?.userId ?? null;
  const refusal = { outcome: 'refused', userId } as const;
  if (
    !challenge ||
    !passkey ||
    (owner && owner !== userId) ||
    !matchesUserHandle(answer, passkey.userId, owner === null)
  )
    return refusal;
  const { credentialId, publicKey } = passkey;
  const [{ verifyAuthenticationResponse }, relyingParty] = [
    await loadWebauthn(),
    resolveRelyingParty(passkeyPurpose.area),
  ];
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    // The count is looked at below, where of two at once one gets through.
    credential: { id: credentialId, publicKey, counter: 0 },
  }).catch(() => ({ verified: false, authenticationInfo: null }));
  if (!verified || !authenticationInfo) return refusal;
  const { newCounter, credentialBackedUp } = authenticationInfo;
  const updatedCount = await prisma.$executeRaw`
    update passkeys set counter = ${newCounter}::bigint, backed_up = ${credentialBackedUp}, last_used_at = now()
    where id = ${passkey.id} and (counter < ${newCounter}::bigint or (counter = 0 and ${newCounter}::bigint = 0))`;
  return updatedCount === 1
    ? { outcome: 'verified', userId: passkey.userId, passkeyId: passkey.id }
    : { outcome: 'copied', userId };
}

/** Anyone who has not said who they are is named by the passkey itself. */
function matchesUserHandle(
  { response: { userHandle } }: AuthenticationResponseJSON,
  userId: string,
  required: boolean,
): boolean {
  return userHandle === undefined ? !required : userHandle === toUserHandle(userId).toString('base64url');
}

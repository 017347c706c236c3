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

/** What a page needs to request a passkey from the browser. The ticket is returned with the response. */
export type PasskeyRequest = {
  options: Omit<PublicKeyCredentialRequestOptionsJSON, 'extensions'>;
  ticket: string;
};

/** The purpose of a passkey signature in an area: a login by anyone, or a confirmation by a given person. */
type PasskeyPurpose = { area: Area } & (
  { kind: 'log_in' } | { kind: 'second_step' | 'confirm'; userId: string }
);

const toChallengePurpose = (passkeyPurpose: PasskeyPurpose): ChallengePurpose =>
  passkeyPurpose.kind === 'log_in'
    ? `log_in/${passkeyPurpose.area}`
    : `${passkeyPurpose.kind}/${passkeyPurpose.area}/${passkeyPurpose.userId}`;

/**
 * Requests any passkey for the area's host, or one of a given person's. Null when they have none there. The
 * device verifies its owner by fingerprint, face, or PIN, so a passkey is two factors in one.
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

/** The owner of the passkey, if known. `copied`: the signature is valid, but its counter went backward. */
export type AssertionResult =
  | { outcome: 'verified'; userId: string; passkeyId: string }
  | { outcome: 'rejected' | 'copied'; userId: string | null };

export type PasskeyResponse = { ticket: string; answer: string };

/**
 * Verifies a passkey signature (WebAuthn 3, 7.2): only a named person's passkeys, and only for the area's own
 * host. Each challenge counts once, whether or not the response is valid.
 */
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
  const rejection = { outcome: 'rejected', userId } as const;
  if (
    !challenge ||
    !passkey ||
    (owner && owner !== userId) ||
    !matchesUserHandle(answer, passkey.userId, owner === null)
  )
    return rejection;
  const { credentialId, publicKey } = passkey;
  const [{ verifyAuthenticationResponse }, relyingParty] = [
    await loadWebauthn(),
    resolveRelyingParty(passkeyPurpose.area),
  ];
  const verification = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    // The counter is checked below, where only one of two concurrent uses succeeds.
    credential: { id: credentialId, publicKey, counter: 0 },
  }).catch(() => null);
  if (!verification?.verified) return rejection;
  const { newCounter, credentialBackedUp } = verification.authenticationInfo;
  const updatedCount = await prisma.$executeRaw`
    update passkeys set counter = ${newCounter}::bigint, backed_up = ${credentialBackedUp}, last_used_at = now()
    where id = ${passkey.id} and (counter < ${newCounter}::bigint or (counter = 0 and ${newCounter}::bigint = 0))`;
  return updatedCount === 1
    ? { outcome: 'verified', userId: passkey.userId, passkeyId: passkey.id }
    : { outcome: 'copied', userId };
}

/** Without a known person, the passkey itself identifies them. */
function matchesUserHandle(
  { response: { userHandle } }: AuthenticationResponseJSON,
  userId: string,
  required: boolean,
): boolean {
  return userHandle === undefined ? !required : userHandle === toUserHandle(userId).toString('base64url');
}

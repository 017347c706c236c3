import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { prisma } from '~/platform/db.server';
import { homeOfPasskeys, readAssertion, relyingPartyOf, userHandleOf, webauthn } from './passkey-answers';
import { createChallenge, redeemChallenge, type ChallengePurpose } from './passkey-challenges';
import type { Area } from './session-store';

/** What a page needs to ask the browser for a passkey; the ticket comes back beside the answer. */
export type PasskeyRequest = {
  options: Omit<PublicKeyCredentialRequestOptionsJSON, 'extensions'>;
  ticket: string;
};

/** What a passkey signs: that somebody comes, or that it is this person, in an area. */
type Occasion = { area: Area } & ({ kind: 'log_in' } | { kind: 'second_step' | 'confirm'; userId: string });

const purposeOf = (occasion: Occasion): ChallengePurpose =>
  occasion.kind === 'log_in'
    ? `log_in/${occasion.area}`
    : `${occasion.kind}/${occasion.area}/${occasion.userId}`;

/**
 * Asks for any passkey of the area's address, or for one of a person's there; null when they have none. Whoever holds the device has to
 * show that they are its owner, by a finger, a face or a PIN: it is two factors in one.
 */
export async function requestPasskey(occasion: Occasion & { kind: 'log_in' }): Promise<PasskeyRequest>;
export async function requestPasskey(occasion: Occasion): Promise<PasskeyRequest | null>;
export async function requestPasskey(occasion: Occasion): Promise<PasskeyRequest | null> {
  const { area } = occasion;
  const passkeys =
    occasion.kind === 'log_in'
      ? undefined
      : await prisma.passkey.findMany({
          where: { userId: occasion.userId, area: homeOfPasskeys(area) },
          select: { credentialId: true, transports: true },
        });
  if (passkeys?.length === 0) return null;
  const { challenge, ticket } = createChallenge(purposeOf(occasion));
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(area).id,
    challenge: Buffer.from(challenge, 'base64url'),
    allowCredentials: passkeys?.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    userVerification: 'required',
    timeout: 300_000,
  });
  return { options, ticket };
}

/** Whose passkey it is, where that is known. `copied`: the signature is right, but it has signed more often before. */
export type Assertion =
  | { verdict: 'verified'; userId: string; passkeyId: string }
  | { verdict: 'refused' | 'copied'; userId: string | null };

export type SentAssertion = { ticket: string; answer: string };

/** Looks at what a passkey signed (WebAuthn 3, 7.2): that of a named person alone, and for the area's own address. Each challenge counts once, whether the answer is right or not. */
export async function verifyAssertion(occasion: Occasion, sent: SentAssertion): Promise<Assertion> {
  const owner = occasion.kind === 'log_in' ? null : occasion.userId;
  const [challenge, answer] = [
    await redeemChallenge(purposeOf(occasion), sent.ticket),
    readAssertion(sent.answer),
  ];
  const passkey = answer && (await prisma.passkey.findUnique({ where: { credentialId: answer.id } }));
  const userId = passkey?.userId ?? null;
  const refused = { verdict: 'refused', userId } as const;
  if (
    !challenge ||
    !passkey ||
    (owner && owner !== userId) ||
    !namesOwner(answer, passkey.userId, owner === null)
  )
    return refused;
  const { credentialId, publicKey } = passkey;
  const [{ verifyAuthenticationResponse }, relyingParty] = [await webauthn(), relyingPartyOf(occasion.area)];
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    // The count is looked at below, where of two at once one gets through.
    credential: { id: credentialId, publicKey, counter: 0 },
  }).catch(() => ({ verified: false, authenticationInfo: null }));
  if (!verified || !authenticationInfo) return refused;
  const { newCounter, credentialBackedUp } = authenticationInfo;
  const counted = await prisma.$executeRaw`
    update passkeys set counter = ${newCounter}::bigint, backed_up = ${credentialBackedUp}, last_used_at = now()
    where id = ${passkey.id} and (counter < ${newCounter}::bigint or (counter = 0 and ${newCounter}::bigint = 0))`;
  return counted === 1
    ? { verdict: 'verified', userId: passkey.userId, passkeyId: passkey.id }
    : { verdict: 'copied', userId };
}

/** Whoever has not said who they are is named by the passkey itself. */
function namesOwner(
  { response: { userHandle } }: AuthenticationResponseJSON,
  userId: string,
  required: boolean,
): boolean {
  return userHandle === undefined ? !required : userHandle === userHandleOf(userId).toString('base64url');
}

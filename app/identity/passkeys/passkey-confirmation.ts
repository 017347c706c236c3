import {
  requestPasskeyAssertion,
  verifyPasskeyAssertion,
  type PasskeyRequest,
  type PasskeyResponse,
} from './passkey-assertions';
import { findSecondFactor, type CodeRejection } from '~/identity/second-factor/second-factor';
import type { Area } from '~/identity/sessions/session-store';
import { resetAttempts, takeAttempt } from '~/identity/login/lockout';

/**
 * The methods of a logged-in person to confirm their identity in an area: an app code, a passkey of its host,
 * or always a recovery code.
 */
export type ConfirmationOptions = { app: boolean; passkey: PasskeyRequest | null };

/** Null without a second factor. Then the password confirms. */
export async function findConfirmationOptions(
  userId: string,
  area: Area,
): Promise<ConfirmationOptions | null> {
  const factor = await findSecondFactor(userId);
  return (
    factor && {
      app: factor.appSince !== null,
      passkey: await requestPasskeyAssertion({ kind: 'confirm', area, userId }),
    }
  );
}

/** Equivalent to an app code, and counted with them under `attemptKey`. */
export async function confirmWithPasskey(
  { userId, area }: { userId: string; area: Area },
  passkeyResponse: PasskeyResponse,
  attemptKey = userId,
): Promise<'confirmed' | 'wrong_passkey' | Extract<CodeRejection, object>> {
  const wait = await takeAttempt('second_factor', attemptKey);
  if (wait) return { wait };
  if (
    (await verifyPasskeyAssertion({ kind: 'confirm', area, userId }, passkeyResponse)).outcome !== 'verified'
  )
    return 'wrong_passkey';
  await resetAttempts('second_factor', attemptKey);
  return 'confirmed';
}

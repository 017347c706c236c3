import {
  requestPasskeyAssertion,
  verifyPasskeyAssertion,
  type PasskeyRequest,
  type PasskeyResponse,
} from './passkey-assertions';
import { findSecondFactor, type CodeRefusal } from '~/identity/second-factor/second-factor';
import type { Area } from '~/identity/sessions/session-store';
import { resetAttempts, takeAttempt } from '~/identity/login/lockout';

/** How somebody who is logged in to an area can show that they are still the one: by a code of the app, a passkey of its address, or always a recovery code. */
export type ConfirmationOptions = { app: boolean; passkey: PasskeyRequest | null };

/** Null when there is no second factor to show: then it is the password. */
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

/** The same as a code of the app, and counted with them (`countedAs`). */
export async function confirmWithPasskey(
  { userId, area }: { userId: string; area: Area },
  passkeyResponse: PasskeyResponse,
  attemptKey = userId,
): Promise<'confirmed' | 'wrong_passkey' | Extract<CodeRefusal, object>> {
  const wait = await takeAttempt('second_factor', attemptKey);
  if (wait) return { wait };
  if (
    (await verifyPasskeyAssertion({ kind: 'confirm', area, userId }, passkeyResponse)).outcome !== 'verified'
  )
    return 'wrong_passkey';
  await resetAttempts('second_factor', attemptKey);
  return 'confirmed';
}

import {
  requestPasskey,
  verifyAssertion,
  type PasskeyRequest,
  type SentAssertion,
} from './passkey-assertions';
import { findSecondFactor, type CodeRefusal } from './second-factor';
import type { Area } from './session-store';
import { forgetTries, takeTry } from './throttles';

/** How somebody who is logged in to an area can show that they are still the one: by a code of the app, a passkey of its address, or always a recovery code. */
export type WaysToConfirm = { app: boolean; passkey: PasskeyRequest | null };

/** Null when there is no second factor to show: then it is the password. */
export async function waysToConfirm(userId: string, area: Area): Promise<WaysToConfirm | null> {
  const factor = await findSecondFactor(userId);
  return (
    factor && {
      app: factor.appSince !== null,
      passkey: await requestPasskey({ kind: 'confirm', area, userId }),
    }
  );
}

/** The same as a code of the app, and counted with them (`countedAs`). */
export async function confirmWithPasskey(
  { userId, area }: { userId: string; area: Area },
  sent: SentAssertion,
  countedAs = userId,
): Promise<'confirmed' | 'wrong_passkey' | Extract<CodeRefusal, object>> {
  const wait = await takeTry('second_factor', countedAs);
  if (wait) return { wait };
  if ((await verifyAssertion({ kind: 'confirm', area, userId }, sent)).verdict !== 'verified')
    return 'wrong_passkey';
  await forgetTries('second_factor', countedAs);
  return 'confirmed';
}

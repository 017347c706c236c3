import { findSecondFactor } from '~/identity/second-factor/second-factor';
import type { Merchant } from '../../guards';

/** What a form of an account that takes real money says to somebody without a second factor, `task` being what the form does; null for all others. */
export async function findMissingSecondFactor(
  { account, user }: Merchant,
  task: string,
): Promise<string | null> {
  if (account.mode !== 'live' || (await findSecondFactor(user.id))) return null;
  return `In a live account, you need a second factor to ${task}. Set one up under Security first`;
}

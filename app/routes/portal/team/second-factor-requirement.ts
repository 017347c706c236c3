import { findSecondFactor } from '~/identity/second-factor/second-factor';
import type { Merchant } from '../../guards';

/** What a form of an account that takes real money says to somebody without a second factor, `who` being anyone who sends it; null for all others. */
export async function findMissingSecondFactor(
  { account, user }: Merchant,
  who: string,
): Promise<string | null> {
  if (account.mode !== 'live' || (await findSecondFactor(user.id))) return null;
  return `In a live account ${who} has a second factor. Set one up under Security first`;
}

import { findSecondFactor } from '~/identity/second-factor/second-factor';
import type { MerchantMember } from '../../guards';

/**
 * The error of a live account's form for a person without a second factor. `task`: what the form does. Null
 * for everyone else.
 */
export async function findMissingSecondFactor(
  { account, user }: MerchantMember,
  task: string,
): Promise<string | null> {
  if (account.mode !== 'live' || (await findSecondFactor(user.id))) return null;
  return `In a live account, you need a second factor to ${task}. Set one up under Security first`;
}

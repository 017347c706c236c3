import { findSecondFactor } from '~/identity/second-factor/second-factor';
import { requireConfirmedInLive, type MerchantMember } from '../../guards';

// Redirect hosts are those of live, whatever environment the person has selected.

/** Changes of a live account's hosts require a confirmation with the second factor. */
export async function requireConfirmedForHosts(request: Request, merchant: MerchantMember): Promise<void> {
  await requireConfirmedInLive(request, { ...merchant, environment: merchant.account.mode });
}

/** Whether the person could confirm a change. Otherwise, the page explains how to set up a second factor. */
export async function mayConfirmHosts({ user, account }: MerchantMember): Promise<boolean> {
  return account.mode === 'test' || (await findSecondFactor(user.id)) !== null;
}

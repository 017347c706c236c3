import type { AppLoadContext } from '@remix-run/node';
import { canManageTeam, type MemberRole } from '~/merchants/team/members';
import { listTeam } from '~/merchants/team/team';
import { rejectForm } from '../../forms/form-reply';
import { requireConfirmed, type MerchantMember } from '../../guards';
import { findMissingSecondFactor } from './second-factor-requirement';

/**
 * Assigning the owner or admin role requires a step-up confirmation and, in a live account, a second factor.
 * @returns null when allowed, else the form with an error
 * @throws a redirect to the confirmation, which returns with the form
 */
export async function rejectRoleGrant(
  context: AppLoadContext,
  request: Request,
  merchant: MerchantMember,
  input: { role: MemberRole; email?: string },
) {
  if (!canManageTeam(input.role)) return null;
  const missing = await findMissingSecondFactor(merchant, 'assign this role');
  if (missing) return rejectForm(context, { initialValue: input, error: { role: [missing] } });
  await requireConfirmed(request, merchant);
  return null;
}

/**
 * Changing or removing an owner or admin requires a step-up confirmation, so that an unattended session can't
 * lock anyone out.
 * @throws as {@link requireConfirmed}
 */
export async function requireConfirmationToDemote(
  request: Request,
  merchant: MerchantMember,
  userId: string,
): Promise<void> {
  const member = (await listTeam(merchant.account.id)).find((one) => one.userId === userId);
  if (member && canManageTeam(member.role)) await requireConfirmed(request, merchant);
}

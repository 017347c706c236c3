import type { AppLoadContext } from '@remix-run/node';
import { canManageTeam, type MemberRole } from '~/merchants/team/members';
import { listTeam } from '~/merchants/team/team';
import { rejectForm } from '../../forms/form-reply';
import { requireConfirmed, type Merchant } from '../../guards';
import { findMissingSecondFactor } from './second-factor-requirement';

/**
 * Who makes an owner or admin has confirmed their identity, in an account that takes real money with a second factor. @returns null when they may
 * go on, else their form again. @throws a redirect that asks for it and comes back with the form
 */
export async function rejectRoleGrant(
  context: AppLoadContext,
  request: Request,
  merchant: Merchant,
  input: { role: MemberRole; email?: string },
) {
  if (!canManageTeam(input.role)) return null;
  const missing = await findMissingSecondFactor(merchant, 'assign this role');
  if (missing) return rejectForm(context, { initialValue: input, error: { role: [missing] } });
  await requireConfirmed(request, merchant);
  return null;
}

/** Who takes the role of an owner or admin, or removes them, has confirmed their identity: a session left open shuts nobody out. @throws as {@link requireConfirmed} */
export async function requireConfirmationToDemote(
  request: Request,
  merchant: Merchant,
  userId: string,
): Promise<void> {
  const member = (await listTeam(merchant.account.id)).find((one) => one.userId === userId);
  if (member && canManageTeam(member.role)) await requireConfirmed(request, merchant);
}

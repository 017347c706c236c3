import { listRolesWithPermission } from '~/merchants/team/members';
import { memberRoleLabels } from '~/merchants/team/role-labels';
import type { ExceededRefundLimit, ManualOperationReply } from '~/payments/operations/manual-operations';
import { formatAmount } from '~/platform/money/money';
import { formatDateTime } from '~/ui/content/time-format';

/** `reason`: as typed, for the new form. */
export type ResultMessage = { title: string; sentences: string[]; reason?: string };

/** The message when nothing was done. If someone else was faster, it includes what they did. */
export function getResultMessage(
  reply: Exclude<ManualOperationReply, 'requested' | 'not_found' | 'payment_changed'>,
): ResultMessage {
  return { title: titles[reply][0], sentences: [titles[reply][1]] };
}

/** Which limit a refund exceeds, how much is left, when the refund fits, and who can raise the limit. */
export function describeExceededLimit(
  { whose, limit, left, freeAt }: ExceededRefundLimit,
  currency: string,
  timeZone: string,
): string[] {
  const money = (amount: number) => formatAmount(amount, currency);
  const owner = whose === 'member' ? 'your' : 'your team’s';
  const roles = listRolesWithPermission('settings_manage').map((role) => memberRoleLabels[role].name);
  return [
    left > 0
      ? `This refund exceeds ${owner} limit of ${money(limit)} in 24 hours. ${money(left)} is left.`
      : `You’ve reached ${owner} limit of ${money(limit)} in 24 hours.`,
    ...(freeAt ? [`Try again after ${formatDateTime(freeAt, timeZone)}.`] : []),
    `An ${roles.join(' or ')} can raise the limit under Settings.`,
  ];
}

const titles = {
  invalid_state: ['No changes were made', 'The payment doesn’t allow this now. See its current state below.'],
  amount_exceeds_remaining: [
    'No changes were made',
    'The amount is more than what’s left. See the payment’s current state below.',
  ],
  partial_void_not_supported: [
    'No changes were made',
    'The payment’s acquirer can release the hold only as a whole. Void the full remaining amount.',
  ],
  duplicate_submission: [
    'No changes were made',
    'This form was already sent with a different amount or reason. See the result in the payment’s timeline. To make another request, use the new form below.',
  ],
  second_factor_missing: [
    'No changes were made',
    'You need a second factor to capture, void, or refund live payments.',
  ],
  second_factor_needed: ['No changes were made', 'Confirm this refund with your second factor.'],
  refund_limit_exceeded: ['No changes were made', 'This refund exceeds a refund limit of your account.'],
  account_suspended: ['No changes were made', 'This account is suspended, so it can’t move money.'],
  acquirer_not_configured: [
    'No changes were made',
    'No acquirer is connected to the live environment yet. Contact us.',
  ],
} as const;

import { auditActions, getActionLabel, type AuditAction } from './action-labels';

/** The categories of the staff's audit log. `other` has what no category names. */
const namedKinds = {
  unusual_reading: ['Unusual reading', ['unusual_reading_detected']],
  search: ['Searches', ['staff_searched']],
  view: [
    'Views of records',
    [
      'staff_viewed_application',
      'staff_viewed_merchant',
      'staff_viewed_transaction',
      'staff_viewed_intent',
      'staff_viewed_payer_payments',
      'staff_viewed_payout',
      'staff_viewed_request',
      'staff_viewed_mail',
      'document_viewed',
    ],
  ],
  reveal: [
    'Reveals and downloads',
    ['staff_viewed_payer_email', 'bank_account_viewed', 'document_downloaded', 'staff_audit_log_exported'],
  ],
  support_session: [
    'Support sessions',
    ['support_session_started', 'support_session_ended', 'support_session_rejected'],
  ],
  decision: [
    'Decisions',
    [
      'application_changes_requested',
      'application_approved_unopened',
      'application_match_cleared',
      'application_first_approved',
      'application_approved',
      'application_rejected',
      'account_suspended',
      'account_reinstated',
      'discrepancy_resolved',
      'acquirer_connection_approved',
      'acquirer_connection_rejected',
      'acquirer_secrets_approved',
      'acquirer_secrets_discarded',
    ],
  ],
  role: [
    'Staff and roles',
    [
      'staff_invited',
      'staff_invitation_withdrawn',
      'staff_joined',
      'staff_removed',
      'staff_role_changed',
      'staff_leave_set',
      'staff_leave_started',
      'staff_leave_ended',
    ],
  ],
  factor: [
    'Second factors',
    [
      'staff_factor_reset_requested',
      'staff_factor_reset_approved',
      'staff_factor_reset_canceled',
      'staff_factor_reset_expired',
      'second_factor_reset',
      'second_factor_set_up',
      'second_factor_turned_off',
      'passkey_added',
      'passkey_removed',
      'recovery_codes_generated',
      'recovery_canceled',
    ],
  ],
  login: [
    'Logins',
    [
      'staff_logged_in',
      'staff_login_failed',
      'identity_confirmed',
      'confirmation_failed',
      'sessions_ended',
      'person_logged_out',
    ],
  ],
} as const satisfies Record<string, readonly [string, readonly AuditAction[]]>;

export type StaffActionKind = keyof typeof namedKinds | 'other';

/** The label of each category, in the order of the filter. */
export const staffActionKindLabels = Object.fromEntries([
  ...Object.entries(namedKinds).map(([kind, [label]]) => [kind, label]),
  ['other', 'Other'],
]) as Record<StaffActionKind, string>;

export const staffActionKinds = Object.keys(staffActionKindLabels) as StaffActionKind[];

export function listStaffActions(kind: StaffActionKind): readonly AuditAction[] {
  if (kind !== 'other') return namedKinds[kind][1];
  const named = new Set<AuditAction>(Object.values(namedKinds).flatMap(([, actions]) => actions));
  return auditActions.filter((action) => !named.has(action));
}

/** Where staff learn more than merchants, who don't see the steps of a review. */
const staffLabels: Partial<Record<AuditAction, string>> = {
  application_snoozed: 'snoozed the application',
  application_unsnoozed: 'ended the snooze of the application',
  application_match_cleared: 'cleared a sanctions match',
  application_note_added: 'added a note to the application',
  application_approved_unopened: 'approved the application without opening everything',
  application_first_approved: 'gave the first of two approvals to the application',
};

/** An action as it follows the actor's name. */
export function getStaffActionLabel(action: string): string {
  return staffLabels[action as AuditAction] ?? getActionLabel(action);
}

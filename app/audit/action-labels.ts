/** The categories of the audit log's filter. */
export const actionKindLabels = {
  access: 'Login',
  team: 'Team',
  settings: 'Settings',
  credentials: 'Credentials',
  webhooks: 'Webhooks',
  checkout: 'Checkout',
  payments: 'Payments and cards',
  application: 'Application',
  account: 'Account',
  staff: 'Staff',
  export: 'Exports',
} as const;

export type ActionKind = keyof typeof actionKindLabels;

/**
 * The label of every audit action. The actor's name precedes it. An action without a label doesn't compile.
 * Actions within a review don't reveal its outcome before the decision.
 */
const actionDefinitions = {
  account_opened: ['account', 'opened the account'],
  account_renamed: ['account', 'changed the account’s name'],
  account_suspended: ['staff', 'suspended the account'],
  account_reinstated: ['staff', 'reinstated the account'],
  allowed_addresses_changed: ['credentials', 'changed the allowed addresses'],
  audit_log_restored: ['staff', 'restored a backup without the latest entries of this log'],
  books_audit_requested: ['staff', 'requested a books audit'],
  application_answers_saved: ['application', 'edited the application'],
  application_person_added: ['application', 'added a person to the application'],
  application_person_saved: ['application', 'edited a person in the application'],
  application_person_removed: ['application', 'removed a person from the application'],
  application_submitted: ['application', 'submitted the application'],
  application_appealed: ['application', 'appealed the rejection'],
  application_assigned: ['staff', 'claimed the application'],
  application_reassigned: ['staff', 'took over the application from a colleague'],
  application_released: ['staff', 'returned the application to the queue'],
  application_snoozed: ['staff', 'worked on the application'],
  application_unsnoozed: ['staff', 'worked on the application'],
  application_note_added: ['staff', 'worked on the application'],
  application_first_approved: ['staff', 'worked on the application'],
  application_changes_requested: ['staff', 'requested changes to the application'],
  application_approved: ['staff', 'approved the application'],
  application_rejected: ['staff', 'rejected the application'],
  audit_log_exported: ['export', 'exported the audit log'],
  bank_account_viewed: ['staff', 'viewed the bank account number'],
  card_token_deleted: ['payments', 'deleted a saved card'],
  capture_requested: ['payments', 'requested a capture'],
  checkout_design_saved: ['checkout', 'saved a draft of the checkout design'],
  checkout_design_discarded: ['checkout', 'discarded the draft of the checkout design'],
  checkout_design_published: ['checkout', 'published the checkout design'],
  checkout_design_restored: ['checkout', 'restored an earlier checkout design as a draft'],
  checkout_design_copied: ['checkout', 'copied the checkout design from test to live'],
  checkout_logo_added: ['checkout', 'uploaded a logo'],
  confirmation_failed: ['access', 'failed to confirm their identity'],
  dispute_accepted: ['payments', 'accepted a dispute'],
  dispute_evidence_saved: ['payments', 'saved a draft chargeback response'],
  dispute_evidence_submitted: ['payments', 'responded to a chargeback'],
  document_submitted: ['application', 'uploaded a document'],
  document_withdrawn: ['application', 'removed a document'],
  document_viewed: ['staff', 'opened a document'],
  email_change_requested: ['access', 'requested an email address change'],
  email_change_canceled: ['access', 'canceled their email address change'],
  email_change_reported: ['access', 'reported an email address change as unauthorized'],
  email_changed: ['access', 'changed their email address'],
  identity_confirmed: ['access', 'confirmed their identity'],
  member_invitation_resent: ['team', 'resent an invitation'],
  member_invitation_withdrawn: ['team', 'revoked an invitation'],
  member_invited: ['team', 'invited a team member'],
  member_joined: ['team', 'joined the team'],
  member_left: ['team', 'left the team'],
  member_removed: ['team', 'removed a team member'],
  member_role_changed: ['team', 'changed a team member’s role'],
  support_session_started: ['staff', 'started a support session'],
  support_session_ended: ['staff', 'ended the support session'],
  support_session_rejected: ['staff', 'was refused a support session: daily limit reached'],
  mail_resent: ['staff', 'resent an email'],
  name_changed: ['access', 'changed their name'],
  notifications_changed: ['settings', 'changed their notifications'],
  outcome_inquiry_requested: ['staff', 'sent an inquiry to the acquirer'],
  passkey_added: ['access', 'added a passkey'],
  passkey_login_failed: ['access', 'failed to log in: invalid passkey'],
  passkey_removed: ['access', 'removed a passkey'],
  passkey_renamed: ['access', 'renamed a passkey'],
  password_changed: ['access', 'changed their password'],
  recovery_requested: ['access', 'requested a second-factor recovery'],
  recovery_started: ['access', 'started a second-factor recovery, which takes three days'],
  recovery_canceled: ['access', 'stopped the second-factor recovery'],
  person_logged_out: ['access', 'logged out a person in all browsers'],
  redirect_host_added: ['settings', 'added a redirect host'],
  redirect_host_removed: ['settings', 'removed a redirect host'],
  refund_limit_changed: ['settings', 'changed the refund limits'],
  refund_requested: ['payments', 'requested a refund'],
  refund_limit_exceeded: ['payments', 'tried to refund more than the daily limit'],
  saved_view_changed: ['settings', 'changed a saved view'],
  saved_view_created: ['settings', 'saved a view'],
  saved_view_deleted: ['settings', 'deleted a saved view'],
  second_factor_set_up: ['access', 'set up an authenticator app'],
  second_factor_turned_off: ['access', 'turned off the authenticator app'],
  second_factor_recovered: ['access', 'removed a lost second factor after three days'],
  second_factor_reset: ['access', 'removed a lost second factor'],
  recovery_codes_generated: ['access', 'created new recovery codes'],
  secret_created: ['credentials', 'created a client secret'],
  secret_revoked: ['credentials', 'revoked a client secret'],
  settings_changed: ['settings', 'changed the settings'],
  login_failed: ['access', 'failed to log in: wrong code'],
  sessions_ended: ['access', 'ended their own sessions'],
  logged_in: ['access', 'logged in'],
  signing_secret_rotated: ['credentials', 'rotated the checkout signing secret'],
  signing_secret_viewed: ['credentials', 'viewed the checkout signing secret'],
  staff_removed: ['team', 'removed a staff member'],
  staff_invitation_withdrawn: ['team', 'revoked an invitation to the staff'],
  staff_invited: ['team', 'invited a staff member'],
  staff_joined: ['team', 'joined the staff'],
  staff_login_failed: ['access', 'failed to log in to the staff area'],
  staff_searched: ['staff', 'searched all merchants'],
  staff_logged_in: ['access', 'logged in to the staff area'],
  staff_viewed_merchant: ['staff', 'viewed the account, its team, and its latest payments'],
  staff_viewed_request: ['staff', 'viewed an API request'],
  staff_viewed_transaction: ['staff', 'viewed a transaction and its timeline'],
  transactions_exported: ['export', 'exported transactions'],
  event_simulated: ['payments', 'simulated an event on a test payment'],
  void_requested: ['payments', 'requested a void'],
  webhook_deliveries_resent: ['webhooks', 'resent failed webhooks'],
  webhook_delivery_resent: ['webhooks', 'resent a webhook'],
  webhook_endpoint_created: ['webhooks', 'added a webhook endpoint'],
  webhook_endpoint_deleted: ['webhooks', 'deleted a webhook endpoint'],
  webhook_endpoint_disabled: ['webhooks', 'disabled a webhook endpoint'],
  webhook_endpoint_edited: ['webhooks', 'changed a webhook endpoint'],
  webhook_endpoint_enabled: ['webhooks', 'enabled a webhook endpoint'],
  webhook_secret_rotated: ['webhooks', 'rotated a webhook endpoint’s secret'],
  webhook_test_sent: ['webhooks', 'sent a test webhook'],
} as const satisfies Record<string, readonly [ActionKind, string]>;

export type AuditAction = keyof typeof actionDefinitions;

/** An action as it follows the actor's name. */
export function getActionLabel(action: string): string {
  return Object.hasOwn(actionDefinitions, action)
    ? actionDefinitions[action as AuditAction][1]
    : action.replaceAll('_', ' ');
}

export function isActionKind(text: string): text is ActionKind {
  return Object.hasOwn(actionKindLabels, text);
}

export function listActionsOfKind(kind: ActionKind): AuditAction[] {
  return (Object.keys(actionDefinitions) as AuditAction[]).filter(
    (action) => actionDefinitions[action][0] === kind,
  );
}

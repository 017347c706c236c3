/** What the audit log can be filtered by. */
export const actionKindLabels = {
  access: 'Logging in',
  team: 'Team',
  settings: 'Settings',
  credentials: 'Credentials',
  webhooks: 'Webhooks',
  checkout: 'Checkout',
  payments: 'Payments and cards',
  application: 'Application',
  account: 'Account',
  staff: 'Staff of the service',
  export: 'Exports',
} as const;

export type ActionKind = keyof typeof actionKindLabels;

/**
 * Words for all that is ever written down: who did it stands before them. An action without words does not compile. What the staff
 * does inside a review is reported without its outcome: that is reported when it is decided.
 */
const actionDefinitions = {
  account_opened: ['account', 'opened the account'],
  account_renamed: ['account', 'changed the account’s name'],
  account_suspended: ['staff', 'suspended the account'],
  account_reinstated: ['staff', 'reinstated the account'],
  allowed_addresses_changed: ['credentials', 'changed the addresses that credentials may be used from'],
  application_answers_saved: ['application', 'changed answers of the application'],
  application_person_added: ['application', 'added a person to the application'],
  application_person_saved: ['application', 'changed a person of the application'],
  application_person_removed: ['application', 'removed a person from the application'],
  application_submitted: ['application', 'handed in the application'],
  application_appealed: ['application', 'appealed the rejection'],
  application_assigned: ['staff', 'took up the application'],
  application_reassigned: ['staff', 'took over the application from a colleague'],
  application_released: ['staff', 'put the application back'],
  application_snoozed: ['staff', 'worked on the application'],
  application_unsnoozed: ['staff', 'worked on the application'],
  application_note_added: ['staff', 'worked on the application'],
  application_first_approved: ['staff', 'worked on the application'],
  application_changes_requested: ['staff', 'asked for changes of the application'],
  application_approved: ['staff', 'approved the application'],
  application_rejected: ['staff', 'rejected the application'],
  audit_log_exported: ['export', 'exported the audit log'],
  bank_account_viewed: ['staff', 'looked at the bank account’s number'],
  card_token_deleted: ['payments', 'deleted a saved card'],
  capture_requested: ['payments', 'asked for a capture'],
  checkout_design_saved: ['checkout', 'saved a draft of the checkout’s look'],
  checkout_design_discarded: ['checkout', 'discarded the draft of the checkout’s look'],
  checkout_design_published: ['checkout', 'published the checkout’s look'],
  checkout_design_restored: ['checkout', 'made an earlier look of the checkout the draft'],
  checkout_design_copied: ['checkout', 'copied the checkout’s look from test to live'],
  checkout_logo_added: ['checkout', 'uploaded a logo'],
  confirmation_failed: ['access', 'was refused when asked to confirm that it is them'],
  dispute_accepted: ['payments', 'accepted a chargeback'],
  dispute_evidence_saved: ['payments', 'saved a draft of the answer to a chargeback'],
  dispute_evidence_submitted: ['payments', 'answered a chargeback'],
  document_submitted: ['application', 'handed in a document'],
  document_withdrawn: ['application', 'took back a document'],
  document_viewed: ['staff', 'opened a document'],
  email_change_requested: ['access', 'asked for another email address'],
  email_change_canceled: ['access', 'took back the change of their email address'],
  email_change_reported: ['access', 'said that the change of the email address was not theirs'],
  email_changed: ['access', 'changed their email address'],
  identity_confirmed: ['access', 'confirmed that it is them'],
  member_invitation_resent: ['team', 'sent an invitation again'],
  member_invitation_withdrawn: ['team', 'withdrew an invitation'],
  member_invited: ['team', 'invited somebody to the team'],
  member_joined: ['team', 'joined the team'],
  member_left: ['team', 'left the team'],
  member_removed: ['team', 'removed somebody from the team'],
  member_role_changed: ['team', 'changed somebody’s role'],
  support_session_started: ['staff', 'started a support session'],
  support_session_ended: ['staff', 'ended the support session'],
  support_session_rejected: ['staff', 'was refused a support session: daily limit reached'],
  mail_resent: ['staff', 'sent a mail again'],
  name_changed: ['access', 'changed their name'],
  notifications_changed: ['settings', 'changed their own notifications'],
  outcome_inquiry_requested: ['staff', 'asked the acquirer what became of a payment'],
  passkey_added: ['access', 'added a passkey'],
  passkey_login_failed: ['access', 'was refused at logging in: the passkey was not right'],
  passkey_removed: ['access', 'removed a passkey'],
  passkey_renamed: ['access', 'renamed a passkey'],
  password_changed: ['access', 'changed their password'],
  recovery_requested: ['access', 'asked to recover their login without the second factor'],
  recovery_started: ['access', 'began to recover their login without the second factor: it takes three days'],
  recovery_canceled: ['access', 'stopped the recovery of their login'],
  redirect_host_added: ['settings', 'listed a redirect host'],
  redirect_host_removed: ['settings', 'removed a redirect host'],
  refund_limit_changed: ['settings', 'changed above which amount refunds take a second factor'],
  refund_requested: ['payments', 'asked for a refund'],
  saved_view_changed: ['settings', 'changed a saved view'],
  saved_view_created: ['settings', 'saved a view'],
  saved_view_deleted: ['settings', 'deleted a saved view'],
  second_factor_set_up: ['access', 'set up an authenticator app'],
  second_factor_turned_off: ['access', 'turned off logging in with a code'],
  second_factor_recovered: ['access', 'took off a lost second factor after three days of waiting'],
  second_factor_reset: ['access', 'took away a lost second factor'],
  recovery_codes_generated: ['access', 'made new recovery codes'],
  secret_created: ['credentials', 'created a client secret'],
  secret_revoked: ['credentials', 'revoked a client secret'],
  settings_changed: ['settings', 'changed the settings'],
  login_failed: ['access', 'was refused at logging in: the code was wrong'],
  sessions_ended: ['access', 'ended sessions of their own'],
  logged_in: ['access', 'logged in'],
  signing_secret_rotated: ['credentials', 'rolled the checkout signing secret'],
  signing_secret_viewed: ['credentials', 'looked at the checkout signing secret'],
  staff_removed: ['team', 'ended somebody’s work on the staff'],
  staff_invitation_withdrawn: ['team', 'withdrew an invitation to the staff'],
  staff_invited: ['team', 'invited somebody to the staff'],
  staff_joined: ['team', 'joined the staff'],
  staff_login_failed: ['access', 'was refused at logging in to the staff area'],
  staff_searched: ['staff', 'searched among all merchants'],
  staff_logged_in: ['access', 'logged in to the staff area'],
  staff_viewed_merchant: ['staff', 'looked at the account, its team and its latest payments'],
  staff_viewed_request: ['staff', 'looked at a request to the API'],
  staff_viewed_transaction: ['staff', 'looked at a transaction and its timeline'],
  transactions_exported: ['export', 'exported transactions'],
  event_simulated: ['payments', 'tried something out with a test payment'],
  void_requested: ['payments', 'asked for a void'],
  webhook_deliveries_resent: ['webhooks', 'sent failed webhooks again'],
  webhook_delivery_resent: ['webhooks', 'sent a webhook again'],
  webhook_endpoint_created: ['webhooks', 'added a webhook endpoint'],
  webhook_endpoint_deleted: ['webhooks', 'deleted a webhook endpoint'],
  webhook_endpoint_disabled: ['webhooks', 'disabled a webhook endpoint'],
  webhook_endpoint_edited: ['webhooks', 'changed a webhook endpoint'],
  webhook_endpoint_enabled: ['webhooks', 'enabled a webhook endpoint'],
  webhook_secret_rotated: ['webhooks', 'rolled a webhook endpoint’s secret'],
  webhook_test_sent: ['webhooks', 'sent a test webhook'],
} as const satisfies Record<string, readonly [ActionKind, string]>;

export type AuditAction = keyof typeof actionDefinitions;

/** What somebody did, as it follows their name. */
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

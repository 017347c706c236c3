/** What the audit log can be filtered by. */
export const actionKinds = {
  access: 'Signing in',
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

export type ActionKind = keyof typeof actionKinds;

/**
 * Words for all that is ever written down: who did it stands before them. An action without words does not compile. What the staff
 * does inside a review is told without its outcome: that is told when it is decided.
 */
const actions = {
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
  application_claimed: ['staff', 'took up the application'],
  application_taken_over: ['staff', 'took over the application from a colleague'],
  application_released: ['staff', 'put the application back'],
  application_snoozed: ['staff', 'worked on the application'],
  application_woken: ['staff', 'worked on the application'],
  application_noted: ['staff', 'worked on the application'],
  application_approved_once: ['staff', 'worked on the application'],
  application_changes_requested: ['staff', 'asked for changes of the application'],
  application_approved: ['staff', 'approved the application'],
  application_rejected: ['staff', 'rejected the application'],
  audit_log_exported: ['export', 'exported the audit log'],
  bank_account_viewed: ['staff', 'looked at the bank account’s number'],
  card_token_deleted: ['payments', 'deleted a kept card'],
  capture_requested: ['payments', 'asked for a capture'],
  checkout_design_saved: ['checkout', 'saved a draft of the checkout’s look'],
  checkout_design_discarded: ['checkout', 'discarded the draft of the checkout’s look'],
  checkout_design_published: ['checkout', 'published the checkout’s look'],
  checkout_design_restored: ['checkout', 'made an earlier look of the checkout the draft'],
  checkout_design_copied: ['checkout', 'copied the checkout’s look from test to live'],
  checkout_logo_added: ['checkout', 'uploaded a logo'],
  confirmation_refused: ['access', 'was refused when asked to confirm that it is them'],
  dispute_accepted: ['payments', 'accepted a chargeback'],
  dispute_answer_saved: ['payments', 'saved a draft of the answer to a chargeback'],
  dispute_answered: ['payments', 'answered a chargeback'],
  document_handed_in: ['application', 'handed in a document'],
  document_taken_back: ['application', 'took back a document'],
  document_viewed: ['staff', 'opened a document'],
  email_change_asked: ['access', 'asked for another e-mail address'],
  email_change_cancelled: ['access', 'took back the change of their e-mail address'],
  email_change_disowned: ['access', 'said that the change of the e-mail address was not theirs'],
  email_changed: ['access', 'changed their e-mail address'],
  identity_confirmed: ['access', 'confirmed that it is them'],
  member_invitation_sent_again: ['team', 'sent an invitation again'],
  member_invitation_withdrawn: ['team', 'withdrew an invitation'],
  member_invited: ['team', 'invited somebody to the team'],
  member_joined: ['team', 'joined the team'],
  member_left: ['team', 'left the team'],
  member_removed: ['team', 'removed somebody from the team'],
  member_role_changed: ['team', 'changed somebody’s role'],
  look_begun: ['staff', 'began to look at the account as a read-only member sees it'],
  look_ended: ['staff', 'stopped looking at the account'],
  look_refused: ['staff', 'was refused a look at an account: too many in a day'],
  mail_sent_again: ['staff', 'sent a mail again'],
  name_changed: ['access', 'changed their name'],
  notifications_changed: ['settings', 'changed their own notifications'],
  password_changed: ['access', 'changed their password'],
  recovery_asked: ['access', 'asked to recover their login without the second factor'],
  recovery_begun: ['access', 'began to recover their login without the second factor: it takes three days'],
  recovery_cancelled: ['access', 'stopped the recovery of their login'],
  redirect_host_listed: ['settings', 'listed a redirect host'],
  redirect_host_removed: ['settings', 'removed a redirect host'],
  refund_limit_changed: ['settings', 'changed above which amount refunds take a second factor'],
  refund_requested: ['payments', 'asked for a refund'],
  saved_view_changed: ['settings', 'changed a saved view'],
  saved_view_created: ['settings', 'saved a view'],
  saved_view_deleted: ['settings', 'deleted a saved view'],
  second_factor_set_up: ['access', 'set up an authenticator app'],
  second_factor_turned_off: ['access', 'turned off logging in with a code'],
  second_factor_recovered: ['access', 'took off a lost authenticator app after three days of waiting'],
  second_factor_reset: ['access', 'took away a lost authenticator app'],
  second_factor_recovery_codes_made: ['access', 'made new recovery codes'],
  secret_created: ['credentials', 'created a client secret'],
  secret_revoked: ['credentials', 'revoked a client secret'],
  settings_changed: ['settings', 'changed the settings'],
  sign_in_refused: ['access', 'was refused at signing in: the code was wrong'],
  sessions_ended: ['access', 'ended sessions of their own'],
  signed_in: ['access', 'signed in'],
  signing_secret_rolled: ['credentials', 'rolled the checkout signing secret'],
  signing_secret_shown: ['credentials', 'looked at the checkout signing secret'],
  staff_ended: ['team', 'ended somebody’s work on the staff'],
  staff_invitation_withdrawn: ['team', 'withdrew an invitation to the staff'],
  staff_invited: ['team', 'invited somebody to the staff'],
  staff_joined: ['team', 'joined the staff'],
  staff_sign_in_refused: ['access', 'was refused at signing in to the staff area'],
  staff_signed_in: ['access', 'signed in to the staff area'],
  transactions_exported: ['export', 'exported transactions'],
  trial_run: ['payments', 'tried something out with a test payment'],
  void_requested: ['payments', 'asked for a void'],
  webhook_deliveries_resent: ['webhooks', 'sent failed webhooks again'],
  webhook_delivery_resent: ['webhooks', 'sent a webhook again'],
  webhook_endpoint_created: ['webhooks', 'added a webhook endpoint'],
  webhook_endpoint_deleted: ['webhooks', 'deleted a webhook endpoint'],
  webhook_endpoint_disabled: ['webhooks', 'disabled a webhook endpoint'],
  webhook_endpoint_edited: ['webhooks', 'changed a webhook endpoint'],
  webhook_endpoint_enabled: ['webhooks', 'enabled a webhook endpoint'],
  webhook_secret_rolled: ['webhooks', 'rolled a webhook endpoint’s secret'],
  webhook_test_sent: ['webhooks', 'sent a test webhook'],
} as const satisfies Record<string, readonly [ActionKind, string]>;

export type AuditAction = keyof typeof actions;

/** What somebody did, as it follows their name. */
export function actionWords(action: string): string {
  return Object.hasOwn(actions, action) ? actions[action as AuditAction][1] : action.replaceAll('_', ' ');
}

export function isActionKind(text: string): text is ActionKind {
  return Object.hasOwn(actionKinds, text);
}

export function actionsOf(kind: ActionKind): AuditAction[] {
  return (Object.keys(actions) as AuditAction[]).filter((action) => actions[action][0] === kind);
}

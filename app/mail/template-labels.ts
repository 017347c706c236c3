import type { TemplateName } from './templates';

/** What a mail is about. Its subject names people and amounts, and is not kept. */
const templateLabels: Record<TemplateName, string> = {
  'support-session-started': 'Support is looking at the account',
  'account-reinstated': 'The account works again',
  'account-suspended': 'The account is suspended',
  'already-registered': 'There is an account of this address already',
  'application-approved': 'The application is approved',
  'application-changes-requested': 'The application needs changes',
  'application-assigned': 'A reviewer is reading the application',
  'application-delayed': 'The application takes longer than promised',
  'application-rejected': 'The application is rejected',
  'application-submitted': 'The application has arrived',
  'card-testing': 'Attempts to test cards were blocked',
  'chargeback-decided': 'A chargeback is decided',
  'chargeback-opened': 'A chargeback is open',
  'chargeback-reminder': 'The time to answer a chargeback runs out',
  'confirm-address': 'Confirm the email address',
  'credentials-changed': 'Credentials have changed',
  'email-change': 'Confirm the new email address',
  'email-change-address-in-use': 'The address was entered for another account',
  'email-changed': 'The email address has changed',
  'live-secret-created': 'A live client secret was created',
  'member-recovered': 'Somebody of the team logs in without a second factor',
  'membership-changed': 'Their place in the team has changed',
  'new-device': 'New login from a device not known before',
  'no-account': 'No account has this address',
  'password-changed': 'The password has been changed',
  'payment-page-changed': 'The payment page is not as it should be',
  receipt: 'Receipt for a payment',
  'recovery-link': 'Recover the login',
  'recovery-running': 'A recovery of the login is running',
  'reset-password': 'Choose a new password',
  'second-factor-changed': 'The second factor has changed',
  'staff-invitation': 'Invitation to the staff',
  'team-changed': 'The team has changed',
  'team-invitation': 'Invitation to a team',
  'webhook-disabled': 'Webhooks are disabled',
  'webhook-failing': 'Webhooks are failing',
};

/** A template that is no more keeps its name. */
export function getTemplateLabel(template: string): string {
  return Object.hasOwn(templateLabels, template)
    ? templateLabels[template as TemplateName]
    : template.replaceAll('-', ' ');
}

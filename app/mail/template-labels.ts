import type { TemplateName } from './templates';

/** The topic of an email. Its subject contains names and amounts and isn't stored. */
const templateLabels: Record<TemplateName, string> = {
  'support-session-started': 'Support session started',
  'account-reinstated': 'Account reinstated',
  'account-suspended': 'Account suspended',
  'already-registered': 'Email address already registered',
  'application-approved': 'Application approved',
  'application-changes-requested': 'Application needs changes',
  'application-assigned': 'Review started',
  'application-delayed': 'Review delayed',
  'application-rejected': 'Application rejected',
  'application-submitted': 'Application received',
  'card-testing': 'Card testing blocked',
  'chargeback-decided': 'Chargeback decided',
  'chargeback-opened': 'Chargeback opened',
  'chargeback-reminder': 'Chargeback response due soon',
  'chargeback-response-returned': 'Chargeback response not sent',
  'confirm-address': 'Email address confirmation',
  'credentials-changed': 'Credentials changed',
  'email-change': 'Email change confirmation',
  'email-change-address-in-use': 'Email change: address in use',
  'email-changed': 'Email address changed',
  'live-secret-created': 'Live client secret created',
  'member-recovered': 'Team member without second factor',
  'membership-changed': 'Team role changed',
  'new-device': 'New login from an unknown device',
  'no-account': 'No account for this address',
  'password-changed': 'Password changed',
  'payment-page-changed': 'Unexpected payment page change',
  receipt: 'Payment receipt',
  'recovery-link': 'Login recovery',
  'recovery-running': 'Login recovery started',
  'refund-failed': 'Refund failed',
  'reset-password': 'Choose a new password',
  'second-factor-changed': 'Second factor changed',
  'staff-access-changed': 'Staff access changed',
  'staff-factor-reset': 'Staff second factor reset',
  'staff-invitation': 'Staff invitation',
  'team-changed': 'Team changed',
  'team-invitation': 'Team invitation',
  'webhook-disabled': 'Webhook endpoint disabled',
  'webhook-failing': 'Webhooks failing',
};

/** A former template keeps its name. */
export function getTemplateLabel(template: string): string {
  return Object.hasOwn(templateLabels, template)
    ? templateLabels[template as TemplateName]
    : template.replaceAll('-', ' ');
}

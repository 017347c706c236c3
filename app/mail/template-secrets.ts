import type { TemplateName, TemplateProps } from './templates';

/**
 * `props`: what gives access to anyone who has it, such as a link with a token or a code. It's never kept.
 * `instead`: what staff tell a person who lacks the email, which can't be sent again.
 */
type Secrets<N extends TemplateName> = { props: readonly (keyof TemplateProps<N>)[]; instead: string };

/** Null for an email without secrets. A new template doesn't compile until it's listed here. */
export const templateSecrets: { [N in TemplateName]: Secrets<N> | null } = {
  'support-session-started': null,
  'account-reinstated': null,
  'account-suspended': null,
  'already-registered': {
    props: ['resetLink'],
    instead: 'Ask the person to log in, or to choose “Forgot password?” on the login page for a new link.',
  },
  'application-approved': null,
  'application-changes-requested': null,
  'application-assigned': null,
  'application-delayed': null,
  'application-rejected': null,
  'application-submitted': null,
  'card-testing': null,
  'chargeback-decided': null,
  'chargeback-opened': null,
  'chargeback-reminder': null,
  'chargeback-response-returned': null,
  'confirm-address': {
    props: ['link'],
    instead: 'Ask the person to register again with this address, which sends a new link.',
  },
  'credentials-changed': null,
  'email-change': {
    props: ['link'],
    instead: 'Ask the person to request the change again under Security, which sends new links.',
  },
  'email-change-address-in-use': null,
  'email-changed': null,
  'live-secret-created': null,
  'member-recovered': null,
  'membership-changed': null,
  'new-device': null,
  'no-account': null,
  'password-changed': null,
  'payment-page-changed': null,
  receipt: null,
  'recovery-link': {
    props: ['link'],
    instead: 'Ask the person to log in and report the lost second factor again, which sends a new link.',
  },
  'recovery-running': {
    props: ['link'],
    instead: 'Ask the person to log in, where they see the recovery and can stop it.',
  },
  'refund-failed': null,
  'reset-password': {
    props: ['link'],
    instead: 'Ask the person to choose “Forgot password?” on the login page for a new link.',
  },
  'second-factor-changed': null,
  'staff-access-changed': null,
  'staff-factor-reset': null,
  'staff-invitation': {
    props: ['link'],
    instead: 'Ask an admin to resend the invitation under Staff, which sends a new link.',
  },
  'team-changed': null,
  'team-invitation': {
    props: ['link'],
    instead: 'Ask an owner or admin of the account to resend the invitation under Team.',
  },
  'webhook-disabled': null,
  'webhook-failing': null,
};

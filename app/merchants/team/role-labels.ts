import type { MemberPermission, MemberRole } from './members';

/** The roles as people read them, on pages and in mails. */
export const memberRoleLabels: Record<MemberRole, { name: string; purpose: string }> = {
  owner: { name: 'Owner', purpose: 'may do everything, and alone makes, changes and removes owners' },
  admin: { name: 'Admin', purpose: 'may do everything but make, change or remove owners' },
  developer: {
    name: 'Developer',
    purpose:
      'looks after client secrets, redirect hosts, webhooks and the checkout, and sees payments; cannot move money or change the team',
  },
  finance: {
    name: 'Finance',
    purpose:
      'captures, voids and refunds payments and answers chargebacks; sees no credentials, webhooks or API requests and cannot change the team',
  },
  viewer: { name: 'Read-only', purpose: 'sees payments, webhooks and API requests; changes nothing' },
};

/** What each right lets somebody do. */
export const memberPermissionLabels: Record<MemberPermission, string> = {
  transactions_view: 'See transactions, cards, chargebacks and the team',
  transactions_change: 'Capture, void and refund payments, and delete cards',
  disputes_answer: 'Answer chargebacks',
  developer_view: 'See webhooks and API requests',
  credentials_manage: 'Create, roll and revoke client secrets, and list redirect hosts',
  webhooks_manage: 'Set up webhooks and send them again',
  checkout_manage: 'Design the checkout',
  settings_manage: 'Change the settings of the account',
  account_manage: 'Fill in the application and go live',
  members_manage: 'Invite and remove people, and change their roles',
  audit_view: 'Read the audit log',
};

import type { MemberPermission, MemberRole } from './members';

/** The roles' labels, for pages and emails. */
export const memberRoleLabels: Record<MemberRole, { name: string; purpose: string }> = {
  owner: { name: 'Owner', purpose: 'Full access. Only owners can add, change, or remove owners.' },
  admin: { name: 'Admin', purpose: 'Full access, except adding, changing, or removing owners.' },
  developer: {
    name: 'Developer',
    purpose:
      'Manages client secrets, redirect hosts, webhooks, and the checkout, and views payments. Can’t move money or change the team.',
  },
  finance: {
    name: 'Finance',
    purpose:
      'Captures, voids, and refunds payments, views payouts, creates payment links, and responds to chargebacks. Can’t see credentials, webhooks, or API requests, or change the team.',
  },
  viewer: {
    name: 'Read-only',
    purpose:
      'Views payments, payouts, payment links, webhooks, and API requests, and downloads CSV files. Can’t change anything.',
  },
};

/** The description of each permission. */
export const memberPermissionLabels: Record<MemberPermission, string> = {
  transactions_view: 'View transactions, payouts, payment links, cards, chargebacks, and the team',
  transactions_change: 'Capture, void, and refund payments, create payment links, and delete cards',
  disputes_answer: 'Respond to chargebacks',
  developer_view: 'View webhooks and API requests',
  events_simulate: 'Simulate events of test payments',
  credentials_manage: 'Create, rotate, and revoke client secrets, and manage redirect hosts',
  webhooks_manage: 'Set up and resend webhooks',
  checkout_manage: 'Design the checkout',
  settings_manage: 'Change account settings',
  account_manage: 'Submit the application and go live',
  members_manage: 'Invite and remove team members, and change their roles',
  audit_view: 'View the audit log',
};

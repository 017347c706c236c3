import type { Permission, Role } from './members';

/** The roles as people read them, on pages and in mails. */
export const roleWords: Record<Role, { name: string; purpose: string }> = {
  owner: { name: 'Owner', purpose: 'everything, and makes other owners' },
  admin: { name: 'Admin', purpose: 'everything but owners' },
  developer: { name: 'Developer', purpose: 'credentials, webhooks and the checkout' },
  finance: { name: 'Finance', purpose: 'payments, refunds and chargebacks' },
  viewer: { name: 'Read-only', purpose: 'sees payments and changes nothing' },
};

/** What each right lets somebody do. */
export const permissionWords: Record<Permission, string> = {
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

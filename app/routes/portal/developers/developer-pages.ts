import type { MemberPermission } from '~/merchants/team/members';

type DeveloperPage = { to: string; text: string; requiredPermission: MemberPermission };

/** The pages for developers. Those about credentials require the permission to manage them. */
export const developerPages: readonly [DeveloperPage, ...DeveloperPage[]] = [
  { to: '/developers', text: 'API credentials', requiredPermission: 'credentials_manage' },
  { to: '/developers/requests', text: 'Requests', requiredPermission: 'developer_view' },
  { to: '/developers/external-ids', text: 'External IDs', requiredPermission: 'developer_view' },
  { to: '/developers/webhooks', text: 'Webhooks', requiredPermission: 'developer_view' },
  { to: '/developers/verify', text: 'Check a signature', requiredPermission: 'developer_view' },
  { to: '/developers/test-cards', text: 'Test cards', requiredPermission: 'developer_view' },
  { to: '/developers/redirect-hosts', text: 'Redirect hosts', requiredPermission: 'credentials_manage' },
  {
    to: '/developers/signing-secret',
    text: 'Checkout signing secret',
    requiredPermission: 'credentials_manage',
  },
];

import {
  Mail,
  ClipboardCheck,
  Fingerprint,
  Globe,
  KeyRound,
  Network,
  Palette,
  ReceiptText,
  ShieldCheck,
  SlidersHorizontal,
  Store,
  Users,
  Webhook,
} from 'lucide-react';
import type { MemberPermission } from '~/merchants/team/members';
import { filterGroups, type NavigationGroup } from '~/ui/shell/navigation';
import type { PortalItem } from '~/ui/shell/portal-navigation';

type SettingsPage = PortalItem & { description: string };
type SettingsGroup = NavigationGroup<SettingsPage> & { isPersonal?: boolean };

const settingsGroups: readonly SettingsGroup[] = [
  {
    title: 'Account',
    items: [
      {
        to: '/settings/business-name',
        text: 'Business name',
        icon: Store,
        description: 'The name of this account, until your application names the business.',
        requiredPermission: 'settings_manage',
      },
      {
        to: '/settings/general',
        text: 'General',
        icon: SlidersHorizontal,
        description: 'Time zone, and defaults for capture, 3-D Secure, billing details, and holds.',
        requiredPermission: 'settings_manage',
      },
      {
        to: '/settings/refunds',
        text: 'Refund limits',
        icon: ReceiptText,
        description: 'When a refund requires a second factor, and the most your team can refund in 24 hours.',
        requiredPermission: 'settings_manage',
      },
      {
        to: '/team',
        text: 'Team',
        icon: Users,
        description: 'Members, roles, and invitations.',
        requiredPermission: 'transactions_view',
      },
      {
        to: '/application',
        text: 'Application',
        icon: ClipboardCheck,
        description: 'Your business details, owners, documents, and bank account.',
        requiredPermission: 'account_manage',
      },
    ],
  },
  {
    title: 'Checkout',
    items: [
      {
        to: '/checkout-design',
        text: 'Checkout',
        icon: Palette,
        description: 'Logo, colors, texts, language, and email receipts.',
        requiredPermission: 'checkout_manage',
      },
      {
        to: '/developers/redirect-hosts',
        text: 'Redirect hosts',
        icon: Globe,
        description: 'The hosts that payers can return to in live.',
        requiredPermission: 'credentials_manage',
      },
      {
        to: '/developers/signing-secret',
        text: 'Checkout signing secret',
        icon: Fingerprint,
        description: 'Signs redirect URLs, so that your server can trust them.',
        requiredPermission: 'credentials_manage',
      },
    ],
  },
  {
    title: 'Developers',
    items: [
      {
        to: '/developers',
        text: 'API credentials',
        icon: KeyRound,
        description: 'Client ID and client secrets.',
        requiredPermission: 'credentials_manage',
      },
      {
        to: '/developers/addresses',
        text: 'Allowed addresses',
        icon: Network,
        description: 'The IP addresses your servers call the API from.',
        requiredPermission: 'credentials_manage',
      },
      {
        to: '/developers/webhooks',
        text: 'Webhooks',
        icon: Webhook,
        description: 'Endpoints that receive events, and their deliveries.',
        requiredPermission: 'developer_view',
      },
    ],
  },
  {
    title: 'Personal',
    isPersonal: true,
    items: [
      {
        to: '/security',
        text: 'Security',
        icon: ShieldCheck,
        description: 'Your name, email address, password, passkeys, second factor, and sessions.',
        requiredPermission: 'transactions_view',
      },
      {
        to: '/settings/notifications',
        text: 'Email notifications',
        icon: Mail,
        description: 'The emails you get. Other team members choose their own.',
        requiredPermission: 'transactions_view',
      },
    ],
  },
];

type Reader = { permissions: readonly MemberPermission[]; isSupportSession: boolean };

/** The settings that the person may open. Support sessions have no personal ones. */
export function listSettingsGroups({
  permissions,
  isSupportSession,
}: Reader): NavigationGroup<SettingsPage>[] {
  return filterGroups(
    settingsGroups.filter(({ isPersonal }) => !isPersonal || !isSupportSession),
    ({ requiredPermission }) => permissions.includes(requiredPermission),
  );
}

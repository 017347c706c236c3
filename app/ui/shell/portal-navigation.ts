import {
  ArrowLeftRight,
  BookOpen,
  ClipboardCheck,
  CodeXml,
  CreditCard,
  House,
  Landmark,
  Link2,
  Palette,
  ScrollText,
  Settings,
  Undo2,
  Users,
} from 'lucide-react';
import type { MemberPermission } from '~/merchants/team/members';
import type { NavigationGroup, NavigationItem } from './navigation';

export type PortalItem = NavigationItem & { requiredPermission: MemberPermission };

/** The menu. An item is shown to roles with the permission for its page. */
export const portalNavigation: NavigationGroup<PortalItem>[] = [
  { items: [{ to: '/', text: 'Home', icon: House, requiredPermission: 'transactions_view' }] },
  {
    title: 'Payments',
    items: [
      {
        to: '/transactions',
        text: 'Transactions',
        icon: ArrowLeftRight,
        requiredPermission: 'transactions_view',
      },
      {
        to: '/chargebacks',
        text: 'Chargebacks',
        icon: Undo2,
        pages: /^\/transactions\/[^/]+\/dispute/,
        requiredPermission: 'transactions_view',
      },
      { to: '/payment-links', text: 'Payment links', icon: Link2, requiredPermission: 'transactions_view' },
      { to: '/payouts', text: 'Payouts', icon: Landmark, requiredPermission: 'transactions_view' },
      { to: '/cards', text: 'Saved cards', icon: CreditCard, requiredPermission: 'transactions_view' },
    ],
  },
  {
    title: 'Setup',
    items: [
      { to: '/checkout-design', text: 'Checkout', icon: Palette, requiredPermission: 'checkout_manage' },
      { to: '/developers', text: 'Developers', icon: CodeXml, requiredPermission: 'developer_view' },
      { to: '/docs', text: 'Docs', icon: BookOpen, requiredPermission: 'transactions_view' },
    ],
  },
  {
    title: 'Account',
    items: [
      { to: '/application', text: 'Application', icon: ClipboardCheck, requiredPermission: 'account_manage' },
      { to: '/team', text: 'Team', icon: Users, requiredPermission: 'transactions_view' },
      { to: '/settings', text: 'Settings', icon: Settings, requiredPermission: 'transactions_view' },
      { to: '/audit-log', text: 'Audit log', icon: ScrollText, requiredPermission: 'audit_view' },
    ],
  },
];

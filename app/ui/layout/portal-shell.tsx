import { Link } from '@remix-run/react';
import {
  ArrowLeftRight,
  Bell,
  BookOpen,
  ClipboardCheck,
  CodeXml,
  CreditCard,
  House,
  Landmark,
  Link2,
  Palette,
  Repeat,
  ScrollText,
  Settings,
  ShieldCheck,
  Undo2,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { MemberPermission } from '~/merchants/team/members';
import type { Environment } from '~/platform/environment';
import { useSupportSession } from './brand';
import { Banner, EnvironmentBanner } from './banner';
import { EnvironmentSwitch } from './environment-switch';
import { ShellFrame, filterGroups, type NavigationGroup, type NavigationItem } from './shell-frame';

/** The menu. An item is shown to roles with the permission for its page. */
const navigationGroups: NavigationGroup<NavigationItem & { requiredPermission: MemberPermission }>[] = [
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
      { to: '/chargebacks', text: 'Chargebacks', icon: Undo2, requiredPermission: 'transactions_view' },
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
      { to: '/settings', text: 'Settings', icon: Settings, requiredPermission: 'settings_manage' },
      { to: '/audit-log', text: 'Audit log', icon: ScrollText, requiredPermission: 'audit_view' },
    ],
  },
];

const personalItems = [
  { to: '/settings/notifications', text: 'Notifications', icon: Bell },
  { to: '/security', text: 'Security', icon: ShieldCheck },
];
const personalItemsWithSwitch = [{ to: '/accounts', text: 'Switch account', icon: Repeat }, ...personalItems];

type Props = {
  environment: Environment;
  account: { name: string; mode: 'test' | 'live'; status: 'active' | 'suspended' };
  user: { name: string; email: string };
  /** The permissions of the person's role. */
  permissions: readonly MemberPermission[];
  /** Whether the person also belongs to other accounts. */
  worksForOthers: boolean;
  children: ReactNode;
};

/** The layout of a merchant's pages. */
export function PortalShell({ environment, account, user, permissions, worksForOthers, children }: Props) {
  const isSupportSession = useSupportSession() !== undefined;
  return (
    <ShellFrame
      banner={<EnvironmentBanner environment={environment} />}
      homeUrl="/"
      navigationHeader={account.mode === 'live' && <EnvironmentSwitch environment={environment} />}
      navigationGroups={filterGroups(navigationGroups, ({ requiredPermission }) =>
        permissions.includes(requiredPermission),
      )}
      userInfo={
        <>
          <p className="font-medium">{account.name}</p>
          <p className="break-words text-ink-soft">
            {isSupportSession ? `Viewed by ${user.name}, read-only` : user.email}
          </p>
        </>
      }
      {...(!isSupportSession && {
        personalItems: worksForOthers ? personalItemsWithSwitch : personalItems,
        logoutUrl: '/logout',
      })}
    >
      {account.status === 'suspended' && (
        <div className="mb-8">
          <Banner tone="negative" title="This account is suspended">
            The API rejects its requests in both environments.{' '}
            {permissions.includes('account_manage') ? (
              <>
                You’ll find the reason in the email we sent and under{' '}
                <Link to="/application" className="font-medium underline underline-offset-4">
                  Application
                </Link>
                .
              </>
            ) : (
              'The account’s owners know the reason.'
            )}
          </Banner>
        </div>
      )}
      {children}
    </ShellFrame>
  );
}

import { Link } from '@remix-run/react';
import {
  ArrowLeftRight,
  Bell,
  BookOpen,
  ClipboardCheck,
  CodeXml,
  CreditCard,
  House,
  Palette,
  Repeat,
  ScrollText,
  Settings,
  ShieldCheck,
  Undo2,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { Permission } from '~/merchants/members';
import type { Environment } from '~/platform/environment';
import { useLook } from './brand';
import { Banner, EnvironmentBand } from './banner';
import { EnvironmentSwitch } from './environment-switch';
import { ShellFrame, type Place } from './shell-frame';

/** Where one can go. An entry is there for those whose role includes what its page needs. */
const places: (Place & { needs: Permission })[] = [
  { to: '/', text: 'Home', icon: House, needs: 'transactions_view' },
  { to: '/transactions', text: 'Transactions', icon: ArrowLeftRight, needs: 'transactions_view' },
  { to: '/chargebacks', text: 'Chargebacks', icon: Undo2, needs: 'transactions_view' },
  { to: '/cards', text: 'Cards', icon: CreditCard, needs: 'transactions_view' },
  { to: '/checkout-design', text: 'Checkout', icon: Palette, needs: 'checkout_manage' },
  { to: '/developers', text: 'Developers', icon: CodeXml, needs: 'developer_view' },
  { to: '/application', text: 'Application', icon: ClipboardCheck, needs: 'account_manage' },
  { to: '/team', text: 'Team', icon: Users, needs: 'transactions_view' },
  { to: '/settings', text: 'Settings', icon: Settings, needs: 'settings_manage' },
  { to: '/audit-log', text: 'Audit log', icon: ScrollText, needs: 'audit_view' },
  { to: '/docs', text: 'Docs', icon: BookOpen, needs: 'transactions_view' },
];

const own = [
  { to: '/settings/notifications', text: 'Notifications', icon: Bell },
  { to: '/security', text: 'Security', icon: ShieldCheck },
];
const ownOfMany = [{ to: '/accounts', text: 'Switch account', icon: Repeat }, ...own];

type Props = {
  environment: Environment;
  account: { name: string; mode: 'test' | 'live'; status: 'active' | 'suspended' };
  user: { name: string; email: string };
  /** Of the person's role, as permissionsOf gives them. */
  permissions: readonly Permission[];
  /** Whether the person works for other accounts as well. */
  worksForOthers: boolean;
  children: ReactNode;
};

/** The frame of a merchant's pages. */
export function PortalShell({ environment, account, user, permissions, worksForOthers, children }: Props) {
  const looks = useLook() !== undefined;
  return (
    <ShellFrame
      band={<EnvironmentBand environment={environment} />}
      home="/"
      above={account.mode === 'live' && <EnvironmentSwitch environment={environment} />}
      places={places.filter(({ needs }) => permissions.includes(needs))}
      who={
        <>
          <p className="font-medium">{account.name}</p>
          <p className="break-words text-ink-soft">
            {looks ? `Seen by ${user.name}, read-only` : user.email}
          </p>
        </>
      }
      {...(!looks && { own: worksForOthers ? ownOfMany : own, logout: '/logout' })}
    >
      {account.status === 'suspended' && (
        <div className="mb-8">
          <Banner tone="negative" title="This account is suspended">
            The API refuses its requests in both environments.{' '}
            {permissions.includes('account_manage') ? (
              <>
                The reason stands in the mail we sent, and under{' '}
                <Link to="/application" className="font-medium underline underline-offset-4">
                  Application
                </Link>
                .
              </>
            ) : (
              'The owners of the account know the reason.'
            )}
          </Banner>
        </div>
      )}
      {children}
    </ShellFrame>
  );
}

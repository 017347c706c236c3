import { Link } from '@remix-run/react';
import { Mail, Repeat, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MemberPermission } from '~/merchants/team/members';
import type { Environment } from '~/platform/environment';
import { useSupportSession } from '../layout/brand';
import { Banner, EnvironmentBanner } from '../layout/banner';
import { EnvironmentSwitch } from './environment-switch';
import { filterGroups } from './navigation';
import { portalNavigation } from './portal-navigation';
import { PrintHeader } from '../layout/print-header';
import { SearchLink } from './search-link';
import { ShellFrame } from './shell-frame';

const personalItems = [
  { to: '/settings/notifications', text: 'Email notifications', icon: Mail },
  { to: '/security', text: 'Security', icon: ShieldCheck },
];
const personalItemsWithSwitch = [{ to: '/accounts', text: 'Switch account', icon: Repeat }, ...personalItems];

type Props = {
  environment: Environment;
  account: { id: string; name: string; mode: 'test' | 'live'; status: 'active' | 'suspended' };
  user: { name: string; email: string };
  /** The permissions of the person's role. */
  permissions: readonly MemberPermission[];
  /** Null in a support session, which has none. */
  unreadNotifications: number | null;
  /** Whether the person also belongs to other accounts. */
  worksForOthers: boolean;
  children: ReactNode;
};

/** The layout of a merchant's pages. */
export function PortalShell({
  environment,
  account,
  user,
  permissions,
  worksForOthers,
  unreadNotifications,
  children,
}: Props) {
  const isSupportSession = useSupportSession() !== undefined;
  return (
    <ShellFrame
      banner={<EnvironmentBanner environment={environment} />}
      homeUrl="/"
      unreadNotifications={unreadNotifications}
      navigationHeader={
        <>
          <SearchLink />
          {account.mode === 'live' && <EnvironmentSwitch environment={environment} />}
        </>
      }
      navigationGroups={filterGroups(portalNavigation, ({ requiredPermission }) =>
        permissions.includes(requiredPermission),
      )}
      account={{
        name: account.name,
        details: [isSupportSession ? `Viewed by ${user.name}, read-only` : user.email],
        items: worksForOthers ? personalItemsWithSwitch : personalItems,
        logoutUrl: isSupportSession ? undefined : '/logout',
      }}
    >
      <PrintHeader account={account} environment={environment} />
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

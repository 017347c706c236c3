import { Link } from '@remix-run/react';
import { ArrowLeftRight, BookOpen, ClipboardCheck, CodeXml, CreditCard, House, Palette, ShieldCheck, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Environment } from '~/platform/environment';
import { Banner, EnvironmentBand } from './banner';
import { EnvironmentSwitch } from './environment-switch';
import { ShellFrame } from './shell-frame';

const places = [
  { to: '/', text: 'Home', icon: House, forCredentials: false },
  { to: '/transactions', text: 'Transactions', icon: ArrowLeftRight, forCredentials: false },
  { to: '/chargebacks', text: 'Chargebacks', icon: Undo2, forCredentials: false },
  { to: '/cards', text: 'Cards', icon: CreditCard, forCredentials: false },
  { to: '/checkout-design', text: 'Checkout', icon: Palette, forCredentials: false, forCheckout: true },
  { to: '/developers', text: 'Developers', icon: CodeXml, forCredentials: true },
  { to: '/application', text: 'Application', icon: ClipboardCheck, forCredentials: false, forAccount: true },
  { to: '/docs', text: 'Docs', icon: BookOpen, forCredentials: false },
];

const own = [{ to: '/security', text: 'Security', icon: ShieldCheck }];

type Props = {
  environment: Environment;
  account: { name: string; mode: 'test' | 'live'; status: 'active' | 'suspended' };
  user: { name: string; email: string };
  managesCredentials: boolean;
  managesAccount: boolean;
  managesCheckout: boolean;
  children: ReactNode;
};

/** The frame of a merchant's pages. */
export function PortalShell({ environment, account, user, managesCredentials, managesAccount, managesCheckout, children }: Props) {
  return (
    <ShellFrame
      band={<EnvironmentBand environment={environment} />}
      home="/"
      above={account.mode === 'live' && <EnvironmentSwitch environment={environment} />}
      places={places.filter(({ forCredentials, forAccount, forCheckout }) => (managesCredentials || !forCredentials) && (managesAccount || !forAccount) && (managesCheckout || !forCheckout))}
      who={
        <>
          <p className="font-medium">{account.name}</p>
          <p className="break-words text-ink-soft">{user.email}</p>
        </>
      }
      own={own}
      logout="/logout"
    >
      {account.status === 'suspended' && (
        <div className="mb-8">
          <Banner tone="negative" title="This account is suspended">
            The API refuses its requests in both environments. The reason stands in the mail we sent, and under{' '}
            <Link to="/application" className="font-medium underline underline-offset-4">
              Application
            </Link>
            .
          </Banner>
        </div>
      )}
      {children}
    </ShellFrame>
  );
}

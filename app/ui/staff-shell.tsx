import {
  Activity,
  CircleHelp,
  ClipboardCheck,
  CreditCard,
  Eye,
  Mail,
  Search,
  ShieldCheck,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { StaffPermission, StaffRole } from '~/identity/staff';
import { StaffBand } from './banner';
import type { LookShown } from './brand';
import { LookReminder } from './look-band';
import { ShellFrame, type Place } from './shell-frame';

const places: (Place & { needs: StaffPermission })[] = [
  { to: '/review', text: 'Applications', icon: ClipboardCheck, needs: 'applications_review' },
  { to: '/support', text: 'Search', icon: Search, needs: 'payments_view' },
  { to: '/support/unknown-outcomes', text: 'Unknown outcomes', icon: CircleHelp, needs: 'payments_view' },
  { to: '/staff/mails', text: 'Mails', icon: Mail, needs: 'mails_view' },
  { to: '/staff/looks', text: 'Looks', icon: Eye, needs: 'looks_view' },
  { to: '/staff/payment-page', text: 'Payment page', icon: CreditCard, needs: 'payment_page_watch' },
  { to: '/staff/operations', text: 'Operations', icon: Activity, needs: 'operations_view' },
  { to: '/staff/members', text: 'Staff', icon: Users, needs: 'staff_manage' },
];

const own = [{ to: '/staff/security', text: 'Security', icon: ShieldCheck }];

export const roleWords: Record<StaffRole, string> = {
  reviewer: 'Reviewer',
  support: 'Support',
  admin: 'Admin',
};

type Props = {
  user: { name: string; email: string };
  role: StaffRole;
  permissions: readonly StaffPermission[];
  /** What goes on meanwhile. */ look: LookShown | null;
  children: ReactNode;
};

/** The frame of the staff's pages. */
export function StaffShell({ user, role, permissions, look, children }: Props) {
  return (
    <ShellFrame
      band={
        <>
          <StaffBand />
          {look && <LookReminder {...look} />}
        </>
      }
      home="/staff"
      places={places.filter(({ needs }) => permissions.includes(needs))}
      who={
        <>
          <p className="font-medium">{user.name}</p>
          <p className="break-words text-ink-soft">{user.email}</p>
          <p className="text-ink-soft">{roleWords[role]}</p>
        </>
      }
      own={own}
      logout="/staff/logout"
    >
      {children}
    </ShellFrame>
  );
}

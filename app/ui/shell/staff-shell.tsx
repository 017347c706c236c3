import {
  Activity,
  BookCheck,
  CircleHelp,
  ClipboardCheck,
  CreditCard,
  Eye,
  Inbox,
  Mail,
  Plug,
  Scale,
  ScrollText,
  Search,
  ShieldCheck,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { StaffPermission, StaffRole } from '~/identity/staff/staff';
import { StaffBanner } from '../layout/banner';
import type { SupportSessionSummary } from '../layout/brand';
import { SupportSessionReminder } from '../support-sessions/support-session-banner';
import { filterGroups, type NavigationGroup, type NavigationItem } from './navigation';
import { ShellFrame } from './shell-frame';

const navigationGroups: NavigationGroup<NavigationItem & { requiredPermission: StaffPermission }>[] = [
  {
    items: [
      {
        to: '/review',
        text: 'Applications',
        icon: ClipboardCheck,
        requiredPermission: 'applications_review',
      },
      { to: '/support', text: 'Search', icon: Search, requiredPermission: 'payments_view' },
    ],
  },
  {
    title: 'Payments',
    items: [
      {
        to: '/support/unknown-outcomes',
        text: 'Unknown outcomes',
        icon: CircleHelp,
        requiredPermission: 'payments_view',
      },
      {
        to: '/support/discrepancies',
        text: 'Discrepancies',
        icon: Scale,
        requiredPermission: 'payments_view',
      },
      {
        to: '/support/acquirer-events',
        text: 'Acquirer events',
        icon: Inbox,
        requiredPermission: 'payments_view',
      },
      { to: '/staff/books', text: 'Books', icon: BookCheck, requiredPermission: 'books_audit' },
    ],
  },
  {
    title: 'System',
    items: [
      { to: '/staff/operations', text: 'Operations', icon: Activity, requiredPermission: 'operations_view' },
      {
        to: '/staff/connections',
        text: 'Connections',
        icon: Plug,
        requiredPermission: 'connections_manage',
      },
      {
        to: '/staff/payment-page',
        text: 'Payment page',
        icon: CreditCard,
        requiredPermission: 'payment_page_watch',
      },
      { to: '/staff/mails', text: 'Emails', icon: Mail, requiredPermission: 'mails_view' },
    ],
  },
  {
    title: 'People',
    items: [
      {
        to: '/staff/support-sessions',
        text: 'Support sessions',
        icon: Eye,
        requiredPermission: 'support_sessions_view',
      },
      {
        to: '/staff/audit-log',
        text: 'Audit log',
        icon: ScrollText,
        requiredPermission: 'staff_audit_view',
      },
      { to: '/staff/members', text: 'Staff', icon: Users, requiredPermission: 'staff_manage' },
    ],
  },
];

const personalItems = [{ to: '/staff/security', text: 'Security', icon: ShieldCheck }];

export const staffRoleLabels: Record<StaffRole, string> = {
  reviewer: 'Reviewer',
  support: 'Support',
  admin: 'Admin',
};

type Props = {
  user: { name: string; email: string };
  role: StaffRole;
  permissions: readonly StaffPermission[];
  /** The active support session. */
  supportSession: SupportSessionSummary | null;
  children: ReactNode;
};

/** The layout of the staff's pages. */
export function StaffShell({ user, role, permissions, supportSession, children }: Props) {
  return (
    <ShellFrame
      banner={
        <>
          <StaffBanner />
          {supportSession && <SupportSessionReminder {...supportSession} />}
        </>
      }
      homeUrl="/staff"
      navigationGroups={filterGroups(navigationGroups, ({ requiredPermission }) =>
        permissions.includes(requiredPermission),
      )}
      account={{
        name: user.name,
        details: [user.email, staffRoleLabels[role]],
        items: personalItems,
        logoutUrl: '/staff/logout',
      }}
    >
      {children}
    </ShellFrame>
  );
}

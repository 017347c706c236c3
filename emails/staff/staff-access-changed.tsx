import { ActionButton, EmailLayout, Paragraph } from '../email-layout';

type Props = {
  brandName: string;
  change: 'role_changed' | 'logged_out' | 'leave_set' | 'leave_ended';
  by: string;
  link: string;
  role?: string;
  /** Days, such as 2026-12-24. */
  leaveFrom?: string;
  leaveUntil?: string;
};

const headings: Record<Props['change'], string> = {
  role_changed: 'Your staff role has changed',
  logged_out: 'You were logged out',
  leave_set: 'Your leave of absence',
  leave_ended: 'Your leave of absence was ended',
};

export const subject = ({ brandName, change }: Props) => `${brandName} staff: ${headings[change]}`;

const texts: Record<Props['change'], (props: Props) => string> = {
  role_changed: ({ by, role }) =>
    `${by} changed your role to ${role}. You were logged out of the staff area, and have the new role when you log in again.`,
  logged_out: ({ by }) => `${by} ended all of your sessions. You can log in again.`,
  leave_set: ({ by, leaveFrom, leaveUntil }) =>
    `${by} set a leave of absence for you from ${leaveFrom} to ${leaveUntil} (UTC). You can’t log in to the staff area on these days, and colleagues take over your open applications.`,
  leave_ended: ({ by }) => `${by} ended your leave of absence. You can log in to the staff area.`,
};

export default function StaffAccessChanged(props: Props) {
  const { brandName, change, link } = props;
  return (
    <EmailLayout
      brandName={brandName}
      preview={texts[change](props)}
      heading={headings[change]}
      reason={`You’re receiving this email because you’re a staff member of ${brandName}. If you weren’t expecting it, contact an admin.`}
    >
      <Paragraph>{texts[change](props)}</Paragraph>
      {change !== 'leave_set' && <ActionButton href={link}>Open the staff area</ActionButton>}
    </EmailLayout>
  );
}

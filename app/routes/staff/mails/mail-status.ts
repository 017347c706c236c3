import type { MailStatus } from '~/mail/mail-list';
import type { StatusLabel } from '~/ui/labels/transaction-labels';

const mailStatusLabels: Record<MailStatus, StatusLabel> = {
  queued: { text: 'Waiting', tone: 'caution' },
  sending: { text: 'Sending', tone: 'accent' },
  sent: { text: 'Sent', tone: 'positive' },
  refused: { text: 'Rejected', tone: 'negative' },
  bounced: { text: 'Bounced', tone: 'negative' },
  undelivered: { text: 'Not delivered', tone: 'negative' },
};

/** For the filter. */
export const mailStatusOptions = [
  ...Object.entries(mailStatusLabels).map(([value, { text }]) => ({ value, text })),
  { value: 'failed', text: 'All failed' },
];

export function getMailStatusLabel(status: string): StatusLabel {
  return mailStatusLabels[status as MailStatus];
}

/** When an email without a time of sending will be sent. */
export const describeUnsent = (status: string): string =>
  status === 'refused' || status === 'undelivered' ? 'Never' : 'Not yet';

/** What the mail server said, with its code: "EENVELOPE 550" of an attempt, "5.1.1" of a bounce. */
export function describeMailResult({
  status,
  lastError,
}: {
  status: string;
  lastError: string | null;
}): string {
  const code = lastError?.split(' ').at(-1) ?? 'no code';
  if (status === 'refused') return `Rejected by the mail server (${code})`;
  if (status === 'bounced') return `Accepted by our mail server, returned later by the recipient’s (${code})`;
  if (status === 'undelivered') return `All attempts failed, the last one with ${lastError ?? 'no code'}`;
  if (status === 'sent') return 'Accepted by the mail server';
  return lastError ? `The last attempt failed (${lastError})` : 'Not sent yet';
}

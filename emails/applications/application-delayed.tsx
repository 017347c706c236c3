import { ActionButton, EmailLayout, Paragraph, formatLongDate } from '../email-layout';

type Props = { brandName: string; businessName: string; link: string; missedAt: string; promisedAt: string };

export const subject = ({ businessName }: Props) =>
  `Your application for ${businessName} is taking longer than promised`;

export default function ApplicationDelayed({ brandName, businessName, link, missedAt, promisedAt }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview={`We’ll respond by ${formatLongDate(promisedAt)}.`}
      heading="We’re sorry for the delay"
      reason={`You’re receiving this email because you manage the ${businessName} account on ${brandName}.`}
    >
      <Paragraph>
        We promised to respond by {formatLongDate(missedAt)}, but we need more time. We’ll respond by{' '}
        {formatLongDate(promisedAt)}. You don’t need to do anything now.
      </Paragraph>
      <ActionButton href={link}>Check the status</ActionButton>
    </EmailLayout>
  );
}

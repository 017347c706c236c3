import { ActionButton, EmailLayout, Paragraph, Quote, formatUtcDateTime } from '../email-layout';

type Props = {
  brandName: string;
  businessName: string;
  link: string;
  by: string;
  reason: string;
  caseReference: string | null;
  startedAt: string;
  minutes: number;
};

export const subject = ({ brandName, businessName }: Props) =>
  `${brandName} support is viewing ${businessName}`;

export default function SupportSessionStarted({
  brandName,
  businessName,
  link,
  by,
  reason,
  caseReference,
  startedAt,
  minutes,
}: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="The session is read-only, and every page is recorded."
      heading={`Our support team is viewing ${businessName}`}
      reason={`You’re receiving this email because you can read the audit log of ${businessName} on ${brandName}. Turn these emails off under Notifications.`}
    >
      <Paragraph>
        On {formatUtcDateTime(startedAt)}, {by} from {brandName} started viewing your account with read-only
        access, for up to {minutes} minutes. Their reason:
      </Paragraph>
      <Quote>{reason}</Quote>
      {caseReference && <Paragraph>Case: {caseReference}</Paragraph>}
      <Paragraph>
        They can’t change or download anything. Every page they view is recorded in your audit log.
      </Paragraph>
      <ActionButton href={link}>View the pages</ActionButton>
    </EmailLayout>
  );
}

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
  `${brandName} support is looking at ${businessName}`;

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
      preview="Read-only, and every page is written down."
      heading={`Somebody of our support is looking at ${businessName}`}
      reason={`You get this mail because you may read the audit log of ${businessName} at ${brandName}. You can turn these mails off under Notifications.`}
    >
      <Paragraph>
        {by} of {brandName} began on {formatUtcDateTime(startedAt)} to see the account as a read-only member
        sees it, for {minutes} minutes at most. The reason they gave:
      </Paragraph>
      <Quote>{reason}</Quote>
      {caseReference && <Paragraph>Case: {caseReference}</Paragraph>}
      <Paragraph>
        They can change nothing and download nothing. Every page they see is written down for you.
      </Paragraph>
      <ActionButton href={link}>See the pages</ActionButton>
    </EmailLayout>
  );
}

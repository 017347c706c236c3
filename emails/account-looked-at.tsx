import { Action, Letter, Paragraph, Quote, momentOf } from './letter';

type Props = {
  brandName: string;
  businessName: string;
  link: string;
  by: string;
  reason: string;
  caseReference: string | null;
  begunAt: string;
  minutes: number;
};

export const subject = ({ brandName, businessName }: Props) =>
  `${brandName} support is looking at ${businessName}`;

export default function AccountLookedAt({
  brandName,
  businessName,
  link,
  by,
  reason,
  caseReference,
  begunAt,
  minutes,
}: Props) {
  return (
    <Letter
      brandName={brandName}
      preview="Read-only, and every page is written down."
      heading={`Somebody of our support is looking at ${businessName}`}
      reason={`You get this mail because you may read the audit log of ${businessName} at ${brandName}. You can turn these mails off under Notifications.`}
    >
      <Paragraph>
        {by} of {brandName} began on {momentOf(begunAt)} to see the account as a read-only member sees it, for{' '}
        {minutes} minutes at most. The reason they gave:
      </Paragraph>
      <Quote>{reason}</Quote>
      {caseReference && <Paragraph>Case: {caseReference}</Paragraph>}
      <Paragraph>
        They can change nothing and download nothing. Every page they see is written down for you.
      </Paragraph>
      <Action href={link}>See the pages</Action>
    </Letter>
  );
}

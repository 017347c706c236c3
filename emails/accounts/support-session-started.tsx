import { ActionButton, EmailLayout, Paragraph, Quote, formatMailTime } from '../email-layout';
import { ifApproved, quoteName, type AccountProps } from '../chosen-names';

type Props = AccountProps & {
  brandName: string;
  link: string;
  by: string;
  reason: string;
  caseReference: string | null;
  startedAt: string;
  minutes: number;
};

export const subject = (props: Props) =>
  `${props.brandName} support is viewing ${ifApproved(props, (name) => name, 'your account')}`;

export default function SupportSessionStarted({
  brandName,
  businessName,
  timeZone,
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
      heading={`Our support team is viewing ${quoteName(businessName)}`}
      reason={`You’re receiving this email because you can read the audit log of ${quoteName(businessName)} on ${brandName}. You can turn these emails off under Email notifications.`}
    >
      <Paragraph>
        On {formatMailTime(startedAt, timeZone)}, {by} from {brandName} started viewing your account with
        read-only access, for up to {minutes} minutes. Their reason:
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

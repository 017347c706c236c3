import { Link } from '@react-email/components';
import { ActionButton, EmailLayout, Paragraph, Quote } from '../email-layout';

type Props = {
  brandName: string;
  businessName: string;
  link: string;
  message: string;
  changes: { label: string; reason: string; link: string }[];
};

export const subject = ({ businessName }: Props) => `Your application for ${businessName} needs changes`;

export default function ApplicationChangesRequested({
  brandName,
  businessName,
  link,
  message,
  changes,
}: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="Only what is named below is open again."
      heading="Your application needs changes"
      reason={`You get this mail because you manage the account of ${businessName} at ${brandName}.`}
    >
      {message && (
        <>
          <Paragraph>The reviewer wrote:</Paragraph>
          <Quote>{message}</Quote>
        </>
      )}
      <Paragraph>
        Please change what is named here. It is open again, and everything else stays as it is:
      </Paragraph>
      <ul>
        {changes.map((change) => (
          <li key={change.link}>
            <Paragraph>
              <Link href={change.link}>{change.label}</Link>: {change.reason}
            </Paragraph>
          </li>
        ))}
      </ul>
      <Paragraph>
        When you are done, hand the application in again. We then look only at what has changed.
      </Paragraph>
      <ActionButton href={link}>Make the changes</ActionButton>
    </EmailLayout>
  );
}

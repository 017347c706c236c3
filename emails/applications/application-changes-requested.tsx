import { ActionButton, EmailLayout, MailLink, Paragraph, Quote } from '../email-layout';
import { ifApproved, quoteName, type AccountProps } from '../chosen-names';

type Props = AccountProps & {
  brandName: string;
  link: string;
  message: string;
  changes: { label: string; reason: string; link: string }[];
};

export const subject = (props: Props) =>
  `Your application${ifApproved(props, (name) => ` for ${name}`)} needs changes`;

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
      preview="You can edit only the items listed below."
      heading="Your application needs changes"
      reason={`You’re receiving this email because you manage the ${quoteName(businessName)} account on ${brandName}.`}
    >
      {message && (
        <>
          <Paragraph>Message from the reviewer:</Paragraph>
          <Quote>{message}</Quote>
        </>
      )}
      <Paragraph>Everything else stays as it is. Please change the following items:</Paragraph>
      <ul>
        {changes.map((change) => (
          <li key={change.link}>
            <Paragraph>
              <MailLink href={change.link}>{change.label}</MailLink>: {change.reason}
            </Paragraph>
          </li>
        ))}
      </ul>
      <Paragraph>
        When you’re done, submit the application again. We’ll review only what has changed.
      </Paragraph>
      <ActionButton href={link}>Make the changes</ActionButton>
    </EmailLayout>
  );
}

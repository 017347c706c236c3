import { ActionButton, EmailLayout, Paragraph, Quote } from '../email-layout';

type Props = { brandName: string; businessName: string; link: string; message: string };

export const subject = ({ businessName }: Props) => `Your ${businessName} account is active again`;

export default function AccountReinstated({ brandName, businessName, link, message }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="You can accept payments again."
      heading="Your account is active again"
      reason={`You’re receiving this email because you manage the ${businessName} account on ${brandName}.`}
    >
      <Paragraph>
        The API accepts this account’s requests again. Your credentials and settings haven’t changed.
      </Paragraph>
      {message && (
        <>
          <Paragraph>Message from the reviewer:</Paragraph>
          <Quote>{message}</Quote>
        </>
      )}
      <ActionButton href={link}>Open the portal</ActionButton>
    </EmailLayout>
  );
}

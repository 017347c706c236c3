import { ActionButton, EmailLayout, Paragraph, Quote } from '../email-layout';

type Props = { brandName: string; businessName: string; link: string; message: string };

export const subject = ({ businessName }: Props) => `Your ${businessName} account is suspended`;

export default function AccountSuspended({ brandName, businessName, link, message }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="The account can’t accept payments until it’s reinstated."
      heading="Your account is suspended"
      reason={`You’re receiving this email because you manage the ${businessName} account on ${brandName}.`}
    >
      <Paragraph>
        The API now rejects all requests from this account, including in the test environment. You can still
        log in and view everything.
      </Paragraph>
      <Paragraph>Message from the reviewer:</Paragraph>
      <Quote>{message}</Quote>
      <ActionButton href={link}>Open the portal</ActionButton>
    </EmailLayout>
  );
}

import { ActionButton, EmailLayout, Paragraph, Quote } from '../email-layout';

type Props = { brandName: string; businessName: string; link: string; message: string };

export const subject = ({ businessName }: Props) => `The account of ${businessName} works again`;

export default function AccountReinstated({ brandName, businessName, link, message }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="Payments are taken again."
      heading="Your account works again"
      reason={`You get this mail because you manage the account of ${businessName} at ${brandName}.`}
    >
      <Paragraph>
        The API takes the requests of this account again. Credentials and settings are as they were.
      </Paragraph>
      {message && (
        <>
          <Paragraph>The reviewer wrote:</Paragraph>
          <Quote>{message}</Quote>
        </>
      )}
      <ActionButton href={link}>Open the portal</ActionButton>
    </EmailLayout>
  );
}

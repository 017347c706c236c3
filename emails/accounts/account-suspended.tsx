import { ActionButton, EmailLayout, Paragraph, Quote } from '../email-layout';

type Props = { brandName: string; businessName: string; link: string; message: string };

export const subject = ({ businessName }: Props) => `The account of ${businessName} is suspended`;

export default function AccountSuspended({ brandName, businessName, link, message }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="Payments are refused until it is reinstated."
      heading="Your account is suspended"
      reason={`You get this mail because you manage the account of ${businessName} at ${brandName}.`}
    >
      <Paragraph>
        From now on the API refuses all requests of this account, in the test environment too. You can still
        log in and see everything. The reason:
      </Paragraph>
      <Quote>{message}</Quote>
      <ActionButton href={link}>Open the portal</ActionButton>
    </EmailLayout>
  );
}

import { ActionButton, EmailLayout, Paragraph, Quote } from '../email-layout';
import { ifApproved, quoteName, type AccountProps } from '../chosen-names';

type Props = AccountProps & { brandName: string; link: string; message: string };

export const subject = (props: Props) => `${ifApproved(props, (name) => name, 'Your account')} can go live`;

export default function ApplicationApproved({ brandName, businessName, link, message }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="Next, take your first payment."
      heading="Your application is approved"
      reason={`You’re receiving this email because you manage the ${quoteName(businessName)} account on ${brandName}.`}
    >
      <Paragraph>
        Your account can now accept real payments. Next, create a payment link, or live credentials for your
        own site. A checklist guides you to your first payment. You can still use the test environment.
      </Paragraph>
      {message && (
        <>
          <Paragraph>Message from the reviewer:</Paragraph>
          <Quote>{message}</Quote>
        </>
      )}
      <ActionButton href={link}>Go live</ActionButton>
    </EmailLayout>
  );
}

import { ActionButton, EmailLayout, Paragraph, Quote } from '../email-layout';
import { ifApproved, quoteName, type AccountProps } from '../chosen-names';

type Props = AccountProps & { brandName: string; link: string; message: string };

export const subject = (props: Props) => `${ifApproved(props, (name) => name, 'Your account')} can go live`;

export default function ApplicationApproved({ brandName, businessName, link, message }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="Next, create your live credentials."
      heading="Your application is approved"
      reason={`You’re receiving this email because you manage the ${quoteName(businessName)} account on ${brandName}.`}
    >
      <Paragraph>
        Your account can now accept real payments. Next, create your live credentials and take your first
        payment. A checklist will guide you through it. You can still use the test environment.
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

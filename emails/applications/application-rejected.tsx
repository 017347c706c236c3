import { ActionButton, EmailLayout, Paragraph, Quote } from '../email-layout';
import { ifApproved, quoteName, type AccountProps } from '../chosen-names';

type Props = AccountProps & { brandName: string; link: string; message: string };

export const subject = (props: Props) =>
  `We can’t approve ${ifApproved(props, (name) => `the application for ${name}`, 'your application')}`;

export default function ApplicationRejected({ brandName, businessName, link, message }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="Read the reasons and how to appeal."
      heading="We can’t approve your application"
      reason={`You’re receiving this email because you manage the ${quoteName(businessName)} account on ${brandName}.`}
    >
      <Paragraph>Message from the reviewer:</Paragraph>
      <Quote>{message}</Quote>
      <Paragraph>
        If you disagree, you can appeal, and another reviewer will review your application. The test
        environment keeps working.
      </Paragraph>
      <ActionButton href={link}>View the decision or appeal</ActionButton>
    </EmailLayout>
  );
}

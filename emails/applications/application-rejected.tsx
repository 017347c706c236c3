import { ActionButton, EmailLayout, Paragraph, Quote } from '../email-layout';

type Props = { brandName: string; businessName: string; link: string; message: string };

export const subject = ({ businessName }: Props) => `We cannot accept the application for ${businessName}`;

export default function ApplicationRejected({ brandName, businessName, link, message }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="The reasons are inside, and how to appeal."
      heading="We cannot accept your application"
      reason={`You get this mail because you manage the account of ${businessName} at ${brandName}.`}
    >
      <Paragraph>The reviewer wrote:</Paragraph>
      <Quote>{message}</Quote>
      <Paragraph>
        If you think this is wrong, you can appeal: another reviewer then reads your application again. The
        test environment keeps working.
      </Paragraph>
      <ActionButton href={link}>Read more, or appeal</ActionButton>
    </EmailLayout>
  );
}

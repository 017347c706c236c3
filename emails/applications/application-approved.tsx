import { ActionButton, EmailLayout, Paragraph, Quote } from '../email-layout';

type Props = { brandName: string; businessName: string; link: string; message: string };

export const subject = ({ businessName }: Props) => `${businessName} can go live`;

export default function ApplicationApproved({ brandName, businessName, link, message }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="Create your live credentials next."
      heading="Your application is approved"
      reason={`You get this mail because you manage the account of ${businessName} at ${brandName}.`}
    >
      <Paragraph>
        Your account may take real payments. Next, create your live credentials and take a first payment: a
        checklist leads you there. The test environment keeps working.
      </Paragraph>
      {message && (
        <>
          <Paragraph>The reviewer wrote:</Paragraph>
          <Quote>{message}</Quote>
        </>
      )}
      <ActionButton href={link}>Go live</ActionButton>
    </EmailLayout>
  );
}

import { ActionButton, EmailLayout, Paragraph, Quote } from '../email-layout';

type Props = { brandName: string; environment: string; page: string; faults: string[]; link: string };

export const subject = ({ environment }: Props) => `The ${environment} payment page is not as it should be`;

export default function PaymentPageChanged({ brandName, environment, page, faults, link }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="Look at it now."
      heading={`The ${environment} payment page is not as it should be`}
      reason={`You get this mail because you are an admin of ${brandName}.`}
    >
      <Paragraph>
        We fetched {page} as a payer’s browser does, and found that it differs from what we mean to send:
      </Paragraph>
      <Quote>{faults.join('\n')}</Quote>
      <Paragraph>
        If nobody has just changed it on purpose, somebody may be reading cards as they are typed. Take the
        page offline until you know.
      </Paragraph>
      <ActionButton href={link}>See what was found</ActionButton>
    </EmailLayout>
  );
}

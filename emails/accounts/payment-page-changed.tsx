import { ActionButton, EmailLayout, Paragraph, Quote } from '../email-layout';

type Props = { brandName: string; environment: string; page: string; faults: string[]; link: string };

export const subject = ({ environment }: Props) => `The ${environment} payment page has changed unexpectedly`;

export default function PaymentPageChanged({ brandName, environment, page, faults, link }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="Check it now."
      heading={`The ${environment} payment page has changed unexpectedly`}
      reason={`You’re receiving this email because you are an admin of ${brandName}.`}
    >
      <Paragraph>We fetched {page} as a payer’s browser does. It differs from the page we expect:</Paragraph>
      <Quote>{faults.join('\n')}</Quote>
      <Paragraph>
        If nobody changed it on purpose, an attacker may be reading card details as payers enter them. Take
        the page offline until you know the cause.
      </Paragraph>
      <ActionButton href={link}>View findings</ActionButton>
    </EmailLayout>
  );
}

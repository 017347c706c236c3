import { ActionButton, EmailLayout, Paragraph } from '../email-layout';
import { quoteName, type AccountProps } from '../chosen-names';

type Props = AccountProps & { brandName: string; link: string; amount: string; isTest: boolean };

export const subject = ({ amount, isTest }: Props) =>
  `${isTest ? 'Test: a' : 'A'} refund of ${amount} failed`;

export default function RefundFailed({ brandName, businessName, link, amount, isTest }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview={`The payer’s bank returned a refund of ${amount}.`}
      heading="A refund failed"
      reason={`You’re receiving this email because you manage refunds for ${quoteName(businessName)} on ${brandName}.`}
    >
      <Paragraph>
        The payer’s bank returned a refund of {amount}. The payer doesn’t have the money. Refund it again, or
        pay the payer in another way, such as by bank transfer.
        {isTest ? ' This is the test environment: no real money moved.' : ''}
      </Paragraph>
      <ActionButton href={link}>Open the refund</ActionButton>
    </EmailLayout>
  );
}

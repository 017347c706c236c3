import { ActionButton, EmailLayout, Paragraph, formatMailTime } from '../email-layout';
import { quoteName, type AccountProps } from '../chosen-names';

type Props = AccountProps & {
  brandName: string;
  link: string;
  amount: string;
  dueBy: string | null;
  isTest: boolean;
};

export const subject = ({ amount, isTest }: Props) =>
  `${isTest ? 'Test: a' : 'A'} chargeback of ${amount} was opened`;

export default function ChargebackOpened({
  brandName,
  businessName,
  timeZone,
  link,
  amount,
  dueBy,
  isTest,
}: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="A payer disputed a payment."
      heading="Chargeback opened"
      reason={`You’re receiving this email because you manage chargebacks for ${quoteName(businessName)} on ${brandName}.`}
    >
      <Paragraph>
        A payer of {quoteName(businessName)} disputed a payment, and their bank has taken back {amount}.
        {isTest ? ' This is the test environment: no real money moved.' : ''}
      </Paragraph>
      <Paragraph>
        {dueBy
          ? `Submit evidence, such as a receipt or proof of delivery, by ${formatMailTime(dueBy, timeZone)}, or accept the chargeback.`
          : 'Submit evidence, such as a receipt or proof of delivery, or accept the chargeback.'}
      </Paragraph>
      <ActionButton href={link}>Open the chargeback</ActionButton>
    </EmailLayout>
  );
}

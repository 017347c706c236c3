import { ActionButton, EmailLayout, Paragraph, formatUtcDateTime } from '../email-layout';

type Props = {
  brandName: string;
  businessName: string;
  link: string;
  amount: string;
  dueBy: string | null;
  isTest: boolean;
};

export const subject = ({ amount, isTest }: Props) =>
  `${isTest ? 'Test: a' : 'A'} chargeback of ${amount} is open`;

export default function ChargebackOpened({ brandName, businessName, link, amount, dueBy, isTest }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="A payer disputes a payment."
      heading="A chargeback is open"
      reason={`You get this mail because you may answer chargebacks of ${businessName} at ${brandName}.`}
    >
      <Paragraph>
        A payer of {businessName} disputes a payment, and the bank has taken back {amount}.
        {isTest ? ' This is the test environment: no real money moved.' : ''}
      </Paragraph>
      <Paragraph>
        {dueBy
          ? `You can answer until ${formatUtcDateTime(dueBy)}, with proof such as a receipt or a delivery note, or accept it.`
          : 'You can answer with proof such as a receipt or a delivery note, or accept it.'}
      </Paragraph>
      <ActionButton href={link}>Open the chargeback</ActionButton>
    </EmailLayout>
  );
}

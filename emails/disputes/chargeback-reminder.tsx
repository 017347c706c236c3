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
  `${isTest ? 'Test: the' : 'The'} time to answer a chargeback of ${amount} runs out`;

export default function ChargebackReminder({ brandName, businessName, link, amount, dueBy, isTest }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="Without an answer the payer wins."
      heading="A chargeback waits for your answer"
      reason={`You get this mail because you may answer chargebacks of ${businessName} at ${brandName}.`}
    >
      <Paragraph>
        Nobody has answered the chargeback of {amount} yet.
        {dueBy
          ? ` You can do so until ${formatUtcDateTime(dueBy)}; after that the payer’s bank decides without you.`
          : ''}
        {isTest ? ' This is the test environment: no real money moved.' : ''}
      </Paragraph>
      <ActionButton href={link}>Answer it</ActionButton>
    </EmailLayout>
  );
}

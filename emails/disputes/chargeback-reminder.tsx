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
  `${isTest ? 'Test: the' : 'The'} deadline to respond to a chargeback of ${amount} is near`;

export default function ChargebackReminder({
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
      preview="If you don’t respond, the payer wins."
      heading="A chargeback needs your response"
      reason={`You’re receiving this email because you manage chargebacks for ${quoteName(businessName)} on ${brandName}.`}
    >
      <Paragraph>
        Nobody has responded to the chargeback of {amount} yet.
        {dueBy
          ? ` You can respond until ${formatMailTime(dueBy, timeZone)}. After that, the payer’s bank decides without your response.`
          : ''}
        {isTest ? ' This is the test environment: no real money moved.' : ''}
      </Paragraph>
      <ActionButton href={link}>Respond</ActionButton>
    </EmailLayout>
  );
}

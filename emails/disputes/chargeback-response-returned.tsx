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
  `${isTest ? 'Test: your' : 'Your'} response to a chargeback of ${amount} wasn’t sent`;

export default function ChargebackResponseReturned({
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
      preview="Change the files and submit the response again."
      heading="Your chargeback response wasn’t sent"
      reason={`You’re receiving this email because you manage chargebacks for ${quoteName(businessName)} on ${brandName}.`}
    >
      <Paragraph>
        The response to the chargeback of {amount} wasn’t sent, because its files can’t be submitted. The
        response is a draft again. Change the files and submit it
        {dueBy ? ` by ${formatMailTime(dueBy, timeZone)}` : ' as soon as possible'}. If you don’t respond, the
        payer wins.
        {isTest ? ' This is the test environment: no real money moved.' : ''}
      </Paragraph>
      <ActionButton href={link}>Change the response</ActionButton>
    </EmailLayout>
  );
}

import { ActionButton, EmailLayout, Paragraph, formatUtcDateTime } from '../email-layout';

type Props = {
  brandName: string;
  businessName: string;
  link: string;
  count: number;
  firstAt: string;
  lastAt: string;
};

export const subject = ({ businessName, count }: Props) =>
  `We blocked ${count} attempts to test cards at ${businessName}`;

export default function CardTesting({ brandName, businessName, link, count, firstAt, lastAt }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview={`Between ${formatUtcDateTime(firstAt)} and ${formatUtcDateTime(lastAt)}.`}
      heading={`We blocked ${count} attempts`}
      reason={`You get this mail because you manage the account of ${businessName} at ${brandName}.`}
    >
      <Paragraph>
        Between {formatUtcDateTime(firstAt)} and {formatUtcDateTime(lastAt)} somebody tried many cards on your
        checkout, as people do who want to know which stolen ones work. We stopped {count} of these attempts.
        No money moved in them, and your other payers were not kept waiting.
      </Paragraph>
      <Paragraph>
        There is nothing you must do. It helps to create payment intents only for orders that somebody really
        placed: ask for a login or an e-mail address first where you can.
      </Paragraph>
      <ActionButton href={link}>Look at your account</ActionButton>
    </EmailLayout>
  );
}

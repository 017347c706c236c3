import { ActionButton, EmailLayout, Paragraph, formatLongDate } from '../email-layout';
import { ifApproved, quoteName, type AccountProps } from '../chosen-names';

type Props = AccountProps & { brandName: string; link: string; promisedAt: string; appeal: boolean };

export const subject = (props: Props) =>
  `${props.appeal ? 'Your appeal' : 'Your application'}${ifApproved(props, (name) => ` for ${name}`)} was received`;

export default function ApplicationSubmitted({ brandName, businessName, link, promisedAt, appeal }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview={`We’ll respond by ${formatLongDate(promisedAt)}.`}
      heading={appeal ? 'We received your appeal' : 'We received your application'}
      reason={`You’re receiving this email because you manage the ${quoteName(businessName)} account on ${brandName}.`}
    >
      <Paragraph>
        {appeal ? 'Another reviewer will review it' : 'A reviewer will review it'}, and we’ll respond by{' '}
        {formatLongDate(promisedAt)}. If it takes longer, we’ll email you a new date.
      </Paragraph>
      <Paragraph>You don’t need to do anything now. The test environment keeps working.</Paragraph>
      <ActionButton href={link}>Check the status</ActionButton>
    </EmailLayout>
  );
}

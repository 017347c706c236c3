import { ActionButton, EmailLayout, Paragraph, formatLongDate } from '../email-layout';

type Props = { brandName: string; businessName: string; link: string; promisedAt: string; appeal: boolean };

export const subject = ({ businessName, appeal }: Props) =>
  `${appeal ? 'Your appeal' : 'Your application'} for ${businessName} has arrived`;

export default function ApplicationSubmitted({ brandName, businessName, link, promisedAt, appeal }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview={`You have our answer by ${formatLongDate(promisedAt)}.`}
      heading={appeal ? 'We have your appeal' : 'We have your application'}
      reason={`You get this mail because you manage the account of ${businessName} at ${brandName}.`}
    >
      <Paragraph>
        {appeal ? 'Another reviewer reads it again' : 'A reviewer reads it'}, and you have our answer by{' '}
        {formatLongDate(promisedAt)}. Should it take longer, we write to you with a new date.
      </Paragraph>
      <Paragraph>There is nothing to do for you now. The test environment keeps working.</Paragraph>
      <ActionButton href={link}>See where it stands</ActionButton>
    </EmailLayout>
  );
}

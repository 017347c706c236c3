import { ActionButton, EmailLayout, Paragraph, formatLongDate } from '../email-layout';

type Props = { brandName: string; businessName: string; link: string; promisedAt: string };

export const subject = ({ businessName }: Props) =>
  `A reviewer is reading your application for ${businessName}`;

export default function ApplicationAssigned({ brandName, businessName, link, promisedAt }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview={`You have our answer by ${formatLongDate(promisedAt)}.`}
      heading="A reviewer is reading your application"
      reason={`You get this mail because you manage the account of ${businessName} at ${brandName}.`}
    >
      <Paragraph>
        You have our answer by {formatLongDate(promisedAt)}. There is nothing to do for you now.
      </Paragraph>
      <ActionButton href={link}>See where it stands</ActionButton>
    </EmailLayout>
  );
}

import { ActionButton, EmailLayout, Paragraph, formatLongDate } from '../email-layout';

type Props = { brandName: string; businessName: string; link: string; missedAt: string; promisedAt: string };

export const subject = ({ businessName }: Props) =>
  `Your application for ${businessName} takes longer than promised`;

export default function ApplicationDelayed({ brandName, businessName, link, missedAt, promisedAt }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview={`You have our answer by ${formatLongDate(promisedAt)}.`}
      heading="We are late, and sorry for it"
      reason={`You get this mail because you manage the account of ${businessName} at ${brandName}.`}
    >
      <Paragraph>
        We promised you an answer by {formatLongDate(missedAt)}, and it is not ready. You have it by{' '}
        {formatLongDate(promisedAt)}. There is nothing to do for you now.
      </Paragraph>
      <ActionButton href={link}>See where it stands</ActionButton>
    </EmailLayout>
  );
}

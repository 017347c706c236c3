import { ActionButton, EmailLayout, Paragraph, formatLongDate } from '../email-layout';
import { ifApproved, quoteName, type AccountProps } from '../chosen-names';

type Props = AccountProps & { brandName: string; link: string; promisedAt: string };

export const subject = (props: Props) =>
  `We’re reviewing your application${ifApproved(props, (name) => ` for ${name}`)}`;

export default function ApplicationAssigned({ brandName, businessName, link, promisedAt }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview={`We’ll respond by ${formatLongDate(promisedAt)}.`}
      heading="We’re reviewing your application"
      reason={`You’re receiving this email because you manage the ${quoteName(businessName)} account on ${brandName}.`}
    >
      <Paragraph>We’ll respond by {formatLongDate(promisedAt)}. You don’t need to do anything now.</Paragraph>
      <ActionButton href={link}>Check the status</ActionButton>
    </EmailLayout>
  );
}

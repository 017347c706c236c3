import { ActionButton, EmailLayout, Paragraph, Quote, formatLongDate } from '../email-layout';
import { ifApproved, quoteName, type AccountProps } from '../chosen-names';

type Props = AccountProps & {
  brandName: string;
  link: string;
  /** The previous response date. */
  missedAt: string;
  promisedAt: string;
  /** Of a reviewer who sets a later date. */
  message?: string;
};

export const subject = (props: Props) =>
  `Your application${ifApproved(props, (name) => ` for ${name}`)} is taking longer than promised`;

export default function ApplicationDelayed({
  brandName,
  businessName,
  link,
  missedAt,
  promisedAt,
  message,
}: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview={`We’ll respond by ${formatLongDate(promisedAt)}.`}
      heading="We’re sorry for the delay"
      reason={`You’re receiving this email because you manage the ${quoteName(businessName)} account on ${brandName}.`}
    >
      <Paragraph>
        We promised to respond by {formatLongDate(missedAt)}, but we need more time. We’ll respond by{' '}
        {formatLongDate(promisedAt)}. You don’t need to do anything now.
      </Paragraph>
      {message && (
        <>
          <Paragraph>Message from the reviewer:</Paragraph>
          <Quote>{message}</Quote>
        </>
      )}
      <ActionButton href={link}>Check the status</ActionButton>
    </EmailLayout>
  );
}

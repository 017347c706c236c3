import { ActionButton, EmailLayout, Paragraph, formatMailTime } from '../email-layout';
import { ifApproved, quoteName, type AccountProps } from '../chosen-names';

type Props = AccountProps & {
  brandName: string;
  link: string;
  count: number;
  firstAt: string;
  lastAt: string;
};

export const subject = (props: Props) =>
  `We blocked ${props.count} card-testing attempts${ifApproved(props, (name) => ` at ${name}`)}`;

export default function CardTesting({
  brandName,
  businessName,
  timeZone,
  link,
  count,
  firstAt,
  lastAt,
}: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview={`Between ${formatMailTime(firstAt, timeZone)} and ${formatMailTime(lastAt, timeZone)}.`}
      heading={`We blocked ${count} attempts`}
      reason={`You’re receiving this email because you manage the ${quoteName(businessName)} account on ${brandName}.`}
    >
      <Paragraph>
        Between {formatMailTime(firstAt, timeZone)} and {formatMailTime(lastAt, timeZone)}, someone tried many
        cards on your checkout, which is how fraudsters find stolen cards that work. We blocked {count} of
        these attempts. No money moved, and your legitimate payers weren’t affected.
      </Paragraph>
      <Paragraph>
        You don’t need to do anything. To prevent card testing, create payment intents only for real orders.
        Where possible, ask for a login or an email address first.
      </Paragraph>
      <ActionButton href={link}>Open the portal</ActionButton>
    </EmailLayout>
  );
}

import { ActionButton, EmailLayout, Paragraph, formatMailTime } from '../email-layout';
import { ifApproved, quoteName, type AccountProps } from '../chosen-names';

type Props = AccountProps & {
  brandName: string;
  link: string;
  host: string;
  environment: string;
  since: string;
};

export const subject = (props: Props) =>
  `Webhooks to ${ifApproved(props, () => props.host, `your ${props.environment} endpoint`)} are failing`;

export default function WebhookFailing({
  brandName,
  businessName,
  timeZone,
  link,
  host,
  environment,
  since,
}: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="Nothing is lost yet. We keep retrying."
      heading="Your webhooks are failing"
      reason={`You’re receiving this email because you manage the webhooks of ${quoteName(businessName)} on ${brandName}.`}
    >
      <Paragraph>
        All webhooks from your {environment} environment to {host} have failed since{' '}
        {formatMailTime(since, timeZone)}. We attempt each delivery ten times over three days. After five days
        without a successful delivery, we disable the endpoint.
      </Paragraph>
      <Paragraph>
        The delivery log shows each request and your server’s response. You can resend failed events for 30
        days.
      </Paragraph>
      <ActionButton href={link}>Open delivery log</ActionButton>
    </EmailLayout>
  );
}

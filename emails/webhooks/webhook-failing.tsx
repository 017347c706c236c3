import { ActionButton, EmailLayout, Paragraph, formatUtcDateTime } from '../email-layout';

type Props = {
  brandName: string;
  businessName: string;
  link: string;
  host: string;
  environment: string;
  since: string;
};

export const subject = ({ host }: Props) => `Webhooks to ${host} do not arrive`;

export default function WebhookFailing({ brandName, businessName, link, host, environment, since }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="Nothing is lost yet: we keep trying."
      heading="Your webhooks do not arrive"
      reason={`You get this mail because you look after the webhooks of ${businessName} at ${brandName}.`}
    >
      <Paragraph>
        Since {formatUtcDateTime(since)} no webhook of your {environment} environment has arrived at {host}.
        We try each ten times over three days. After five days without an arrival the endpoint is disabled.
      </Paragraph>
      <Paragraph>
        The log has each request with what your server answered. What did not arrive can be sent again for 30
        days.
      </Paragraph>
      <ActionButton href={link}>Open the log</ActionButton>
    </EmailLayout>
  );
}

import { ActionButton, EmailLayout, Paragraph } from '../email-layout';

type Props = {
  brandName: string;
  businessName: string;
  link: string;
  host: string;
  environment: string;
  reason: 'gone' | 'failing';
};

export const subject = ({ host }: Props) => `Webhooks to ${host} are disabled`;

export default function WebhookDisabled({ brandName, businessName, link, host, environment, reason }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="Nothing is sent there until you enable it again."
      heading="A webhook endpoint is disabled"
      reason={`You get this mail because you look after the webhooks of ${businessName} at ${brandName}.`}
    >
      <Paragraph>
        {reason === 'gone'
          ? `${host} answered 410 Gone, which asks us to stop. We send nothing more of your ${environment} environment there.`
          : `For five days no webhook of your ${environment} environment has arrived at ${host}. We send nothing more there.`}
      </Paragraph>
      <Paragraph>
        When your server is ready, enable the endpoint and let us send what it has missed. We keep that for 30
        days.
      </Paragraph>
      <ActionButton href={link}>Open the endpoint</ActionButton>
    </EmailLayout>
  );
}

import { ActionButton, EmailLayout, Paragraph } from '../email-layout';
import { ifApproved, quoteName, type AccountProps } from '../chosen-names';

type Props = AccountProps & {
  brandName: string;
  link: string;
  host: string;
  environment: string;
  reason: 'gone' | 'failing';
};

export const subject = (props: Props) =>
  `Webhooks to ${ifApproved(props, () => props.host, `your ${props.environment} endpoint`)} are disabled`;

export default function WebhookDisabled({ brandName, businessName, link, host, environment, reason }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="We won’t send anything there until you enable it again."
      heading="A webhook endpoint is disabled"
      reason={`You’re receiving this email because you manage the webhooks of ${quoteName(businessName)} on ${brandName}.`}
    >
      <Paragraph>
        {reason === 'gone'
          ? `${host} responded with 410 Gone, which tells us to stop. We no longer send events from your ${environment} environment there.`
          : `All webhooks from your ${environment} environment to ${host} have failed for five days. We no longer send events there.`}
      </Paragraph>
      <Paragraph>
        When your server is ready, enable the endpoint and resend the missed events. We store them for 30
        days.
      </Paragraph>
      <ActionButton href={link}>Open the endpoint</ActionButton>
    </EmailLayout>
  );
}

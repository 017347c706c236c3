import { ActionButton, EmailLayout, Paragraph } from '../email-layout';

type Props = { brandName: string; link: string };

export const subject = ({ brandName }: Props) => `Choose a new password for ${brandName}`;

export default function ResetPasswordEmail({ brandName, link }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="The link works once, for one hour."
      heading="Choose a new password"
      reason={`You get this mail because somebody asked for a new password at ${brandName} with this address. If it was not you, ignore it: your password stays as it is.`}
    >
      <Paragraph>Choose a new password for your account. All devices are then logged out.</Paragraph>
      <ActionButton href={link}>Choose a new password</ActionButton>
      <Paragraph>The link works once, for one hour, on any device.</Paragraph>
    </EmailLayout>
  );
}

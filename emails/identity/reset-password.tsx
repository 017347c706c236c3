import { ActionButton, EmailLayout, Paragraph } from '../email-layout';

type Props = { brandName: string; link: string };

export const subject = ({ brandName }: Props) => `Choose a new password for ${brandName}`;

export default function ResetPasswordEmail({ brandName, link }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="The link works once, within one hour."
      heading="Choose a new password"
      reason={`You’re receiving this email because someone requested a new ${brandName} password for this address. If it wasn’t you, ignore this email; your password stays the same.`}
    >
      <Paragraph>Choose a new password for your account. This logs out all devices.</Paragraph>
      <ActionButton href={link}>Choose a new password</ActionButton>
      <Paragraph>The link works once, within one hour, on any device.</Paragraph>
    </EmailLayout>
  );
}

import { ActionButton, EmailLayout, Paragraph } from '../email-layout';

type Props = { brandName: string; link: string; role: string };

export const subject = ({ brandName }: Props) => `You’re invited to join the ${brandName} staff`;

export default function StaffInvitationEmail({ brandName, link, role }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="Confirm within 7 days. Have your phone ready."
      heading={`Join the ${brandName} staff`}
      reason={`You’re receiving this email because an admin of ${brandName} invited this address. If you weren’t expecting it, ignore this email; nothing happens unless you click the link.`}
    >
      <Paragraph>You’ve been invited to join with the {role} role.</Paragraph>
      <Paragraph>
        Staff log in with a passkey, or with a password and a code. For the code, you need an authenticator
        app on your phone.
      </Paragraph>
      <ActionButton href={link}>Accept the invitation</ActionButton>
      <Paragraph>The link works once, within 7 days.</Paragraph>
    </EmailLayout>
  );
}

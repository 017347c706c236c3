import { ActionButton, EmailLayout, Paragraph } from '../email-layout';

type Props = { brandName: string; link: string; role: string };

export const subject = ({ brandName }: Props) => `You are invited to the staff of ${brandName}`;

export default function StaffInvitationEmail({ brandName, link, role }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="Confirm within 7 days, with your phone available."
      heading={`Join the staff of ${brandName}`}
      reason={`You get this mail because somebody who runs ${brandName} invited this address. If you do not expect it, ignore it: without your click nothing happens.`}
    >
      <Paragraph>You are invited as {role}.</Paragraph>
      <Paragraph>
        Staff log in with a passkey of their device, or with a password and a code. For the code you need an
        authenticator app on your phone, such as the one that came with it.
      </Paragraph>
      <ActionButton href={link}>Accept the invitation</ActionButton>
      <Paragraph>The link works once, for 7 days.</Paragraph>
    </EmailLayout>
  );
}

import { ActionButton, EmailLayout, Paragraph } from '../email-layout';

type Props = {
  brandName: string;
  businessName: string;
  link: string;
  by: string;
  role: string;
  purpose: string;
};

export const subject = ({ businessName, brandName }: Props) => `Join ${businessName} on ${brandName}`;

export default function TeamInvitationEmail({ brandName, businessName, link, by, role, purpose }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview={`${by} invited you to join the team.`}
      heading={`Join the ${businessName} team`}
      reason={`You’re receiving this email because ${by} invited this address to the ${businessName} account on ${brandName}. If you weren’t expecting it, ignore this email; nothing happens unless you click the link.`}
    >
      <Paragraph>
        {by} invited you to join with the {role} role. {purpose}
      </Paragraph>
      <Paragraph>
        If you already have a {brandName} login, use it to join. If not, you’ll choose a password first.
      </Paragraph>
      <ActionButton href={link}>View invitation</ActionButton>
      <Paragraph>The link works once, within 7 days.</Paragraph>
    </EmailLayout>
  );
}

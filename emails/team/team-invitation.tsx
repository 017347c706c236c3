import { ActionButton, EmailLayout, Paragraph } from '../email-layout';

type Props = {
  brandName: string;
  businessName: string;
  link: string;
  by: string;
  role: string;
  purpose: string;
};

export const subject = ({ businessName, brandName }: Props) => `Join ${businessName} at ${brandName}`;

export default function TeamInvitationEmail({ brandName, businessName, link, by, role, purpose }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview={`${by} invites you to the team.`}
      heading={`Join the team of ${businessName}`}
      reason={`You get this mail because ${by} invited this address to the account of ${businessName} at ${brandName}. If you do not expect it, ignore it: without your click nothing happens.`}
    >
      <Paragraph>
        {by} invites you. Your role would be {role}: {purpose}.
      </Paragraph>
      <Paragraph>
        With a login at {brandName} you join with that one. Without, you choose a password first.
      </Paragraph>
      <ActionButton href={link}>See the invitation</ActionButton>
      <Paragraph>The link works once, for 7 days.</Paragraph>
    </EmailLayout>
  );
}

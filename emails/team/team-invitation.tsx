import { ActionButton, EmailLayout, Paragraph } from '../email-layout';
import { ifApproved, quoteName, type AccountProps } from '../chosen-names';

type Props = AccountProps & {
  brandName: string;
  link: string;
  by: string;
  role: string;
  purpose: string;
};

export const subject = (props: Props) =>
  `${ifApproved(props, (name) => `Join ${name}`, 'You’re invited to join a team')} on ${props.brandName}`;

export default function TeamInvitationEmail({ brandName, businessName, link, by, role, purpose }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="The invitation is valid for 7 days."
      heading={`Join the ${quoteName(businessName)} team`}
      reason={`You’re receiving this email because ${quoteName(by)} invited this address to the ${quoteName(businessName)} account on ${brandName}. If you weren’t expecting it, ignore this email; nothing happens unless you click the link.`}
    >
      <Paragraph>
        {quoteName(by)} invited you to join with the {role} role.
      </Paragraph>
      <Paragraph>
        {role}: {purpose}
      </Paragraph>
      <Paragraph>
        If you already have a {brandName} login, use it to join. If not, you’ll choose a password first.
      </Paragraph>
      <ActionButton href={link}>View invitation</ActionButton>
      <Paragraph>The link works once, within 7 days.</Paragraph>
    </EmailLayout>
  );
}

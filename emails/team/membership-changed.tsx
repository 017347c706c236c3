import { ActionButton, EmailLayout, Paragraph } from '../email-layout';

type Props = {
  brandName: string;
  businessName: string;
  link: string;
  change: 'role_changed' | 'removed';
  by: string;
  role?: string;
};

export const subject = ({ change, businessName }: Props) =>
  change === 'removed'
    ? `You’re no longer a member of ${businessName}`
    : `Your role at ${businessName} has changed`;

export default function MembershipChanged(props: Props) {
  const { brandName, businessName, link, change, by, role } = props;
  const removed = change === 'removed';
  return (
    <EmailLayout
      brandName={brandName}
      preview={`Changed by ${by}.`}
      heading={subject(props)}
      reason={`You’re receiving this email because you ${removed ? 'were' : 'are'} a member of the ${businessName} team on ${brandName}.`}
    >
      {removed ? (
        <Paragraph>
          {by} removed you from the team, and your sessions have ended. You keep your login. If you think this
          is a mistake, ask {by}.
        </Paragraph>
      ) : (
        <>
          <Paragraph>
            {by} changed your role to {role}. You’ve been logged out and will have the new role when you log
            in again.
          </Paragraph>
          <ActionButton href={link}>Open the portal</ActionButton>
        </>
      )}
    </EmailLayout>
  );
}

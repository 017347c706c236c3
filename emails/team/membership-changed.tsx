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
    ? `You are no longer in the team of ${businessName}`
    : `Your role at ${businessName} has changed`;

export default function MembershipChanged(props: Props) {
  const { brandName, businessName, link, change, by, role } = props;
  const removed = change === 'removed';
  return (
    <EmailLayout
      brandName={brandName}
      preview={`${by} changed it.`}
      heading={subject(props)}
      reason={`You get this mail because you ${removed ? 'worked' : 'work'} for ${businessName} at ${brandName}.`}
    >
      {removed ? (
        <Paragraph>
          {by} took you off the team, and your sessions have ended. Your login stays yours. If you think this
          is a mistake, ask {by}.
        </Paragraph>
      ) : (
        <>
          <Paragraph>
            {by} changed your role to {role}. You are logged out, and have the new role when you log in again.
          </Paragraph>
          <ActionButton href={link}>Open the portal</ActionButton>
        </>
      )}
    </EmailLayout>
  );
}

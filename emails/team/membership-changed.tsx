import { ActionButton, EmailLayout, Paragraph } from '../email-layout';
import { ifApproved, quoteName, type AccountProps } from '../chosen-names';

type Props = AccountProps & {
  brandName: string;
  link: string;
  change: 'role_changed' | 'removed';
  by: string;
  role?: string;
};

export const subject = (props: Props) =>
  props.change === 'removed'
    ? `You’re no longer a member of ${ifApproved(props, (name) => name, 'a team')}`
    : `Your role${ifApproved(props, (name) => ` at ${name}`)} has changed`;

export default function MembershipChanged(props: Props) {
  const { brandName, businessName, link, change, by, role } = props;
  const removed = change === 'removed';
  return (
    <EmailLayout
      brandName={brandName}
      preview={`Changed by ${quoteName(by)}.`}
      heading={
        removed
          ? `You’re no longer a member of ${quoteName(businessName)}`
          : `Your role at ${quoteName(businessName)} has changed`
      }
      reason={`You’re receiving this email because you ${removed ? 'were' : 'are'} a member of the ${quoteName(businessName)} team on ${brandName}.`}
    >
      {removed ? (
        <Paragraph>
          {quoteName(by)} removed you from the team, and your sessions have ended. You keep your login. If you
          think this is a mistake, ask {quoteName(by)}.
        </Paragraph>
      ) : (
        <>
          <Paragraph>
            {quoteName(by)} changed your role to {role}. You’ve been logged out and will have the new role
            when you log in again.
          </Paragraph>
          <ActionButton href={link}>Open the portal</ActionButton>
        </>
      )}
    </EmailLayout>
  );
}

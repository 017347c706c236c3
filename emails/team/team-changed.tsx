import { ActionButton, EmailLayout, Paragraph } from '../email-layout';
import { ifApproved, quoteName, type AccountProps } from '../chosen-names';

type Props = AccountProps & {
  brandName: string;
  link: string;
  change: 'joined' | 'role_changed' | 'removed' | 'left';
  name: string;
  email: string;
  by: string;
  before?: string;
  role: string;
};

type Names = { member: string; business: string };

const headings = {
  joined: ({ member, business }: Names) => `${member} has joined ${business}`,
  role_changed: ({ member, business }: Names) => `The role of ${member} at ${business} has changed`,
  removed: ({ member, business }: Names) => `${member} is no longer a member of ${business}`,
  left: ({ member, business }: Names) => `${member} has left ${business}`,
};

const namelessSubjects = {
  joined: 'A new member has joined your team',
  role_changed: 'The role of a team member has changed',
  removed: 'A member was removed from your team',
  left: 'A member has left your team',
};

const descriptions = {
  joined: ({ name, email, role }: Props) =>
    `${quoteName(name)} (${email}) accepted the invitation. Their role is ${role}.`,
  role_changed: ({ name, email, by, before, role }: Props) =>
    `${quoteName(by)} changed the role of ${quoteName(name)} (${email}) from ${before} to ${role}.`,
  removed: ({ name, email, by, role }: Props) =>
    `${quoteName(by)} removed ${quoteName(name)} (${email}) from the team. Their role was ${role}.`,
  left: ({ name, email, role }: Props) =>
    `${quoteName(name)} (${email}) left the team. Their role was ${role}.`,
};

export const subject = (props: Props) =>
  ifApproved(
    props,
    (business) => headings[props.change]({ member: props.name, business }),
    namelessSubjects[props.change],
  );

/** What the portal says, which only the team reads. */
export const notice = ({ change, name, role }: Props) =>
  ({
    joined: `${name} joined your team`,
    role_changed: `${name}’s role is now ${role}`,
    removed: `${name} was removed from your team`,
    left: `${name} left your team`,
  })[change];

export default function TeamChanged(props: Props) {
  const { brandName, businessName, link, change, name } = props;
  return (
    <EmailLayout
      brandName={brandName}
      preview={descriptions[change](props)}
      heading={headings[change]({ member: quoteName(name), business: quoteName(businessName) })}
      reason={`You’re receiving this email because you manage the ${quoteName(businessName)} team on ${brandName}.`}
    >
      <Paragraph>{descriptions[change](props)}</Paragraph>
      {(change === 'removed' || change === 'left') && (
        <Paragraph>If they have seen client secrets, these keep working until you rotate them.</Paragraph>
      )}
      <ActionButton href={link}>View team</ActionButton>
    </EmailLayout>
  );
}

import { ActionButton, EmailLayout, Paragraph } from '../email-layout';

type Props = {
  brandName: string;
  businessName: string;
  link: string;
  change: 'joined' | 'role_changed' | 'removed' | 'left';
  name: string;
  email: string;
  by: string;
  before?: string;
  role: string;
};

const headings = {
  joined: ({ name, businessName }: Props) => `${name} has joined the ${businessName} team`,
  role_changed: ({ name, businessName }: Props) => `${name}’s role at ${businessName} has changed`,
  removed: ({ name, businessName }: Props) => `${name} is no longer a member of ${businessName}`,
  left: ({ name, businessName }: Props) => `${name} has left the ${businessName} team`,
};

const descriptions = {
  joined: ({ name, email, role }: Props) =>
    `${name} (${email}) accepted the invitation. Their role is ${role}.`,
  role_changed: ({ name, email, by, before, role }: Props) =>
    `${by} changed the role of ${name} (${email}) from ${before} to ${role}.`,
  removed: ({ name, email, by, role }: Props) =>
    `${by} removed ${name} (${email}) from the team. Their role was ${role}.`,
  left: ({ name, email, role }: Props) => `${name} (${email}) left the team. Their role was ${role}.`,
};

export const subject = (props: Props) => headings[props.change](props);

export default function TeamChanged(props: Props) {
  const { brandName, businessName, link, change } = props;
  return (
    <EmailLayout
      brandName={brandName}
      preview={descriptions[change](props)}
      heading={subject(props)}
      reason={`You’re receiving this email because you manage the ${businessName} team on ${brandName}.`}
    >
      <Paragraph>{descriptions[change](props)}</Paragraph>
      {(change === 'removed' || change === 'left') && (
        <Paragraph>Client secrets they have seen keep working. If in doubt, rotate them.</Paragraph>
      )}
      <ActionButton href={link}>View team</ActionButton>
    </EmailLayout>
  );
}

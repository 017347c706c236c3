import { ActionButton, EmailLayout, Paragraph } from '../email-layout';

type Props = { brandName: string; link: string; oldEmail: string; newEmail: string; side: 'old' | 'new' };

export const subject = ({ brandName }: Props) => `Confirm your new email address for ${brandName}`;

/** To the current and the new address: both have to confirm. */
export default function EmailChangeEmail({ brandName, link, oldEmail, newEmail, side }: Props) {
  const other = side === 'old' ? newEmail : oldEmail;
  return (
    <EmailLayout
      brandName={brandName}
      preview="Nothing changes until both addresses confirm."
      heading="Confirm your email address change"
      reason={`You’re receiving this email because someone who is logged in to a ${brandName} account asked to change its email address${side === 'old' ? ' from this one' : ' to this one'}.`}
    >
      <Paragraph>
        The owner of the {oldEmail} account wants to log in as {newEmail} and receive our emails there.
        Nothing changes until both addresses confirm: you with the link below, and {other} with the link we
        sent there, in either order.
      </Paragraph>
      <ActionButton href={link}>
        {side === 'old' ? 'Confirm or stop the change' : 'Confirm this address'}
      </ActionButton>
      <Paragraph>
        {side === 'old'
          ? 'If it wasn’t you, use the same link to stop the change and log out all devices.'
          : 'If it wasn’t you, ignore this email; nothing happens.'}{' '}
        The link works once, within 24 hours.
      </Paragraph>
    </EmailLayout>
  );
}

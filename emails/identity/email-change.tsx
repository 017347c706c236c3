import { ActionButton, EmailLayout, Paragraph } from '../email-layout';

type Props = { brandName: string; link: string; oldEmail: string; newEmail: string; side: 'old' | 'new' };

export const subject = ({ brandName }: Props) =>
  `Confirm the new e-mail address of your ${brandName} account`;

/** To the address of before, and to the new one: both have to agree. */
export default function EmailChangeEmail({ brandName, link, oldEmail, newEmail, side }: Props) {
  const other = side === 'old' ? newEmail : oldEmail;
  return (
    <EmailLayout
      brandName={brandName}
      preview="Nothing changes until both addresses have agreed."
      heading="Confirm the change of your e-mail address"
      reason={`You get this mail because anyone who is logged in to a ${brandName} account asked to change its e-mail address${side === 'old' ? ' from this one' : ' to this one'}.`}
    >
      <Paragraph>
        The account that logs in as {oldEmail} is to log in as {newEmail} from now on, and get our mails
        there. Nothing changes until both addresses have agreed: you with the link below, and {other} with the
        one that we sent there, in any order.
      </Paragraph>
      <ActionButton href={link}>
        {side === 'old' ? 'Agree to the change, or stop it' : 'Confirm this address'}
      </ActionButton>
      <Paragraph>
        {side === 'old'
          ? 'If it was not you, the same link stops it and logs out all devices.'
          : 'If it was not you, ignore this mail: nothing happens.'}{' '}
        The link works once, for 24 hours.
      </Paragraph>
    </EmailLayout>
  );
}

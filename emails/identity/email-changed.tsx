import { ActionButton, EmailLayout, Paragraph, SupportContact } from '../email-layout';

type Props = {
  brandName: string;
  supportEmail?: string;
  oldEmail: string;
  newEmail: string;
  side?: 'old' | 'new';
  passwordLink?: string;
};

export const subject = ({ brandName }: Props) =>
  `The e-mail address of your ${brandName} account has changed`;

export default function EmailChanged({
  brandName,
  supportEmail,
  oldEmail,
  newEmail,
  side,
  passwordLink,
}: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview={`You log in as ${newEmail} from now on.`}
      heading="Your e-mail address has changed"
      reason={`You get this mail because the e-mail address of a ${brandName} account was changed from ${oldEmail} to ${newEmail}.`}
    >
      <Paragraph>
        Both addresses have agreed. From now on you log in as {newEmail}, and our mails go there. Links that
        were sent to {oldEmail} before no longer work.
      </Paragraph>
      {side === 'new' ? (
        <>
          <Paragraph>
            If it was not you who asked for it, choose a new password now. That logs out all devices.
          </Paragraph>
          <ActionButton href={passwordLink}>Choose a new password</ActionButton>
          <SupportContact supportEmail={supportEmail} condition="If you do not know of this account" />
        </>
      ) : (
        <>
          <Paragraph>
            If it was not you, somebody was logged in as you and could read this mailbox. Give the mailbox a
            new password first. Nothing that is sent here opens the account any more: ask an owner or admin of
            your team to take {newEmail} off it at once.
          </Paragraph>
          <SupportContact supportEmail={supportEmail} condition="If there is no other owner or admin" />
        </>
      )}
    </EmailLayout>
  );
}

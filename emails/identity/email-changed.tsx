import { ActionButton, EmailLayout, Paragraph, SupportContact } from '../email-layout';

type Props = {
  brandName: string;
  supportEmail?: string;
  oldEmail: string;
  newEmail: string;
  side?: 'old' | 'new';
  passwordLink?: string;
};

export const subject = ({ brandName }: Props) => `The email address of your ${brandName} account has changed`;

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
      preview={`You now log in as ${newEmail}.`}
      heading="Your email address has changed"
      reason={`You’re receiving this email because the email address of a ${brandName} account was changed from ${oldEmail} to ${newEmail}.`}
    >
      <Paragraph>
        Both addresses confirmed. You now log in as {newEmail}, and our emails go there. Links previously sent
        to {oldEmail} no longer work.
      </Paragraph>
      {side === 'new' ? (
        <>
          <Paragraph>
            If you didn’t request this, choose a new password now. That logs out all devices.
          </Paragraph>
          <ActionButton href={passwordLink}>Choose a new password</ActionButton>
          <SupportContact supportEmail={supportEmail} condition="If you don’t know this account" />
        </>
      ) : (
        <>
          <Paragraph>
            If it wasn’t you, someone was logged in as you and could read this mailbox. Change the password of
            the mailbox first. Emails sent here no longer give access to the account, so ask an owner or admin
            of your team to remove {newEmail} from the team right away.
          </Paragraph>
          <SupportContact supportEmail={supportEmail} condition="If there is no other owner or admin" />
        </>
      )}
    </EmailLayout>
  );
}

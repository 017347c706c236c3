import { ActionButton, EmailLayout, Paragraph } from '../email-layout';

type Props = { brandName: string; link: string; passwordLink?: string; waitHours: number };

export const subject = ({ brandName }: Props) => `Recover your ${brandName} login`;

export default function RecoveryLinkEmail({ brandName, link, passwordLink, waitHours }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview={`It takes ${waitHours} hours, and you can stop it at any time.`}
      heading="Recover your account without your second factor"
      reason={`You’re receiving this email because someone who knows the password of your ${brandName} account reported that they lost its second factor and recovery codes.`}
    >
      <Paragraph>
        If this was you, start the recovery. After {waitHours} hours, you can log in with your password alone
        and set up a new second factor.
      </Paragraph>
      <ActionButton href={link}>Start recovery</ActionButton>
      <Paragraph>The link works once, within one hour.</Paragraph>
      <Paragraph>
        If it wasn’t you, someone knows your password. Choose a new one, which also cancels this link.
      </Paragraph>
      <ActionButton href={passwordLink}>Choose a new password</ActionButton>
    </EmailLayout>
  );
}

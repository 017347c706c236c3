import { ActionButton, EmailLayout, formatMailTime, Paragraph } from '../email-layout';

type Props = { brandName: string; link: string; passwordLink?: string; takesEffectAt: string };

export const subject = ({ brandName }: Props) => `A recovery of your ${brandName} login is in progress`;

/** At once, and every day until it ends. */
export default function RecoveryRunning({ brandName, link, passwordLink, takesEffectAt }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="If it wasn’t you, stop it."
      heading="A recovery of your login is in progress"
      reason={`You’re receiving this email every day while someone who knows the password of your ${brandName} account recovers it without its second factor.`}
    >
      <Paragraph>
        On {formatMailTime(takesEffectAt)} the second factor will be removed from your account, and all
        devices will be logged out. After that, the password alone is enough to log in. Nobody can shorten
        this wait.
      </Paragraph>
      <Paragraph>
        If you can use your authenticator app, a passkey, or a recovery code again, or if this wasn’t you,
        stop the recovery:
      </Paragraph>
      <ActionButton href={link}>Stop the recovery</ActionButton>
      <Paragraph>
        If it wasn’t you, also choose a new password, because the person who started this knows your current
        one. A new password stops the recovery, too.
      </Paragraph>
      <ActionButton href={passwordLink}>Choose a new password</ActionButton>
    </EmailLayout>
  );
}

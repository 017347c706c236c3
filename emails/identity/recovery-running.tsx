import { ActionButton, EmailLayout, formatUtcDateTime, Paragraph } from '../email-layout';

type Props = { brandName: string; link: string; passwordLink?: string; takesEffectAt: string };

export const subject = ({ brandName }: Props) => `A recovery of your ${brandName} login is running`;

/** At once, and every day until its end. */
export default function RecoveryRunning({ brandName, link, passwordLink, takesEffectAt }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="If it was not you, stop it."
      heading="A recovery of your login is running"
      reason={`You get this mail once a day while somebody who knows the password of your ${brandName} account recovers it without its second factor.`}
    >
      <Paragraph>
        On {formatUtcDateTime(takesEffectAt)} the second factor is taken off your account. Then the password
        alone opens it, and all devices are logged out. Nobody can make this shorter.
      </Paragraph>
      <Paragraph>
        If you have found your app, a passkey or a recovery code, or if this was not you, stop it:
      </Paragraph>
      <ActionButton href={link}>Stop the recovery</ActionButton>
      <Paragraph>
        If it was not you, choose a new password as well: anyone who began this knows the one you have. That
        too stops the recovery.
      </Paragraph>
      <ActionButton href={passwordLink}>Choose a new password</ActionButton>
    </EmailLayout>
  );
}

import { ActionButton, EmailLayout, Paragraph, SupportContact, formatMailTime } from '../email-layout';

type Props = {
  brandName: string;
  supportEmail?: string;
  changedAt: string;
  forgotLink: string;
  /** `all_other`: except the one where it was changed. */ loggedOut?: 'all' | 'all_other';
};

export const subject = ({ brandName }: Props) => `Your ${brandName} password has been changed`;

export default function PasswordChanged({
  brandName,
  supportEmail,
  changedAt,
  forgotLink,
  loggedOut,
}: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="If it wasn’t you, act now."
      heading="Your password has been changed"
      reason={`You’re receiving this email because the password of your ${brandName} account was changed.`}
    >
      <Paragraph>
        Your password was changed on {formatMailTime(changedAt)}.{' '}
        {loggedOut === 'all_other' ? 'All other devices' : 'All devices'} were logged out.
      </Paragraph>
      <Paragraph>If it wasn’t you, choose a new password now. That logs out all devices.</Paragraph>
      <ActionButton href={forgotLink}>Choose a new password</ActionButton>
      <SupportContact supportEmail={supportEmail} condition="If you can’t log in" />
    </EmailLayout>
  );
}

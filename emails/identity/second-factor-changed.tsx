import { quoteName } from '../chosen-names';
import { ActionButton, EmailLayout, Paragraph, SupportContact, formatMailTime } from '../email-layout';

type Change =
  | 'set_up'
  | 'app_removed'
  | 'turned_off'
  | 'reset'
  | 'recovered'
  | 'recovery_codes_made'
  | 'passkey_added'
  | 'passkey_removed'
  | 'last_passkey_removed';

type Props = {
  brandName: string;
  supportEmail?: string;
  change: Change;
  changedAt: string;
  /** The name of the passkey. */ passkey?: string;
  passwordLink?: string;
  securityLink?: string;
};

const headings: Record<Change, string> = {
  set_up: 'Your account now asks for a code',
  app_removed: 'Your authenticator app was removed',
  turned_off: 'Your account no longer asks for a code',
  reset: 'The second factor of your account has been reset',
  recovered: 'Your account no longer asks for a second factor',
  recovery_codes_made: 'You have new recovery codes',
  passkey_added: 'A passkey was added to your account',
  passkey_removed: 'A passkey was removed from your account',
  last_passkey_removed: 'Your account no longer asks for a passkey',
};

const texts: Record<Change, string> = {
  set_up:
    'An authenticator app was set up for your account. Logging in with your password now requires a code from this app, and codes from any earlier app no longer work. All other devices were logged out.',
  app_removed:
    'You can no longer log in with your authenticator app. Your passkeys still work. All other devices were logged out.',
  turned_off:
    'Login codes were turned off. Your password alone is now enough to log in. All other devices were logged out.',
  recovered:
    'The recovery is complete. Your authenticator app and your passkeys were removed from your account, and your password alone is now enough to log in. All devices were logged out. Set up a new second factor after you log in.',
  reset:
    'An admin removed the authenticator app and passkeys from your account. All devices were logged out.',
  recovery_codes_made: 'New recovery codes were created for your account. Your earlier codes no longer work.',
  passkey_added:
    'You can use it to log in without your password, wherever it’s stored: on a device or in a password manager. All other devices were logged out.',
  passkey_removed: 'You can no longer log in with it. All other devices were logged out.',
  last_passkey_removed:
    'Your last passkey was removed. Your password alone is now enough to log in. All other devices were logged out.',
};

export const subject = ({ change }: Props) => headings[change];

export default function SecondFactorChanged({
  brandName,
  supportEmail,
  change,
  changedAt,
  passkey,
  passwordLink,
  securityLink,
}: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="If it wasn’t you, act now."
      heading={headings[change]}
      reason={`You’re receiving this email because the login methods of your ${brandName} account changed.`}
    >
      {passkey && <Paragraph>Its name is {quoteName(passkey)}.</Paragraph>}
      <Paragraph>{texts[change]}</Paragraph>
      <Paragraph>
        This happened on {formatMailTime(changedAt)}. If you expected this, you don’t need to do anything.
      </Paragraph>
      <Paragraph>If you didn’t, choose a new password now. That logs out all devices.</Paragraph>
      <ActionButton href={passwordLink}>Choose a new password</ActionButton>
      <Paragraph>
        {change === 'passkey_added'
          ? 'Then remove the passkey, because it keeps working after you change your password.'
          : 'Then check your login methods and remove any you don’t recognize.'}{' '}
        You’ll find them under Security.
      </Paragraph>
      <ActionButton href={securityLink}>Open Security</ActionButton>
      <SupportContact supportEmail={supportEmail} condition="If you can’t log in" />
    </EmailLayout>
  );
}

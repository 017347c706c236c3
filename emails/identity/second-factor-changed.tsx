import { ActionButton, EmailLayout, Paragraph, SupportContact, formatUtcDateTime } from '../email-layout';

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
  /** The name of the one it is about. */ passkey?: string;
  passwordLink?: string;
  securityLink?: string;
};

const headings: Record<Change, string> = {
  set_up: 'Your account asks for a code now',
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
    'An authenticator app was set up for your account. From now on a login with your password needs a code of it, and an app from before gives no codes that work. All other devices have been logged out.',
  app_removed:
    'Your authenticator app no longer logs you in. Your passkeys still do. All other devices have been logged out.',
  turned_off:
    'Logging in with a code was turned off. Your password alone opens your account. All other devices have been logged out.',
  recovered:
    'The recovery that was asked for has come to its end: your authenticator app and your passkeys were taken off your account, and your password alone opens it. All devices have been logged out. Set up a new second factor after your next login.',
  reset:
    'Your authenticator app and your passkeys were taken off your account by the people who run it. All devices have been logged out.',
  recovery_codes_made:
    'New recovery codes were made for your account. The ones you had before no longer work.',
  passkey_added:
    'It logs in to your account without your password, on the device or in the password manager that holds it. All other devices have been logged out.',
  passkey_removed: 'It no longer logs in to your account. All other devices have been logged out.',
  last_passkey_removed:
    'Your last passkey was removed. Your password alone opens your account. All other devices have been logged out.',
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
      preview="If it was not you, act now."
      heading={headings[change]}
      reason={`You get this mail because the way to log in to your ${brandName} account has been changed.`}
    >
      {passkey && <Paragraph>Its name is “{passkey}”.</Paragraph>}
      <Paragraph>{texts[change]}</Paragraph>
      <Paragraph>
        This was on {formatUtcDateTime(changedAt)}. If you know of it, there is nothing to do.
      </Paragraph>
      <Paragraph>If not, choose a new password now. That logs out all devices.</Paragraph>
      <ActionButton href={passwordLink}>Choose a new password</ActionButton>
      <Paragraph>
        {change === 'passkey_added'
          ? 'Then take off the passkey: it goes on working after a new password.'
          : 'Then look at what logs you in, and take off what you do not know.'}{' '}
        It stands under Security.
      </Paragraph>
      <ActionButton href={securityLink}>Open Security</ActionButton>
      <SupportContact supportEmail={supportEmail} condition="If you cannot log in any more" />
    </EmailLayout>
  );
}

import { Letter, Paragraph } from './letter';

type Change = 'set_up' | 'turned_off' | 'reset' | 'recovered' | 'recovery_codes_made';

type Props = { brandName: string; change: Change; changedAt: string };

const headings: Record<Change, string> = {
  set_up: 'Your account asks for a code now',
  turned_off: 'Your account no longer asks for a code',
  reset: 'The codes of your account have been reset',
  recovered: 'Your account no longer asks for a code',
  recovery_codes_made: 'You have new recovery codes',
};

const texts: Record<Change, string> = {
  set_up: 'An authenticator app was set up for your account. From now on a login needs your password and a code of the app. All devices have been logged out.',
  turned_off: 'Logging in with a code was turned off. Your password alone opens your account. All devices have been logged out.',
  reset: 'Logging in with a code was taken off your account by the people who run it. All devices have been logged out.',
  recovered: 'The recovery that was asked for has come to its end: logging in with a code was taken off your account, and your password alone opens it. All devices have been logged out. Set up a new app after your next login.',
  recovery_codes_made: 'New recovery codes were made for your account. The ones you had before no longer work.',
};

export const subject = ({ change }: Props) => headings[change];

export default function SecondFactorChanged({ brandName, change, changedAt }: Props) {
  return (
    <Letter
      brandName={brandName}
      preview="If it was not you, act now."
      heading={headings[change]}
      reason={`You get this mail because the way to log in to your ${brandName} account has been changed.`}
    >
      <Paragraph>{texts[change]}</Paragraph>
      <Paragraph>This was on {changedAt}. If it was not you, choose a new password now and tell us.</Paragraph>
    </Letter>
  );
}

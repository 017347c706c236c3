import { Time } from '~/ui/content/time';

type Props = { factor: { appSince: Date | string | null; passkeys: number } | null; codesLeft: number };

/** What an authenticator app changes for a person, before they set it up. */
export function SetUpDescription({ factor, codesLeft }: Props) {
  return (
    <>
      {factor?.appSince ? (
        <>
          It replaces the app you set up on <Time at={factor.appSince} />, whose codes will stop working.
        </>
      ) : factor ? (
        'Where you have no passkey, you’ll be able to log in with your password and a code from the app.'
      ) : (
        'You’ll log in with your password and a code from the app.'
      )}{' '}
      {factor && describeKeptFactors(factor.passkeys, codesLeft)} All other devices will be logged out.
    </>
  );
}

function describeKeptFactors(passkeys: number, codesLeft: number): string {
  if (codesLeft)
    return passkeys ? 'Your passkeys and recovery codes keep working.' : 'Your recovery codes keep working.';
  return `${passkeys ? 'Your passkeys keep working. ' : ''}You have no recovery codes left, so you’ll get new ones.`;
}

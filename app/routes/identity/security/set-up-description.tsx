import { Time } from '~/ui/content/time';

type Props = { factor: { appSince: Date | string | null; passkeys: number } | null; codesLeft: number };

/** What an authenticator app changes for somebody, before they set it up. */
export function SetUpDescription({ factor, codesLeft }: Props) {
  return (
    <>
      {factor?.appSince ? (
        <>
          It takes the place of the app you have set up on <Time at={factor.appSince} />, whose codes stop
          working.
        </>
      ) : factor ? (
        'Then you can also log in with your password and a code of the app, where you have no passkey.'
      ) : (
        'Then a login needs your password and a code of the app.'
      )}{' '}
      {factor && describeKeptFactors(factor.passkeys, codesLeft)} All other devices are logged out.
    </>
  );
}

function describeKeptFactors(passkeys: number, codesLeft: number): string {
  if (codesLeft)
    return passkeys
      ? 'Your passkeys and recovery codes go on working.'
      : 'Your recovery codes go on working.';
  return `${passkeys ? 'Your passkeys go on working. ' : ''}You have no recovery code left, so you get new ones.`;
}

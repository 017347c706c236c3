import { Banner } from '~/ui/layout/banner';

const flashMessages = {
  setUp: {
    title: 'Authenticator app set up',
    text: 'Logging in with your password now requires a code from the app. Your recovery codes still work. All other devices were logged out.',
  },
  off: { title: 'Authenticator app turned off', text: 'All other devices were logged out.' },
  added: {
    title: 'Passkey added',
    text: 'You can now log in with it. All other devices were logged out.',
  },
  renamed: { title: 'Passkey renamed', text: null },
  removed: {
    title: 'Passkey removed',
    text: 'You can no longer log in with it. All other devices were logged out.',
  },
  password: { title: 'Password changed', text: 'All other devices were logged out.' },
  name: { title: 'Name changed', text: 'Your colleagues now see your new name.' },
  emailRequested: {
    title: 'We sent two emails',
    text: 'Open the links in both, at your new and your current address, to change your email address.',
  },
  emailCanceled: {
    title: 'Your email address hasn’t changed',
    text: 'The links in both emails no longer work.',
  },
  resetCanceled: {
    title: 'Reset canceled',
    text: 'Your second factor hasn’t changed. If you didn’t ask for the reset, tell an admin.',
  },
  recoveryStopped: {
    title: 'Recovery stopped',
    text: 'Your login still requires the second factor. If you didn’t start this recovery, choose a new password.',
  },
} as const;

export type FlashMessageName = keyof typeof flashMessages;

/** The result of the last action, from the URL. */
export function readSecurityFlashMessage({ searchParams }: URL): FlashMessageName | null {
  return (Object.keys(flashMessages) as FlashMessageName[]).find((name) => searchParams.has(name)) ?? null;
}

export function SecurityFlashMessage({
  name,
  unprotected,
}: {
  name: FlashMessageName;
  /** No second factor is left. */ unprotected: boolean;
}) {
  const { title, text } = flashMessages[name];
  const exposed = unprotected && (name === 'off' || name === 'removed');
  return (
    <Banner tone={exposed ? 'caution' : 'positive'} title={title} announced>
      {exposed ? `Your password alone is now enough to log in. ${text}` : text}
    </Banner>
  );
}

import { Banner } from '~/ui/layout/banner';

const flashMessages = {
  setUp: {
    title: 'The authenticator app is set up',
    text: 'A login with your password asks for its codes from now on. The recovery codes you have kept go on working. All other devices are logged out.',
  },
  off: { title: 'The authenticator app is turned off', text: 'All other devices are logged out.' },
  added: {
    title: 'The passkey is added',
    text: 'From now on it logs you in. All other devices are logged out.',
  },
  renamed: { title: 'The passkey has its new name', text: null },
  removed: {
    title: 'The passkey is removed',
    text: 'It no longer logs in here. All other devices are logged out.',
  },
  password: { title: 'Your password is changed', text: 'All other devices are logged out.' },
  name: { title: 'Your name is changed', text: 'Your colleagues see it from now on.' },
  emailRequested: {
    title: 'Two mails are on their way',
    text: 'One to the new address, one to the address you have. Your address changes once the links in both were followed.',
  },
  emailCancelled: {
    title: 'Your email address stays as it is',
    text: 'The links in both mails open nothing any more.',
  },
  recoveryStopped: {
    title: 'The recovery is stopped',
    text: 'A login asks for the second factor as before. If it was not you who began it, choose a new password.',
  },
} as const;

export type FlashMessageName = keyof typeof flashMessages;

/** What the address says has just happened. */
export function readFlashMessage({ searchParams }: URL): FlashMessageName | null {
  return (Object.keys(flashMessages) as FlashMessageName[]).find((name) => searchParams.has(name)) ?? null;
}

export function SecurityFlashMessage({
  name,
  unprotected,
}: {
  name: FlashMessageName;
  /** There is no second factor any more. */ unprotected: boolean;
}) {
  const { title, text } = flashMessages[name];
  const exposed = unprotected && (name === 'off' || name === 'removed');
  return (
    <Banner tone={exposed ? 'caution' : 'positive'} title={title} announced>
      {exposed ? `Your password alone opens your account. ${text}` : text}
    </Banner>
  );
}

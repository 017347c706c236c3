import { Banner } from '~/ui/banner';

const news = {
  off: { title: 'The authenticator app is turned off', text: 'All other devices are logged out.' },
  added: { title: 'The passkey is added', text: 'From now on it logs you in. All other devices are logged out.' },
  renamed: { title: 'The passkey has its new name', text: null },
  removed: { title: 'The passkey is removed', text: 'It no longer logs in here. All other devices are logged out.' },
};

/** What has just been changed. */
export function Done({ done, unprotected }: { done: keyof typeof news; /** There is no second factor any more. */ unprotected: boolean }) {
  const { title, text } = news[done];
  return (
    <Banner tone={unprotected ? 'caution' : 'positive'} title={title} live>
      {unprotected ? `Your password alone opens your account. ${text}` : text}
    </Banner>
  );
}

import { ProgressSteps } from '~/ui/layout/progress-steps';
import { TextLink } from '~/ui/content/text-link';

type Done = { secondFactor: boolean; secret: boolean; hosts: boolean; token: boolean; payment: boolean };

/** The steps to the first live payment, checked off by what has happened. */
export function FirstLivePayment({ done }: { done: Done }) {
  return (
    <ProgressSteps
      steps={[
        {
          title: 'Set up a second factor',
          done: done.secondFactor,
          text: (
            <>
              Live credentials move real money. <TextLink to="/security">Set it up</TextLink> with a passkey
              or an authenticator app.
            </>
          ),
        },
        {
          title: 'Create a live client secret',
          done: done.secret,
          text: (
            <>
              Switch to live in the menu, then create a secret under{' '}
              <TextLink to="/developers">Developers</TextLink>. It’s shown only once.
            </>
          ),
        },
        {
          title: 'Add your redirect hosts',
          done: done.hosts,
          text: (
            <>
              Payers can return only to hosts on your list. Copy the hosts you used in test from the table
              below, or <TextLink to="/developers/redirect-hosts">edit the list</TextLink>.
            </>
          ),
        },
        {
          title: 'Get a live access token',
          done: done.token,
          text: 'Configure your server with the live URLs, the live secret, and the live signing secret. The client ID stays the same.',
        },
        {
          title: 'Make a small payment with your own card',
          done: done.payment,
          text: (
            <>
              Then refund it, and check both under <TextLink to="/transactions">Transactions</TextLink>. Test
              cards don’t work in live.
            </>
          ),
        },
      ]}
    />
  );
}

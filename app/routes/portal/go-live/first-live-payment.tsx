import { ProgressSteps } from '~/ui/layout/progress-steps';
import { TextLink } from '~/ui/content/text-link';

type Done = { secondFactor: boolean; secret: boolean; hosts: boolean; token: boolean; payment: boolean };

/** What leads to a first live payment, ticked off by what has happened. */
export function FirstLivePayment({ done }: { done: Done }) {
  return (
    <ProgressSteps
      steps={[
        {
          title: 'Protect your login with a second factor',
          done: done.secondFactor,
          text: (
            <>
              Live credentials move real money. <TextLink to="/security">Set it up</TextLink>: a passkey or an
              authenticator app
            </>
          ),
        },
        {
          title: 'Create a live client secret',
          done: done.secret,
          text: (
            <>
              Switch to Live in the menu, then create one under{' '}
              <TextLink to="/developers">Developers</TextLink>. It is shown once.
            </>
          ),
        },
        {
          title: 'List your redirect hosts',
          done: done.hosts,
          text: (
            <>
              Payers are sent to listed hosts only. Copy those you used in test from the table below, or{' '}
              <TextLink to="/developers/redirect-hosts">edit the list</TextLink>.
            </>
          ),
        },
        {
          title: 'Fetch a live access token',
          done: done.token,
          text: 'Give your server the live addresses, the live secret and the live signing secret. The client id stays the same.',
        },
        {
          title: 'Take a small payment with a card of your own',
          done: done.payment,
          text: (
            <>
              Then refund it, and look at both under <TextLink to="/transactions">Transactions</TextLink>.
              Test cards are refused in live.
            </>
          ),
        },
      ]}
    />
  );
}

import type { ComponentProps } from 'react';
import { ProgressSteps } from '~/ui/layout/progress-steps';
import { TextLink } from '~/ui/content/text-link';
import { SwitchToLive } from './switch-to-live';

type Done = {
  secondFactor: boolean;
  link: boolean;
  secret: boolean;
  hosts: boolean;
  token: boolean;
  payment: boolean;
};

type Step = ComponentProps<typeof ProgressSteps>['steps'][number];

/** Two ways to the first live payment, in steps that are checked off by what has happened. */
export function FirstLivePayment({ done }: { done: Done }) {
  const secondFactor: Step = {
    title: 'Set up a second factor',
    done: done.secondFactor,
    text: (
      <>
        Live secrets and refunds move real money. <TextLink to="/security">Set it up</TextLink> with a passkey
        or an authenticator app.
      </>
    ),
  };
  const payment: Step = {
    title: 'Make a small payment with your own card',
    done: done.payment,
    text: (
      <>
        Then refund it, and check both under <TextLink to="/transactions">Transactions</TextLink>. Test cards
        don’t work in live.
      </>
    ),
  };
  return (
    <div className="space-y-8">
      <Way title="Before you start" steps={[secondFactor]} />
      <Way
        title="Without a website"
        steps={[
          {
            title: 'Create a live payment link',
            done: done.link,
            text: (
              <>
                Links that you created in test don’t take real payments.
                <div className="mt-2">
                  <SwitchToLive path="/payment-links/new">Switch to live and create a link</SwitchToLive>
                </div>
              </>
            ),
          },
          payment,
        ]}
      />
      <Way
        title="With your own site"
        steps={[
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
          payment,
        ]}
      />
    </div>
  );
}

function Way({ title, steps }: { title: string; steps: readonly Step[] }) {
  return (
    <div>
      <h3 className="mb-4 font-semibold">{title}</h3>
      <ProgressSteps steps={steps} />
    </div>
  );
}

import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { Rocket } from 'lucide-react';
import { findSecondFactor } from '~/identity/second-factor/second-factor';
import { findDifferingDesignFields, defaultDesign } from '~/merchants/checkout-design/checkout-design';
import { retrieveDesigns } from '~/merchants/checkout-design/design-versions';
import { addRedirectHost, listRedirectHosts } from '~/merchants/redirect-hosts/redirect-hosts';
import { listApiSecrets } from '~/merchants/credentials/api-secrets';
import { listUsedRedirectHosts } from '~/payments/checkout/used-redirect-hosts';
import { listPaymentLinks } from '~/payments/payment-links/link-list';
import { findConnection } from '~/payments/connections/connections';
import { listTransactions } from '~/payments/reporting/transaction-list';
import { config } from '~/platform/config/config.server';
import { Banner } from '~/ui/layout/banner';
import { InlineCode } from '~/ui/content/inline-code';
import { ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { EmptyState } from '~/ui/layout/empty-state';
import { PageHeader } from '~/ui/layout/page-header';
import { readForm, textOf } from '../forms/form-body';
import { formTitle } from '../forms/form-title';
import { requireMerchant } from '../guards';
import { rejectForm } from '../forms/form-reply';
import { Comparison } from './go-live/comparison';
import { FirstLivePayment } from './go-live/first-live-payment';
import { redirectHostMessages } from './redirect-hosts/host-messages';
import { requireConfirmedForHosts } from './redirect-hosts/host-confirmation';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user, account } = await requireMerchant(request, 'account_manage');
  if (account.mode !== 'live') return { live: null };
  const inTest = { accountId: account.id, environment: 'test' } as const;
  const inLive = { accountId: account.id, environment: 'live' } as const;
  const [
    factor,
    testSecrets,
    liveSecrets,
    used,
    listed,
    { links },
    { transactions },
    testDesigns,
    liveDesigns,
    connection,
  ] = await Promise.all([
    findSecondFactor(user.id),
    listApiSecrets(inTest),
    listApiSecrets(inLive),
    listUsedRedirectHosts(inTest),
    listRedirectHosts(account.id),
    listPaymentLinks(inLive),
    listTransactions({ ...inLive, limit: 1 }),
    retrieveDesigns(inTest),
    retrieveDesigns(inLive),
    findConnection(inLive),
  ]);
  const working = (secrets: typeof liveSecrets) => secrets.filter(({ ended }) => !ended).length;
  return {
    rejected: context.formRejected ?? false,
    live: {
      acceptsPayments: connection !== null,
      supportEmail: config.supportEmail ?? null,
      steps: {
        secondFactor: factor !== null,
        link: links.length > 0,
        secret: working(liveSecrets) > 0,
        hosts: listed.length > 0,
        token: liveSecrets.some(({ lastUsedAt }) => lastUsedAt),
        payment: transactions.length > 0,
      },
      addresses: {
        test: { api: config.addresses.api.test, checkout: config.addresses.checkout.test },
        live: { api: config.addresses.api.live, checkout: config.addresses.checkout.live },
      },
      secrets: { test: working(testSecrets), live: working(liveSecrets) },
      hosts: { used, listed: listed.map(({ host }) => host) },
      design: {
        test: testDesigns.published?.number ?? null,
        live: liveDesigns.published?.number ?? null,
        differing: findDifferingDesignFields(
          testDesigns.published?.design ?? defaultDesign,
          liveDesigns.published?.design ?? defaultDesign,
        ),
        drafted: liveDesigns.draft !== null,
        revision: liveDesigns.revision,
      },
    },
  };
}

/** Copies a redirect host from test to live. */
export async function action({ request, context }: ActionFunctionArgs) {
  const merchant = await requireMerchant(request, 'account_manage');
  await requireConfirmedForHosts(request, merchant);
  const { user, account } = merchant;
  const hostInput = textOf(await readForm(request), 'host');
  const added = await addRedirectHost({
    accountId: account.id,
    hostInput,
    createdBy: user.id,
    address: context.clientAddress,
  });
  if (typeof added === 'string')
    return rejectForm(context, {
      error: { '': [redirectHostMessages[added]] },
    });
  return redirect('/go-live#redirect-hosts');
}

export const meta = formTitle('Go live');

export default function GoLive() {
  const { live } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  if (!live)
    return (
      <>
        <PageHeader title="Go live" />
        <EmptyState
          icon={Rocket}
          title="Apply first"
          action={<ButtonLink to="/application">Open the application</ButtonLink>}
        >
          After your application is approved, you’ll find your live credentials and the steps to your first
          live payment here.
        </EmptyState>
      </>
    );
  return (
    <>
      <PageHeader
        title="Go live"
        lead="Your account is live. Follow these steps to take your first live payment. The test environment keeps working alongside."
      />
      <div className="space-y-6">
        {rejected && (
          <Banner tone="negative" title="Not copied" announced>
            {rejected.errors['']?.[0]}
          </Banner>
        )}
        {!live.acceptsPayments && (
          <Banner tone="caution" title="You can’t take live payments yet">
            Your account isn’t connected to a payment processor in live, so every live payment would be
            rejected with <InlineCode>acquirer_not_configured</InlineCode>. You can prepare everything else
            now.{' '}
            {live.supportEmail
              ? `To get connected, write to ${live.supportEmail}.`
              : 'Contact us to get connected.'}
          </Banner>
        )}
        <Panel title="Your first live payment">
          <FirstLivePayment done={live.steps} />
        </Panel>
        <Panel title="Test and live side by side">
          <Comparison {...live} mayConfirm={live.steps.secondFactor} />
        </Panel>
      </div>
    </>
  );
}

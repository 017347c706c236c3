import { redirect, type LoaderFunctionArgs, type SerializeFrom } from '@remix-run/node';
import { isRouteErrorResponse, useLoaderData, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { ArrowLeftRight, SearchX } from 'lucide-react';
import { hasSupportSessionCookie } from '~/merchants/support-sessions/support-session-cookie';
import { containsCardNumber } from '~/platform/cards/card-numbers';
import { readTextParameter } from '~/platform/lists/list-url';
import { EmptyState } from '~/ui/layout/empty-state';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { Panel } from '~/ui/layout/panel';
import { TextLink } from '~/ui/content/text-link';
import { Button } from '~/ui/forms/button';
import { Field } from '~/ui/forms/field';
import { Form } from '~/ui/forms/form';
import { TransactionTable } from '~/ui/transactions/transaction-table';
import { maximumQueryLength } from '../docs/search/search-query';
import { requireMerchant } from '../guards';
import { DeliverySummary } from './search/delivery-summary';
import { IntentSummary } from './search/intent-summary';
import { RequestSummary } from './search/request-summary';
import { NoTransactions, OtherEnvironmentHint } from './search/no-transactions';
import { CardNumberBanner } from './search/card-number-banner';
import { PayoutTable } from './payouts/payout-table';
import { searchPortal } from './search/search-results';

/** Also read by the command menu. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const member = await requireMerchant(request);
  const { searchParams } = new URL(request.url);
  const query = readTextParameter(searchParams, 'q').slice(0, maximumQueryLength);
  // Removed from the URL and the browser's history, too, because proxies would log it.
  if (containsCardNumber(query)) return redirect('/search?refused=card_number');
  const results = await searchPortal(member, query, {
    isSupportSession: hasSupportSessionCookie(request),
    apiDocument: context.describeApi(),
  });
  return { ...results, isRefused: searchParams.get('refused') === 'card_number' };
}

/** Without it, a failed request of the command menu would replace the page below the menu. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<typeof loader>();
  } catch (error) {
    // A response is deliberate: a redirect to the login, or a page that the role can't open.
    if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)) throw error;
    return { hasFailed: true as const };
  }
}

export const meta = pageTitle('Search');

/** The command menu's results as a page, for browsers without scripts and for links. */
export default function SearchPage() {
  const results = useLoaderData<typeof clientLoader>();
  if ('hasFailed' in results) return <SearchFailure />;
  return <SearchResults {...results} />;
}

function SearchFailure() {
  return (
    <>
      <PageHeader title="Search" />
      <EmptyState icon={SearchX} title="Search didn’t work">
        Try again.
      </EmptyState>
    </>
  );
}

type Results = Exclude<SerializeFrom<typeof clientLoader>, { hasFailed: true }>;

function SearchResults({
  query,
  transactions,
  intent,
  payouts,
  links,
  endpoints,
  deliveries,
  request,
  allTransactions,
  pages,
  docs,
  hasRecords,
  isUnmatched,
  searchedEnvironment,
  isRefused,
}: Results) {
  const isEmpty = !hasRecords && pages.length + docs.length === 0;
  return (
    <>
      <PageHeader title="Search" />
      {isRefused && <CardNumberBanner />}
      <Form action="/search" role="search" className="mb-6 flex max-w-xl items-end gap-3">
        <Field
          name="q"
          type="search"
          label="Search transactions, payouts, pages, and docs"
          defaultValue={query}
          maxLength={maximumQueryLength}
          className="flex-1"
        />
        <Button type="submit">Search</Button>
      </Form>
      <div className="space-y-6">
        {transactions.length > 0 && (
          <Panel
            title="Transactions"
            action={allTransactions && <TextLink to={allTransactions}>All matching transactions</TextLink>}
          >
            <TransactionTable caption="Matching transactions" transactions={transactions} />
          </Panel>
        )}
        {intent && allTransactions && (
          <Panel title="Payment intents">
            <TextLink to={allTransactions}>
              <IntentSummary {...intent} />
            </TextLink>
          </Panel>
        )}
        {payouts.length > 0 && (
          <Panel title="Payouts">
            <PayoutTable payouts={payouts} />
          </Panel>
        )}
        {links.length > 0 && <Links title="Payment links" links={links} />}
        {endpoints.length > 0 && <Links title="Webhook endpoints" links={endpoints} />}
        {deliveries.length > 0 && (
          <Panel title="Webhook deliveries">
            <ul className="space-y-3">
              {deliveries.map((delivery) => (
                <li key={delivery.id}>
                  <TextLink to={`/developers/webhooks/deliveries/${delivery.id}`}>
                    <DeliverySummary {...delivery} />
                  </TextLink>
                </li>
              ))}
            </ul>
          </Panel>
        )}
        {request && (
          <Panel title="API requests">
            <TextLink to={`/developers/requests/${request.id}`}>
              <RequestSummary {...request} />
            </TextLink>
          </Panel>
        )}
        {isUnmatched && !isEmpty && (
          <p>
            <NoTransactions searchedEnvironment={searchedEnvironment} />
          </p>
        )}
        {pages.length > 0 && <Links title="Pages" links={pages} />}
        {docs.length > 0 && <Links title="Docs" links={docs} />}
        {isEmpty && (
          <EmptyState
            icon={SearchX}
            title="Nothing found"
            action={
              allTransactions && (
                <TextLink to="/transactions">
                  <ArrowLeftRight size={16} aria-hidden="true" className="mr-2 inline" />
                  All transactions
                </TextLink>
              )
            }
          >
            Enter a full ID, reference, email address, amount, or the last four digits of a card to find a
            payment, or a payout’s ID or amount. To find a payment link, webhook endpoint, event, delivery, or
            API request, enter its ID. Names and dates aren’t searched.{' '}
            <OtherEnvironmentHint searchedEnvironment={searchedEnvironment} />
          </EmptyState>
        )}
      </div>
    </>
  );
}

function Links({
  title,
  links,
}: {
  title: string;
  links: readonly { to: string; title: string; description?: string }[];
}) {
  return (
    <Panel title={title}>
      <ul className="space-y-3">
        {links.map((link) => (
          <li key={link.to}>
            <TextLink to={link.to}>{link.title}</TextLink>
            {link.description && <p className="text-sm text-ink-soft">{link.description}</p>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

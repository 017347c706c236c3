import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ArrowLeftRight } from 'lucide-react';
import { useMemo } from 'react';
import { retrieveChecklist } from '~/merchants/applications/answers/checklist';
import { hasPermission } from '~/merchants/team/members';
import { listApiSecrets } from '~/merchants/credentials/api-secrets';
import { listBlockedAttempts } from '~/payments/card-testing/blocked-attempts';
import { listOpenChargebacks } from '~/payments/disputes/chargeback-list';
import { listExpiringHolds } from '~/payments/reporting/report';
import { listTransactions } from '~/payments/reporting/transaction-list';
import { listFailingEndpoints } from '~/webhooks/endpoints/failing-endpoints';
import { ErrorSummary, toSummaryErrors } from '~/ui/forms/error-summary';
import { useSupportSession } from '~/ui/layout/brand';
import { Panel } from '~/ui/layout/panel';
import { EmptyState } from '~/ui/layout/empty-state';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { ProgressSteps } from '~/ui/layout/progress-steps';
import { TextLink } from '~/ui/content/text-link';
import { TransactionTable } from '~/ui/transactions/transaction-table';
import { requireMerchant } from '../guards';
import { StatusBanner } from './application/status-banner';
import { readApplicationStatus } from './application/application-status';
import { BlockedAttempts } from './home/blocked-attempts';
import { ExpiringHolds } from './home/expiring-holds';
import { FirstPaymentLink } from './home/first-payment-link';
import { FailingWebhooks } from './home/failing-webhooks';
import { OpenChargebacks } from './home/open-chargebacks';
import { Report } from './home/report';
import { readReport } from './home/read-report';
import { readToday } from './home/read-today';
import { TodayPanel } from './home/today-panel';
import { getVisibleUrl } from './webhooks/endpoint-key';

export const meta = pageTitle('Home');

export async function loader({ request }: LoaderFunctionArgs) {
  const { user, account, role, environment } = await requireMerchant(request);
  const where = { accountId: account.id, environment };
  const [secrets, { transactions }, blocked, { chargebacks }, holds, failing] = await Promise.all([
    listApiSecrets(where),
    listTransactions({ ...where, limit: 5 }),
    listBlockedAttempts({ ...where, days: 7 }),
    listOpenChargebacks(where),
    listExpiringHolds({ ...where, limit: 6 }),
    hasPermission(role, 'webhooks_manage') || hasPermission(role, 'developer_view')
      ? listFailingEndpoints(where)
      : [],
  ]);
  const overview = transactions.length
    ? await readReport({ ...where, timeZone: account.timeZone, query: new URL(request.url).searchParams })
    : null;
  const today = overview
    ? await readToday({ ...where, timeZone: account.timeZone, currency: overview.currency })
    : null;
  const application = hasPermission(role, 'account_manage')
    ? await readApplicationStatus(account, await retrieveChecklist(account.id))
    : null;
  return {
    name: user.name,
    environment,
    managesCredentials: hasPermission(role, 'credentials_manage'),
    mayCreateLinks: hasPermission(role, 'transactions_change'),
    // After the first payment, the introduction disappears, whichever secret was used.
    firstSteps:
      environment === 'live' || transactions.length
        ? null
        : { credentials: secrets.length > 0, token: secrets.some(({ lastUsedAt }) => lastUsedAt) },
    application: application?.hasGoneLive ? null : application,
    overview,
    today,
    transactions,
    blocked,
    chargebacks,
    holds,
    failing: failing.map((endpoint) => ({ ...endpoint, url: getVisibleUrl({ role }, endpoint.url) })),
  };
}

export default function Home() {
  const {
    name,
    environment,
    managesCredentials,
    mayCreateLinks,
    firstSteps,
    application,
    overview,
    today,
    transactions,
    blocked,
    chargebacks,
    holds,
    failing,
  } = useLoaderData<typeof loader>();
  const problems = overview?.period.customRange.problems;
  const errors = useMemo(() => toSummaryErrors(problems ?? {}), [problems]);
  const showsReport = useSupportSession();
  return (
    <>
      <PageHeader
        title={showsReport ? showsReport.merchant : `Hello, ${name}`}
        lead={
          environment === 'test'
            ? 'This is your test environment. Try everything; no real money moves.'
            : 'This is your live environment.'
        }
      />
      <ErrorSummary errors={errors} />
      <div className="space-y-6">
        {blocked.length + chargebacks.length + failing.length + holds.length > 0 && (
          <section
            aria-labelledby="needs-attention"
            className="rounded-xl border border-line-strong bg-surface px-5 pt-4 pb-2"
          >
            <h2 id="needs-attention" className="font-semibold">
              Needs attention
            </h2>
            <ul className="divide-y divide-line">
              {chargebacks.length > 0 && <OpenChargebacks chargebacks={chargebacks} />}
              {failing.length > 0 && <FailingWebhooks endpoints={failing} />}
              {holds.length > 0 && <ExpiringHolds holds={holds} />}
              {blocked.map((attack) => (
                <BlockedAttempts key={String(attack.firstAt)} attack={attack} />
              ))}
            </ul>
          </section>
        )}
        {firstSteps && mayCreateLinks && (
          <Panel title="Take your first payment">
            <FirstPaymentLink />
          </Panel>
        )}
        {application && (
          <Panel
            title="Go live"
            action={application.isStarted && <TextLink to="/application">Your application</TextLink>}
          >
            <StatusBanner facts={application} />
          </Panel>
        )}
        {firstSteps && managesCredentials && (
          <Panel title="Connect your site">
            <p className="mb-5 max-w-2xl">Take payments on your own website or in your app with the API.</p>
            <ProgressSteps
              steps={[
                {
                  title: 'Get your test credentials',
                  done: firstSteps.credentials,
                  text: <TextLink to="/developers">Create a secret</TextLink>,
                },
                {
                  title: 'Get an access token',
                  done: firstSteps.token,
                  text: (
                    <>
                      Your server authenticates with the client ID and secret.{' '}
                      <TextLink to="/developers#token">View the request</TextLink>
                    </>
                  ),
                },
                {
                  title: 'Take a payment',
                  done: false,
                  text: (
                    <>
                      Create a payment intent, open the checkout page, and pay with a{' '}
                      <TextLink to="/developers/test-cards">test card</TextLink>.
                    </>
                  ),
                },
              ]}
            />
          </Panel>
        )}
        {today && <TodayPanel today={today} />}
        {overview && <Report overview={overview} />}
        {transactions.length ? (
          <Panel
            title="Latest transactions"
            action={<TextLink to="/transactions">All transactions</TextLink>}
          >
            <TransactionTable caption="Latest transactions" transactions={transactions} />
          </Panel>
        ) : (
          <EmptyState icon={ArrowLeftRight} title="No transactions yet">
            Your five latest payments and refunds appear here with their status.
          </EmptyState>
        )}
      </div>
    </>
  );
}

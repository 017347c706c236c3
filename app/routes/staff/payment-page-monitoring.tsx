import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { listCspReports } from '~/payments/page-monitoring/csp-reports';
import { listMonitoringResults } from '~/payments/page-monitoring/monitoring';
import { Banner } from '~/ui/layout/banner';
import { Panel } from '~/ui/layout/panel';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { Table } from '~/ui/content/table';
import { Time } from '~/ui/content/time';
import { formatDate } from '~/ui/content/time-format';
import { requireStaff } from '../guards';

export const meta = pageTitle('Payment page');

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'payment_page_watch');
  const [checks, reports] = await Promise.all([listMonitoringResults(), listCspReports()]);
  return { watches: checks, reports };
}

export default function PaymentPageMonitoring() {
  const { watches: checks, reports } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Payment page"
        lead="Every hour each payment page is fetched as a payer’s browser does, and compared with what we mean to send."
      />
      <div className="space-y-6">
        {checks.map(({ environment, checkedAt, findings: findings, since }) => (
          <Banner
            key={environment}
            tone={findings.length ? 'negative' : 'positive'}
            title={
              findings.length
                ? `The ${environment} page is not as it should be`
                : `The ${environment} page is as it should be`
            }
          >
            <p>
              Since <Time at={since} />, looked at last <Time at={checkedAt} />.
            </p>
            {findings.length > 0 && (
              <ul className="mt-2 list-disc space-y-1 ps-5">
                {findings.map((fault) => (
                  <li key={fault}>{fault}</li>
                ))}
              </ul>
            )}
          </Banner>
        ))}
        {checks.length === 0 && (
          <Banner title="No page has been looked at yet">The first look is a moment after the start.</Banner>
        )}
        <Panel title="What browsers refused">
          {reports.length ? (
            <Table
              caption="What payers’ browsers refused to load or run, by day"
              rows={reports}
              rowKey={({ day, environment, directive, blocked }) =>
                [day, environment, directive, blocked].join(' ')
              }
              columns={[
                {
                  title: 'Day',
                  cell: ({ day }) => (
                    <span className="whitespace-nowrap">{formatDate(new Date(day), 'UTC')}</span>
                  ),
                },
                { title: 'Environment', cell: ({ environment }) => environment },
                {
                  title: 'Rule',
                  cell: ({ directive }) => <span className="whitespace-nowrap">{directive}</span>,
                },
                { title: 'Refused', cell: ({ blocked }) => <span className="break-all">{blocked}</span> },
                { title: 'Times', align: 'right', cell: ({ count }) => count },
              ]}
            />
          ) : (
            <p className="text-ink-soft">
              Nothing. Browsers tell us when something on a payment page is not what our policy lets it be;
              extensions that people have installed cause some of it.
            </p>
          )}
        </Panel>
      </div>
    </>
  );
}

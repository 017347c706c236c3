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
        lead="Every hour, we fetch each payment page the way a payer’s browser does and compare it with the expected content."
      />
      <div className="space-y-6">
        {checks.map(({ environment, checkedAt, findings: findings, since }) => (
          <Banner
            key={environment}
            tone={findings.length ? 'negative' : 'positive'}
            title={
              findings.length
                ? `The ${environment} page has unexpected changes`
                : `The ${environment} page is unchanged`
            }
          >
            <p>
              Since <Time at={since} />, last checked <Time at={checkedAt} />.
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
          <Banner title="No pages checked yet">The first check runs shortly after startup.</Banner>
        )}
        <Panel title="Content security policy violations">
          {reports.length ? (
            <Table
              caption="Content security policy violations by day"
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
                { title: 'Blocked', cell: ({ blocked }) => <span className="break-all">{blocked}</span> },
                { title: 'Count', align: 'right', cell: ({ count }) => count },
              ]}
            />
          ) : (
            <p className="text-ink-soft">
              None. Browsers report content on a payment page that violates our policy. Browser extensions
              cause some of these reports.
            </p>
          )}
        </Panel>
      </div>
    </>
  );
}
